import { href, redirect } from "react-router";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { confirmationForm } from "../forms/forms.tsx";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/photo-remove";
import { loadPackageFor } from "./load-package.server.ts";
import { packagePath } from "./package-list.ts";
import { PackageConfirmation } from "./package-page.tsx";
import { changePhoto } from "./packages.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id, street, photoUrl, etag } = await loadPackageFor("update", context, params.packageId);
  const page = { title: `Remove the photo of ${street}?`, cancel: href("/packages/:packageId/photo", params) };
  if (photoUrl === null) throw redirect(page.cancel);
  return { ...page, item: { id, street }, start: await startForm(context, { etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return submitForm({ request, context }, confirmationForm, async ({ api, key }) => {
    await changePhoto(api, recordId(params.packageId), null, key);
    return { location: packagePath(params.packageId), toast: "Photo removed." };
  });
}

export default function RemovePhoto({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <PackageConfirmation
      {...loaderData}
      subtitle="A placeholder is shown instead."
      reply={actionData}
      send="Remove photo"
      look="bad"
    />
  );
}
