import type { RouterContextProvider } from "react-router";
import type { Api } from "../json-api/api.ts";
import { allows } from "../json-api/resource.ts";
import { orTrashed } from "../lists/or-trashed.server.ts";
import { picturesContext } from "../pictures/pictures.ts";
import { packagePath, packagesPath } from "../record-paths.ts";
import {
  agentOf,
  apiOf,
  load,
  notFound,
  permitted,
  recordId,
  sharedRead,
  viewOnly,
} from "../session/session.server.ts";
import { findComparable } from "./comparables.server.ts";
import { type FoundPhoto, findPhoto } from "./package-photos.server.ts";
import { type FoundPackage, findPackage } from "./packages.server.ts";
import type { ShownPhoto } from "./photo-tiles.tsx";

type Context = Readonly<RouterContextProvider>;

/** The package with this id. @throws 404 where there is none that the current user may see */
export const loadPackage = sharedRead(
  async (context, id): Promise<FoundPackage> =>
    load(orTrashed(context, id, packagesPath, findPackage(apiOf(context), recordId(id)))),
);

/** The same for a page that changes it. @throws 403 for those who may only look */
export async function loadPackageFor(action: "update" | "archive", context: Context, id: string) {
  return permitted(await loadPackage(context, id), action, viewOnly("property", packagePath(id)));
}

interface ComparableParams {
  readonly packageId: string;
  readonly comparableId: string;
}

/** The comparable that a URL names, with its property. @throws 404, or 403 for those who may only look */
export async function loadComparableFor(action: "update" | "remove", context: Context, params: ComparableParams) {
  const [{ id, street }, comparable] = await Promise.all([
    loadPackage(context, params.packageId),
    load(findComparableOf(apiOf(context), params)),
  ]);
  return {
    item: { id, street },
    comparable: permitted(comparable, action, viewOnly("property", packagePath(id))),
  };
}

/** The comparable that a URL names. @throws ApiError; 404 when it belongs to another property */
export async function findComparableOf(api: Api, { packageId, comparableId }: ComparableParams) {
  return ofPackage(packageId, await findComparable(api, recordId(comparableId)));
}

interface PhotoParams {
  readonly packageId: string;
  readonly photoId: string;
}

/** The photo that a URL names, with its property. @throws 404, or 403 for those who may only look */
export async function loadPhotoFor(action: "update" | "remove", context: Context, params: PhotoParams) {
  const [{ id, street }, photo] = await Promise.all([
    loadPackage(context, params.packageId),
    load(findPhotoOf(apiOf(context), params)),
  ]);
  return { item: { id, street }, photo: permitted(photo, action, viewOnly("property", packagePath(id))) };
}

/** The photo that a URL names. @throws ApiError; 404 when it belongs to another property */
export async function findPhotoOf(api: Api, { packageId, photoId }: PhotoParams) {
  return ofPackage(packageId, await findPhoto(api, recordId(photoId)));
}

/** The record, when it belongs to this package. @throws 404 */
export function ofPackage<Found extends { readonly packageId: string | null }>(
  packageId: string,
  record: Found,
): Found {
  if (record.packageId !== packageId) throw notFound();
  return record;
}

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
