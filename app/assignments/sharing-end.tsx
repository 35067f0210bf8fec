import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import { apiOf, load, loadBoth, notFound, recordId } from "../session/session.server.ts";
import type { Route } from "./+types/sharing-end";
import { assignedKinds, sharedKinds } from "./assignment.ts";
import { endShare, listShares, loadSharedName, sharedRef } from "./assignments.server.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const ref = sharedRef(params);
  const memberId = recordId(params.memberId);
  const [name, shares] = await loadBoth(loadSharedName(context, ref), load(listShares(apiOf(context), ref)));
  const share = shares.find(({ id }) => id === memberId);
  if (share === undefined) throw notFound();
  const { list, page, noun } = assignedKinds[ref.kind];
  return startConfirmation(context, {
    crumbs: [list, { label: name, href: page(ref.id) }, { label: "Stop sharing" }],
    title: `Stop sharing with ${share.name}?`,
    subtitle: `${share.name} no longer sees this ${noun}.`,
    send: "Stop sharing",
    cancel: sharedKinds[ref.kind].sharingPage(ref.id),
  });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const ref = sharedRef(params);
  const memberId = recordId(params.memberId);
  return confirmed({ request, context, ofRecord: true }, async ({ api, key }) => {
    await endShare(api, ref, memberId, key);
    return { location: sharedKinds[ref.kind].sharingPage(ref.id), toast: "No longer shared." };
  });
}
