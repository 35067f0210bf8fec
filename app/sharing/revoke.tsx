import { redirect } from "react-router";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { confirmationForm } from "../forms/forms.tsx";
import { PackageConfirmation } from "../packages/package-page.tsx";
import type { Route } from "./+types/revoke";
import { findLinkOf, loadLinkFor } from "./load-link.server.ts";
import { linkPath } from "./share-link.ts";
import { revokeLink } from "./shares.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { item, link } = await loadLinkFor("revoke", context, params);
  const cancel = linkPath(item.id, link.id);
  if (link.revokedAt !== null) throw redirect(cancel);
  return { item, title: `Revoke ${link.label}?`, cancel, start: await startForm(context, { etag: link.etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return submitForm({ request, context }, confirmationForm, async ({ api, key }) => {
    const { id, packageId } = await findLinkOf(api, params);
    await revokeLink(api, id, key);
    return { location: linkPath(packageId, id), toast: "Link revoked." };
  });
}

export default function RevokeLink({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <PackageConfirmation
      {...loaderData}
      subtitle="The link stops working immediately, even for people who have it open. This can't be undone."
      reply={actionData}
      send="Revoke link"
      look="bad"
    />
  );
}
