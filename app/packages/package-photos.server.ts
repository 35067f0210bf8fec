import type { Api } from "../json-api/api.ts";
import { path } from "../json-api/path.ts";
import type { ChangeTerms } from "../json-api/record.ts";
import { recordCalls } from "../json-api/record-calls.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { photoAttributes } from "./package-photo.ts";

/** The calls about photos of properties: the only file that names their JSON:API types. */

export const photoResource = resource("package_photo", photoAttributes);
export type FoundPhoto = RecordOf<typeof photoResource>;

const photos = recordCalls("/package_photos", photoResource);
export const { find: findPhoto, remove: removePhoto } = photos;

interface NewPhoto {
  readonly packageId: string;
  /** From `makePicture`. */
  readonly url: string;
  readonly caption: string | null;
}

/** Adds a photo behind the others. @throws ApiError "invalid" when there is no room, "forbidden" */
export async function addPhoto(api: Api, { caption, ...photo }: NewPhoto, key: string): Promise<void> {
  const attributes = { ...photo, ...(caption !== null && { caption }) };
  await api.create("/package_photos", photoResource, attributes, { key });
}

/** @throws ApiError "stale" when it was changed since, "invalid" with fields, "forbidden", "missing" */
export async function changeCaption(api: Api, id: string, caption: string | null, terms: ChangeTerms): Promise<void> {
  await photos.change(api, id, { caption }, terms);
}

/** Moves a photo; the photos between make room. @param position from 1, which is the cover @throws ApiError "forbidden", "missing" */
export async function movePhoto(api: Api, id: string, position: number, key: string): Promise<void> {
  const terms = { key, etag: null };
  await api.update(path`/package_photos/${id}`, photoResource, id, { position }, terms);
}
