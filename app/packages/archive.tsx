import { href, redirect } from "react-router";
import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import { packagePath, packagesPath } from "../record-paths.ts";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/archive";
import { loadPackageFor } from "./load-package.server.ts";
import { packageCrumbs } from "./package-page.tsx";
import { archivePackage, restorePackage } from "./packages.server.ts";

/** Archives a property, or at the other address restores it. */

export { ConfirmationPage as default } from "../forms/forms.tsx";

const isRestoring = (pattern: string) => pattern.endsWith("/removal");

export async function loader({ params, pattern, context }: Route.LoaderArgs) {
  const { id, street, archivedAt, etag } = await loadPackageFor("archive", context, params.packageId);
  if ((archivedAt === null) === isRestoring(pattern)) throw redirect(packagePath(id));
  const [crumb, title, subtitle, send] = isRestoring(pattern)
    ? ["Restore", `Restore ${street}?`, "The property will be back in your list.", "Restore"]
    : [
        "Archive property",
        `Archive ${street}?`,
        "The property is hidden from your list. Nothing is deleted and you can restore it anytime.",
        "Archive property",
      ];
  const crumbs = packageCrumbs({ id, street }, crumb);
  return startConfirmation(context, { crumbs, title, subtitle, send, cancel: packagePath(id), etag });
}

export async function action({ request, params, pattern, context }: Route.ActionArgs) {
  const id = recordId(params.packageId);
  return confirmed({ request, context }, async ({ api, key }) => {
    if (isRestoring(pattern)) {
      await restorePackage(api, id, key);
      return { location: packagePath(id), toast: "Property restored." };
    }
    const street = await archivePackage(api, id, key);
    const undo = { action: href("/packages/:packageId/archival/removal", { packageId: id }), fields: {} };
    return {
      location: packagesPath,
      toast: street === null ? "Property archived." : `Property archived: ${street}`,
      undo,
    };
  });
}
