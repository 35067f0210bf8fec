import { redirect } from "react-router";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/photo-removal";
import { loadPackageFor } from "./load-package.server.ts";
import { packagePath } from "./package-list.ts";
import { PackagePage } from "./package-page.tsx";
import { changePhoto } from "./packages.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id, street, photoUrl, etag } = await loadPackageFor("update", context, params.packageId);
  if (photoUrl === null) throw redirect(packagePath(id, "photo"));
  return { item: { id, street }, start: await startForm(context, { etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.packageId);
  return submitForm({ request, context }, confirmationForm, async ({ api, key }) => {
    await changePhoto(api, id, null, key);
    return { location: packagePath(id), toast: "Photo removed." };
  });
}

export default function RemovePhoto({ loaderData: { item, start }, actionData }: Route.ComponentProps) {
  return (
    <PackagePage
      item={item}
      title={`Remove the photo of ${item.street}?`}
      crumb="Remove photo"
      subtitle="Lists and shared pages show the drawing of a house instead."
    >
      <Confirmation
        start={start}
        reply={actionData}
        send="Remove photo"
        look="bad"
        cancel={packagePath(item.id, "photo")}
      />
    </PackagePage>
  );
}
