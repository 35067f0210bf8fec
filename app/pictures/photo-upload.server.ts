import type { RouterContextProvider } from "react-router";
import * as z from "zod/mini";
import { startForm } from "../forms/forms.server.ts";
import type { FormInit } from "../forms/forms.tsx";
import { uuidOf } from "../forms/idempotent-write.server.ts";
import type { Api } from "../json-api/api.ts";
import { required } from "../json-api/api-error.ts";
import { resource } from "../json-api/resource.ts";
import { apiOf, load, loadBoth } from "../session/session.server.ts";
import type { To } from "../session/store.ts";
import type { StorageAllowance } from "../uploads/file.ts";
import { findAllowance } from "../uploads/files.server.ts";
import { listUnfinished } from "../uploads/own-uploads.server.ts";
import { refusalOf, storeSpooledFile } from "../uploads/receive-form.server.ts";
import type { SpooledFile } from "../uploads/spool.server.ts";
import type { RefusedFile, UnfinishedUpload } from "../uploads/upload-limits.ts";
import { photoFiles } from "./photo-files.ts";

const picture = resource("picture", { url: z.string() });

const failure = "Failed to save the photo";

/**
 * Makes a picture of a file and returns its URL, which a record takes.
 * @throws ApiError "invalid" for a file that is not a picture; "unknown-outcome" where the service does not say where it is
 */
export async function makePicture(api: Api, fileId: string, key: string): Promise<string> {
  return required(await api.create("/pictures", picture, { fileId }, { key, failure }), failure).url;
}

type Context = Readonly<RouterContextProvider>;

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
