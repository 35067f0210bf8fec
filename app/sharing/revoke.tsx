import { redirect } from "react-router";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { PackagePage } from "../packages/package-page.tsx";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/revoke";
import { findLinkTo, loadLinkFor } from "./load-link.server.ts";
import { linkPath } from "./share-link.ts";
import { revokeLink } from "./shares.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { item, link } = await loadLinkFor("revoke", context, params);
  if (link.revokedAt !== null) throw redirect(linkPath(item.id, link.id));
  return { item, id: link.id, label: link.label, start: await startForm(context, { etag: link.etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const [packageId, id] = [recordId(params.packageId), recordId(params.shareId)];
  return submitForm({ request, context }, confirmationForm, async ({ api, key }) => {
    await findLinkTo(api, packageId, id);
    await revokeLink(api, id, key);
    return { location: linkPath(packageId, id), toast: "Link revoked." };
  });
}

export default function RevokeLink({ loaderData: { item, id, label, start }, actionData }: Route.ComponentProps) {
  return (
    <PackagePage
      item={item}
      title={`Revoke ${label}?`}
      crumb="Revoke"
      subtitle="The link stops working immediately, even for people who have it open. This can't be undone."
    >
      <Confirmation start={start} reply={actionData} send="Revoke link" look="bad" cancel={linkPath(item.id, id)} />
    </PackagePage>
  );
}
