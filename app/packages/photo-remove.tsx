import { href } from "react-router";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { confirmationForm } from "../forms/forms.tsx";
import type { Route } from "./+types/photo-remove";
import { findPhotoOf, loadPhotoFor } from "./load-package.server.ts";
import { PackageConfirmation } from "./package-page.tsx";
import { removePhoto } from "./package-photos.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { item, photo } = await loadPhotoFor("remove", context, params);
  const cancel = href("/packages/:packageId/photos", params);
  const title = photo.caption === null ? `Remove photo ${photo.position}?` : `Remove “${photo.caption}”?`;
  return { item, title, cancel, start: await startForm(context, { etag: photo.etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return submitForm({ request, context }, confirmationForm, async ({ api, key }) => {
    const { id } = await findPhotoOf(api, params);
    await removePhoto(api, id, key);
    return { location: href("/packages/:packageId/photos", params), toast: "Photo removed." };
  });
}

export default function RemovePhoto({ loaderData, actionData }: Route.ComponentProps) {
  const subtitle = `It is removed from ${loaderData.item.street} for good.`;
  return <PackageConfirmation {...loaderData} subtitle={subtitle} reply={actionData} send="Remove photo" look="bad" />;
}
