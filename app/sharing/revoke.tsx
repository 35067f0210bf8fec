import { redirect } from "react-router";
import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import { packageCrumbs } from "../packages/package-page.tsx";
import type { Route } from "./+types/revoke";
import { linkPath } from "./share-link.ts";
import { findLinkOf, loadLinkFor, revokeLink } from "./shares.server.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { item, link } = await loadLinkFor("revoke", context, params);
  const cancel = linkPath(item.id, link.id);
  if (link.revokedAt !== null) throw redirect(cancel);
  return startConfirmation(context, {
    crumbs: packageCrumbs(item, "Revoke link"),
    title: `Revoke ${link.label}?`,
    subtitle: "The link stops working immediately, even for people who have it open. This can't be undone.",
    send: "Revoke link",
    look: "bad",
    cancel,
    etag: link.etag,
  });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return confirmed({ request, context }, async ({ api, key }) => {
    const { id, packageId } = await findLinkOf(api, params);
    await revokeLink(api, id, key);
    return { location: linkPath(packageId, id), toast: "Link revoked." };
  });
}
