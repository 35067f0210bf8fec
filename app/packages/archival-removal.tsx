import { redirect } from "react-router";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/archival-removal";
import { loadPackageFor } from "./load-package.server.ts";
import { packagePath } from "./package-list.ts";
import { PackagePage } from "./package-page.tsx";
import { restorePackage } from "./packages.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id, street, archivedAt, etag } = await loadPackageFor("archive", context, params.packageId);
  if (archivedAt === null) throw redirect(packagePath(id));
  return { item: { id, street }, start: await startForm(context, { etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.packageId);
  return submitForm({ request, context }, confirmationForm, async ({ api, key }) => {
    await restorePackage(api, id, key);
    return { location: packagePath(id), toast: "Package brought back." };
  });
}

export default function BringPackageBack({ loaderData: { item, start }, actionData }: Route.ComponentProps) {
  return (
    <PackagePage
      item={item}
      title={`Bring ${item.street} back?`}
      crumb="Bring back"
      subtitle="It stands in the list of opportunities again."
    >
      <Confirmation start={start} reply={actionData} send="Bring back" cancel={packagePath(item.id)} />
    </PackagePage>
  );
}
