import { href, type RouterContextProvider } from "react-router";
import { uuidOf } from "../forms/idempotent-write.server.ts";
import { ApiError } from "../json-api/api-error.ts";
import { apiOf } from "../session/session.server.ts";
import type { To } from "../session/store.ts";
import type { StoredFile } from "../uploads/file.ts";
import { refusalOf, storeFiles } from "../uploads/receive-form.server.ts";
import type { SpooledFile } from "../uploads/spool.server.ts";
import type { RefusedFile } from "../uploads/upload-limits.ts";
import { createDocument } from "./documents.server.ts";
import { clashesPath, type Place, pathAfterUpload, placeQuery, returnParameters } from "./place.ts";

type Context = Readonly<RouterContextProvider>;

export interface Addition {
  readonly added: readonly string[];
  /** Files that are stored but not documents yet: another document has their name. */
  readonly clashes: readonly { readonly id: string; readonly name: string }[];
  readonly failed: readonly RefusedFile[];
}

/**
 * Stores the files of a form and creates documents of them at a place, one by one; one that fails does not stop the others.
 * @param refused files that were refused while they arrived
 * @param key of the form
 * @throws ApiError when the session has ended
 */
export async function addFiles(
  context: Context,
  place: Place,
  files: readonly SpooledFile[],
  refused: readonly RefusedFile[],
  key: string,
): Promise<Addition> {
  const added: string[] = [];
  const clashes: { id: string; name: string }[] = [];
  const failed = [...refused];
  const stored = await storeFiles(context, files, key);
  for (const [index, spooled] of files.entries()) {
    const outcome = stored[index];
    if (outcome === undefined) continue;
    if ("reason" in outcome) {
      failed.push(outcome);
      continue;
    }
    const { id, name } = outcome.file;
    try {
      added.push(await addFile(context, place, outcome.file, uuidOf([key, "document", index])));
    } catch (error) {
      if (isNameTaken(error)) clashes.push({ id, name });
      else failed.push(refusalOf(spooled, error));
    }
  }
  return { added, clashes, failed };
}

/** Gives the label. @throws ApiError */
async function addFile(context: Context, place: Place, file: StoredFile, key: string): Promise<string> {
  const document = await createDocument(apiOf(context), { fileId: file.id, place, onClash: null }, key);
  return document?.label ?? file.name;
}

function isNameTaken(error: unknown): boolean {
  return error instanceof ApiError && error.cause.code === "name_taken";
}

/** Where the form of an upload leads that added something. @param query of the form's page, which says where it returns to */
export function locationAfter(place: Place, { added, clashes, failed }: Addition, query: URLSearchParams): To {
  const toast = toastFor(added);
  const missing = failed.map(({ name }): [string, string] => ["missing", name]);
  if (missing.length > 0)
    return { location: href("/documents/uploads/new") + placeQuery(place, [...returnParameters(query), ...missing]) };
  const files = clashes.map(({ id }) => id);
  if (files.length > 0) return { location: clashesPath(place, files), ...toast };
  return { location: pathAfterUpload(place, query), ...toast };
}

function toastFor(added: readonly string[]): { toast?: string } {
  const [first] = added;
  if (first === undefined) return {};
  return { toast: added.length === 1 ? `${first} uploaded.` : `${added.length} files uploaded.` };
}
