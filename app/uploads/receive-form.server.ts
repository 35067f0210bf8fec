import { open } from "node:fs/promises";
import { data, type RouterContextProvider } from "react-router";
import * as z from "zod/mini";
import {
  type InvalidForm,
  type ReadOptions,
  readForm,
  readFormData,
  readFormFields,
  type ValidForm,
} from "../forms/forms.server.ts";
import { uuidOf } from "../forms/idempotent-write.server.ts";
import { ApiError } from "../json-api/api-error.ts";
import { logContext } from "../session/context.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { apiOf, currentUserOf, load } from "../session/session.server.ts";
import type { FormSchema } from "../ui/form-parse.ts";
import type { StoredFile } from "./file.ts";
import { cleanName } from "./file-name.ts";
import { type FilesRoot, findAllowance, storeFile } from "./files.server.ts";
import { ownerOf } from "./own-uploads.server.ts";
import type { SpooledFile } from "./spool.server.ts";
import { readUploadForm } from "./upload-form.server.ts";
import type { RefusedFile } from "./upload-limits.ts";
import { PostFailed, uploadsContext } from "./uploads.ts";

/** How many first bytes tell the type of a file. */
const headBytes = 65_536;

const unknown = "application/octet-stream";

/**
 * The media type of a file by its bytes; where these do not say, as with text, the type that its sender gave.
 * @param announced the sender's type
 */
export async function typeOfFile(path: string, announced: string): Promise<string> {
  const found = await typeOfBytes(await readHead(path));
  if (found !== null) return found;
  const mime = announced.toLowerCase().split(";")[0]?.trim() ?? "";
  return /^[\w!#$&^.+-]{1,60}\/[\w!#$&^.+-]{1,60}$/.test(mime) ? mime : unknown;
}

async function readHead(path: string): Promise<Uint8Array> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function typeOfBytes(head: Uint8Array): Promise<string | null> {
  const { fileTypeFromBuffer } = await import("file-type");
  try {
    return (await fileTypeFromBuffer(head))?.mime.toLowerCase().split(";")[0] ?? null;
  } catch {
    // It begins like a type that it is not.
    return null;
  }
}

type Context = Readonly<RouterContextProvider>;

const filesForm = z.object({
  /** Where the files go, of a form that asks for it. */
  folder: z.optional(z.string().check(z.maxLength(100))),
  upload: z.optional(z.array(z.string().check(z.maxLength(100)))),
  /** Names of files that the browser did not send. */
  unsent: z.optional(z.array(z.string().check(z.maxLength(400)))),
  /** Why each of them was not, as the page showed it. */
  unsentReason: z.optional(z.array(z.string().check(z.maxLength(200)))),
});
type FilesForm = z.output<typeof filesForm>;

interface ReceivedForm<Value = FilesForm> {
  /** Its content includes digests of the files, so that other files are another submission. */
  readonly form: ValidForm<Value> | InvalidForm;
  readonly files: readonly SpooledFile[];
  readonly refused: readonly RefusedFile[];
  /**
   * Removes the files from the spool; always called in the end.
   * @param failed files that were not stored; null when none was tried. Resumable uploads that they name stay for another try.
   */
  discard(failed: readonly RefusedFile[] | null): Promise<void>;
}

/**
 * Reads a form with files, as many as there is storage left for. The caller checks the permission to add them before.
 * @throws 400 for what is no whole form
 */
export async function receiveForm(
  context: Context,
  request: Request,
  reading: ReadOptions = {},
): Promise<ReceivedForm> {
  if (!isMultipart(request)) return receiveParts(context, await readForm(request, filesForm, context, reading));
  return receiveMultipart(context, request, () => filesForm, reading);
}

/**
 * Reads a form that has files beside fields of its own, or none.
 * @param schemaFor the number of files
 * @throws 400 for what is no whole form
 */
export async function receiveFields<Schema extends FormSchema>(
  context: Context,
  request: Request,
  schemaFor: (files: number) => Schema,
  reading: ReadOptions = {},
): Promise<ReceivedForm<z.output<Schema>>> {
  if (isMultipart(request)) return receiveMultipart(context, request, schemaFor, reading);
  const ids = uploadsIn(await readFormData(request, context));
  const form = await readForm(request, schemaFor(ids.length), context, reading);
  return { form, ...(await findUploads(context, ids)) };
}

/** The resumable uploads that a form names. */
function uploadsIn(form: FormData): string[] {
  return [...form].flatMap(([name, value]) =>
    /^upload\[\d+\]$/.test(name) && typeof value === "string" ? [value] : [],
  );
}

async function receiveMultipart<Schema extends FormSchema>(
  context: Context,
  request: Request,
  schemaFor: (files: number) => Schema,
  reading: ReadOptions,
): Promise<ReceivedForm<z.output<Schema>>> {
  const { file, free } = await load(findAllowance(apiOf(context), rootOf(context)));
  const { folder } = context.get(uploadsContext);
  const { fields, faults, ...received } = await readUploadForm(request, folder, { file, total: free });
  for (const err of faults) context.get(logContext).error({ err }, "A file had no room in the spool");
  try {
    const requestSession = context.get(requestSessionContext);
    requestSession.form = fields;
    // The time that the upload took does not count.
    requestSession.restartClock();
    const schema = schemaFor(received.files.length + received.refused.length);
    const form = await readFormFields(fields, schema, context, reading);
    const marks = received.files.map(({ name, size, digest }) => ["file", `${name} ${size} ${digest}`] as const);
    return { ...received, form: form.isValid ? { ...form, content: [...form.content, ...marks] } : form };
  } catch (error) {
    // Nobody else would remove the files of a refused form.
    await received.discard();
    throw error;
  }
}

function rootOf(context: Context): FilesRoot {
  return currentUserOf(context).kind === "client" ? "/portal" : "";
}

function isMultipart({ headers }: Request): boolean {
  return /^multipart\/form-data\b/i.test(headers.get("content-type") ?? "");
}

async function receiveParts(context: Context, form: ValidForm<FilesForm> | InvalidForm): Promise<ReceivedForm> {
  const { upload = [], unsent = [], unsentReason = [] } = form.isValid ? form.value : {};
  const missing = unsent.map((name, index) => ({
    name: cleanName(name),
    reason: unsentReason[index] ?? "It wasn't uploaded.",
  }));
  const { refused, ...found } = await findUploads(context, upload);
  return { form, ...found, refused: [...refused, ...missing] };
}

/** Files that were uploaded before their form was sent. */
async function findUploads(context: Context, named: readonly string[]): Promise<Omit<ReceivedForm, "form">> {
  const { resumable } = context.get(uploadsContext);
  const owner = ownerOf(context);
  const ids = [...new Set(named)].slice(0, mostParts);
  const found = await Promise.all(ids.map((id) => resumable.find(owner, id)));
  return {
    files: found.filter((file) => file !== null),
    refused: found.filter((file) => file === null).map(() => ({ name: "A file", reason: "It's no longer here." })),
    async discard(failed) {
      const kept = new Set(failed === null ? ids : failed.map((file) => file.upload));
      await Promise.all(ids.filter((id) => !kept.has(id)).map((id) => resumable.remove(owner, id)));
    },
  };
}

const mostParts = 50;

type StoredOrRefused = { readonly file: StoredFile } | RefusedFile;

/**
 * Stores the files of a form, one after the other; one that fails does not stop the others.
 * @param key of the form: the same file of the same form is stored once
 * @throws ApiError when the session has ended
 */
export async function storeFiles(
  context: Context,
  files: readonly SpooledFile[],
  key: string,
): Promise<StoredOrRefused[]> {
  const stored: StoredOrRefused[] = [];
  for (const [index, spooled] of files.entries())
    stored.push(await storeSpooledFile(context, spooled, uuidOf([key, index])));
  return stored;
}

/**
 * Stores a file under the type that its bytes say.
 * @param key the same bytes with the same key are stored once
 * @throws ApiError when the session has ended
 */
export async function storeSpooledFile(context: Context, spooled: SpooledFile, key: string): Promise<StoredOrRefused> {
  const { postFile } = context.get(uploadsContext);
  const api = () => {
    context.get(requestSessionContext).restartClock();
    return apiOf(context);
  };
  try {
    const mime = await typeOfFile(spooled.path, spooled.mime);
    // A refused form may be sent again with the same key and other bytes of the same name and size.
    const ofBytes = uuidOf([key, spooled.digest]);
    return { file: await storeFile({ api, root: rootOf(context), postFile, key: ofBytes }, spooled, mime) };
  } catch (error) {
    if (error instanceof PostFailed) {
      const { kind, status, cause } = error;
      context.get(logContext).warn({ kind, status, err: cause }, "The store did not take a file");
    }
    const { upload } = spooled;
    // What the store took and lost is refused as well, and may be sent once more.
    return { ...refusalOf(spooled, error), ...(upload === undefined ? {} : { upload }) };
  }
}

/**
 * A file that was not stored or added, by the error; a resumable upload keeps its id where another try may do.
 * @throws what is no such failure, and what ends the session
 */
export function refusalOf({ name, upload }: SpooledFile, error: unknown): RefusedFile {
  const reason = reasonOf(error);
  return {
    name,
    reason,
    ...(error instanceof ApiError && error.cause.code !== null ? { code: error.cause.code } : {}),
    ...(upload === undefined || isFinal(error) ? {} : { upload }),
    ...(isTemporary(error) ? { isTemporary: true } : {}),
    ...(error instanceof ApiError && error.kind === "unknown-outcome" ? { isDoubtful: true } : {}),
  };
}

/** Whether the same file is refused the next time, too. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && ["invalid", "forbidden", "missing"].includes(error.kind);
}

/** Whether the store or the service may take the same file the next time. */
function isTemporary(error: unknown): boolean {
  return (error instanceof PostFailed || error instanceof ApiError) && error.kind === "unavailable";
}

/** Why a file was not stored or added, in a sentence. @throws what is no such failure, and what ends the session */
function reasonOf(error: unknown): string {
  if (error instanceof PostFailed) {
    return error.kind === "refused" ? "File storage refused it." : "File storage isn't responding right now.";
  }
  if (!(error instanceof ApiError) || error.kind === "unauthenticated") throw error;
  const [said] = Object.values(error.fieldErrors).flat();
  if (error.kind === "invalid" && said !== undefined) return said;
  if (error.kind === "forbidden") return "You don't have permission to add it here.";
  if (error.kind === "missing" || error.kind === "not-offered") return "Files aren't accepted here.";
  if (error.kind === "unknown-outcome") return "We couldn't confirm whether it was saved.";
  return "The service isn't responding right now.";
}

/** For a write to throw where nothing was saved: its key is free again. */
export function nothingKept() {
  return data(null, { status: 400 });
}
