import { redirect } from "react-router";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/archival";
import { loadPackageFor } from "./load-package.server.ts";
import { listPath, packagePath } from "./package-list.ts";
import { PackagePage } from "./package-page.tsx";
import { archivePackage } from "./packages.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id, street, archivedAt, etag } = await loadPackageFor("archive", context, params.packageId);
  if (archivedAt !== null) throw redirect(packagePath(id));
  return { item: { id, street }, start: await startForm(context, { etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.packageId);
  return submitForm({ request, context }, confirmationForm, async ({ api, key }) => {
    await archivePackage(api, id, key);
    return { location: listPath, toast: "Package archived." };
  });
}

export default function ArchivePackage({ loaderData: { item, start }, actionData }: Route.ComponentProps) {
  return (
    <PackagePage
      item={item}
      title={`Archive ${item.street}?`}
      crumb="Archive"
      subtitle="It leaves the list of opportunities. Everything about it is kept, and it can be brought back at any time."
    >
      <Confirmation start={start} reply={actionData} send="Archive package" cancel={packagePath(item.id)} />
    </PackagePage>
  );
}
