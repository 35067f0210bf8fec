import type { RouterContextProvider } from "react-router";
import { uuidOf } from "../forms/idempotent-write.server.ts";
import { makePicture } from "../pictures/photo-upload.server.ts";
import { apiOf } from "../session/session.server.ts";
import { refusalOf, storeSpooledFile } from "../uploads/receive-form.server.ts";
import type { SpooledFile } from "../uploads/spool.server.ts";
import type { FilesResult } from "../uploads/submit-files.server.ts";
import type { RefusedFile } from "../uploads/upload-limits.ts";
import { addPhoto } from "./package-photos.server.ts";

type Context = Readonly<RouterContextProvider>;

/** What became of the files of a form. */
export interface AddedPhotos extends FilesResult {
  /** Names of the files that are photos now. */
  readonly added: readonly string[];
}

/**
 * Adds the files of a form to a property's photos, in the order in which they were chosen; one that fails does not stop the others.
 * @param refused files that were refused while they arrived
 * @param key of the form: the same file of the same form is added once
 * @param caption of each of them; null for none
 * @throws ApiError when the session has ended
 */
export async function addPhotos(
  context: Context,
  packageId: string,
  files: readonly SpooledFile[],
  refused: readonly RefusedFile[],
  key: string,
  caption: string | null = null,
): Promise<AddedPhotos> {
  const added: string[] = [];
  const failed = [...refused];
  for (const [index, file] of files.entries()) {
    const refusal = await addOne(context, { packageId, caption }, file, uuidOf([key, index]));
    if (refusal === null) added.push(file.name);
    else failed.push(refusal);
  }
  return { added, failed };
}

async function addOne(
  context: Context,
  photo: { readonly packageId: string; readonly caption: string | null },
  file: SpooledFile,
  key: string,
): Promise<RefusedFile | null> {
  const stored = await storeSpooledFile(context, file, uuidOf([key, "file"]));
  if ("reason" in stored) return stored;
  try {
    const url = await makePicture(apiOf(context), stored.file.id, uuidOf([key, "picture"]));
    await addPhoto(apiOf(context), { ...photo, url }, uuidOf([key, "photo"]));
    return null;
  } catch (error) {
    return refusalOf(file, error);
  }
}
