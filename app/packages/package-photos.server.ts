import type { Api } from "../json-api/api.ts";
import { changeRecord } from "../json-api/change.ts";
import { path } from "../json-api/path.ts";
import type { ChangeTerms, WriteTerms } from "../json-api/record.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { photoAttributes } from "./package-photo.ts";

/** The calls about photos of properties: the only file that names their JSON:API types. */

export const photoResource = resource("package_photo", photoAttributes);
export type FoundPhoto = RecordOf<typeof photoResource>;

/** @throws ApiError "missing" */
export function findPhoto(api: Api, id: string): Promise<FoundPhoto> {
  return api.find(path`/package_photos/${id}`, photoResource);
}

/** Adds a photo behind the others. @param url from `makePicture` @throws ApiError "invalid" when there is no room, "forbidden" */
export async function addPhoto(api: Api, packageId: string, url: string, key: string): Promise<void> {
  await api.create("/package_photos", photoResource, { packageId, url }, { key });
}

/** @throws ApiError "stale" when it was changed since, "invalid" with fields, "forbidden", "missing" */
export async function changeCaption(api: Api, id: string, caption: string | null, terms: ChangeTerms): Promise<void> {
  await changeRecord(api, path`/package_photos/${id}`, photoResource, id, { caption }, terms);
}

/** Moves a photo; the photos between make room. @param position from 1, which is the cover @throws ApiError "forbidden", "missing" */
export async function movePhoto(api: Api, id: string, position: number, key: string): Promise<void> {
  const terms = { key, etag: null };
  await api.update(path`/package_photos/${id}`, photoResource, id, { position }, terms);
}

/** @throws ApiError "stale", "forbidden", "missing" */
export async function removePhoto(api: Api, id: string, terms: WriteTerms): Promise<void> {
  await api.remove(path`/package_photos/${id}`, terms);
}
