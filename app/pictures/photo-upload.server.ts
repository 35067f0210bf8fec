import type { RouterContextProvider } from "react-router";
import { startForm } from "../forms/forms.server.ts";
import type { FormInit } from "../forms/forms.tsx";
import { uuidOf } from "../forms/idempotent-write.server.ts";
import { apiOf, load, loadBoth } from "../session/session.server.ts";
import type { To } from "../session/store.ts";
import type { StorageAllowance } from "../uploads/file.ts";
import { findAllowance } from "../uploads/files.server.ts";
import { listUnfinished } from "../uploads/own-uploads.server.ts";
import { refusalOf, storeSpooledFile } from "../uploads/receive-form.server.ts";
import type { SpooledFile } from "../uploads/spool.server.ts";
import type { RefusedFile, UnfinishedUpload } from "../uploads/upload-limits.ts";
import { photoFiles } from "./photo-files.ts";
import { makePicture } from "./picture-creation.server.ts";

type Context = Readonly<RouterContextProvider>;

/** What the form of a record's one picture begins with. */
export interface PhotoStart {
  readonly start: FormInit;
  readonly allowance: StorageAllowance;
  readonly unfinished: readonly UnfinishedUpload[];
}

/**
 * For a page's loader: the record that shows the picture, and what the form begins with.
 * @param finding begun already: both are fetched side by side
 */
export async function startPhoto<Found extends { readonly etag: string | null }>(
  context: Context,
  finding: Promise<Found>,
): Promise<[Found, PhotoStart]> {
  const [found, uploads] = await loadBoth(finding, findUploads(context));
  return [found, { start: await startForm(context, { etag: found.etag }), ...uploads }];
}

async function findUploads(context: Context): Promise<Omit<PhotoStart, "start">> {
  const [allowance, unfinished] = await Promise.all([load(findAllowance(apiOf(context))), listUnfinished(context)]);
  return { allowance: photoFiles.within(allowance), unfinished };
}

/**
 * Stores a file, makes a picture of it and gives its URL to a record.
 * @param take changes the record, under a key of its own
 * @returns where to go, or why the file was refused
 */
export async function storePhoto(
  context: Context,
  file: SpooledFile,
  key: string,
  take: (url: string, key: string) => Promise<To>,
): Promise<To | RefusedFile> {
  const stored = await storeSpooledFile(context, file, uuidOf([key, "file"]));
  if ("reason" in stored) return stored;
  try {
    const url = await makePicture(apiOf(context), stored.file.id, uuidOf([key, "picture"]));
    return await take(url, uuidOf([key, "photo"]));
  } catch (error) {
    return refusalOf(file, error);
  }
}
