import { redirect } from "react-router";
import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import { packagePath } from "../record-paths.ts";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/restore";
import { loadPackageFor } from "./load-package.server.ts";
import { packageCrumbs } from "./package-page.tsx";
import { restorePackage } from "./packages.server.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id, street, archivedAt, etag } = await loadPackageFor("archive", context, params.packageId);
  if (archivedAt === null) throw redirect(packagePath(id));
  const crumbs = packageCrumbs({ id, street }, "Restore");
  const subtitle = "The property will be back in your list.";
  const page = { crumbs, title: `Restore ${street}?`, subtitle, send: "Restore", cancel: packagePath(id) };
  return startConfirmation(context, page, { etag });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.packageId);
  return confirmed({ request, context }, async ({ api, key }) => {
    await restorePackage(api, id, key);
    return { location: packagePath(id), toast: "Property restored." };
  });
}
