import type { RouterContextProvider } from "react-router";
import { allows } from "../json-api/resource.ts";
import { picturesContext } from "../pictures/pictures.ts";
import { agentOf } from "../session/session.server.ts";
import { loadPackage } from "./load-package.server.ts";
import type { FoundPhoto } from "./package-photos.server.ts";
import type { ShownPhoto } from "./photo-tiles.tsx";

type Context = Readonly<RouterContextProvider>;

/** Photos with the addresses of their pictures on our own server, in their order. */
function showPhotos(context: Context, photos: readonly FoundPhoto[]): readonly ShownPhoto[] {
  const pictures = context.get(picturesContext);
  const { workspace } = agentOf(context);
  return photos
    .toSorted((one, other) => one.position - other.position)
    .map(({ id, caption, isCutOff, url }) => ({
      id,
      caption,
      isCutOff,
      picture: pictures.pathOf(url, 350, workspace.id),
      full: pictures.pathOf(url, 640, workspace.id),
    }));
}

/** A property's photos for a page about them. @throws 404 where there is no such property */
export async function loadPhotos(context: Context, packageId: string) {
  const found = await loadPackage(context, packageId);
  const { id, street } = found;
  return { item: { id, street }, photos: showPhotos(context, found.photos), canUpdate: allows(found, "update") };
}
