import { href, redirect } from "react-router";
import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import { packagePath, packagesPath } from "../record-paths.ts";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/archive";
import { loadPackageFor } from "./load-package.server.ts";
import { packageCrumbs } from "./package-page.tsx";
import { archivePackage } from "./packages.server.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id, street, archivedAt, etag } = await loadPackageFor("archive", context, params.packageId);
  if (archivedAt !== null) throw redirect(packagePath(id));
  return startConfirmation(
    context,
    {
      crumbs: packageCrumbs({ id, street }, "Archive property"),
      title: `Archive ${street}?`,
      subtitle: "The property is hidden from your list. Nothing is deleted and you can restore it anytime.",
      send: "Archive property",
      cancel: packagePath(id),
    },
    { etag },
  );
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.packageId);
  return confirmed({ request, context }, async ({ api, key }) => {
    const street = await archivePackage(api, id, key);
    const undo = { action: href("/packages/:packageId/archival/removal", { packageId: id }), fields: {} };
    return {
      location: packagesPath,
      toast: street === null ? "Property archived." : `Property archived: ${street}`,
      undo,
    };
  });
}
