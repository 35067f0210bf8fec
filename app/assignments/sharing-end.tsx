import { startForm, submitForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { apiOf, load, loadBoth, notFound, recordId } from "../session/session.server.ts";
import { Page, PageHead } from "../ui/page.tsx";
import type { Route } from "./+types/sharing-end";
import { assignedKinds } from "./assignment.ts";
import { loadSharedName, sharedRef } from "./load-shares.server.ts";
import { sharedKinds } from "./member-share.ts";
import { endShare, listShares } from "./member-shares.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const ref = sharedRef(params);
  const memberId = recordId(params.memberId);
  const [name, shares] = await loadBoth(loadSharedName(context, ref), load(listShares(apiOf(context), ref)));
  const share = shares.find(({ id }) => id === memberId);
  if (share === undefined) throw notFound();
  return { ref, name, colleague: share.name, start: await startForm(context) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const ref = sharedRef(params);
  const memberId = recordId(params.memberId);
  return submitForm({ request, context, ofRecord: true }, confirmationForm, async ({ api, key }) => {
    await endShare(api, ref, memberId, key);
    return { location: sharedKinds[ref.kind].sharingPage(ref.id), toast: "No longer shared." };
  });
}

export default function StopSharing({ loaderData, actionData }: Route.ComponentProps) {
  const { ref, name, colleague, start } = loaderData;
  const { list, page, noun } = assignedKinds[ref.kind];
  const back = sharedKinds[ref.kind].sharingPage(ref.id);
  return (
    <Page narrow>
      <PageHead
        crumbs={[list, { label: name, href: page(ref.id) }, { label: "Stop sharing" }]}
        title={`Stop sharing with ${colleague}?`}
        subtitle={`${colleague} no longer sees this ${noun}.`}
      />
      <Confirmation start={start} reply={actionData} send="Stop sharing" cancel={back} />
    </Page>
  );
}
