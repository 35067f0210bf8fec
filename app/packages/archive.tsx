import { redirect } from "react-router";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { confirmationForm } from "../forms/forms.tsx";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/archive";
import { loadPackageFor } from "./load-package.server.ts";
import { listPath, packagePath } from "./package-list.ts";
import { PackageConfirmation } from "./package-page.tsx";
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
    return { location: listPath, toast: "Property archived." };
  });
}

export default function ArchivePackage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <PackageConfirmation
      {...loaderData}
      title={`Archive ${loaderData.item.street}?`}
      subtitle="The property is hidden from your list. Nothing is deleted and you can restore it anytime."
      reply={actionData}
      send="Archive property"
    />
  );
}
