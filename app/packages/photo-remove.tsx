import { href } from "react-router";
import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import type { Route } from "./+types/photo-remove";
import { findPhotoOf, loadPhotoFor } from "./load-package.server.ts";
import { packageCrumbs } from "./package-page.tsx";
import { removePhoto } from "./package-photos.server.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { item, photo } = await loadPhotoFor("remove", context, params);
  return startConfirmation(context, {
    crumbs: packageCrumbs(item, "Remove photo"),
    title: photo.caption === null ? `Remove photo ${photo.position}?` : `Remove “${photo.caption}”?`,
    subtitle: `It is removed from ${item.street} for good.`,
    send: "Remove photo",
    look: "bad",
    cancel: href("/packages/:packageId/photos", params),
    etag: photo.etag,
  });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return confirmed({ request, context }, async ({ api, key, etag }) => {
    const { id } = await findPhotoOf(api, params);
    await removePhoto(api, id, { key, etag });
    return { location: href("/packages/:packageId/photos", params), toast: "Photo removed." };
  });
}
