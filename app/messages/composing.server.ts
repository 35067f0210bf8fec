import type { RouterContextProvider } from "react-router";
import { createDocument } from "../documents/documents.server.ts";
import { startForm } from "../forms/forms.server.ts";
import { uuidOf } from "../forms/idempotent-write.server.ts";
import { ApiError } from "../json-api/api-error.ts";
import { type Settled, settle } from "../json-api/settle.ts";
import { apiOf, load, logFaults } from "../session/session.server.ts";
import { findAllowance } from "../uploads/files.server.ts";
import { refusalOf, storeSpooledFile } from "../uploads/receive-form.server.ts";
import type { SpooledFile } from "../uploads/spool.server.ts";
import type { RefusedFile } from "../uploads/upload-limits.ts";
import type { Composing } from "./message-form.tsx";
import { findDraft } from "./messages.server.ts";
import { listReplies } from "./replies.server.ts";

type Context = Readonly<RouterContextProvider>;

/**
 * What the form of a message to a client begins with: what was written there before, on whichever device. Its key is the draft's and
 * changes when that is sent, so a page that is asked for again may be the same one.
 * @param about the property that an address names; it counts where it is one of the client's
 */
export async function loadComposing(
  context: Context,
  clientId: string,
  about: string | null = null,
): Promise<Omit<Composing, "client">> {
  const api = apiOf(context);
  const [draft, replies, start, mostBytes] = await Promise.all([
    load(findDraft(api, clientId)),
    settle(api, async (api) => (await listReplies(api)).map(({ id, name }) => ({ id, name })), logFaults(context)),
    startForm(context),
    loadMostBytes(context),
  ]);
  const { body, documents, packages } = draft;
  const isKnown = packages.some(({ id }) => id === about);
  return {
    clientId,
    body,
    packageId: isKnown ? about : draft.packageId,
    documents,
    packages,
    replies,
    mostBytes,
    draftKey: draft.submissionKey,
    start: start.parked === null ? { ...start, key: draft.submissionKey } : start,
  };
}

/** How many bytes a file may have that goes with a message. The promise never rejects. */
function loadMostBytes(context: Context): Promise<Settled<number>> {
  const find = async (api: Parameters<typeof findAllowance>[0]) => {
    const { file, free } = await findAllowance(api);
    return Math.min(file, free);
  };
  return settle(apiOf(context), find, logFaults(context));
}

/** The documents that were made of a form's files, and the files that were refused. */
interface KeptFiles {
  readonly documentIds: readonly string[];
  readonly failed: readonly RefusedFile[];
}

/**
 * Stores files and makes documents of the client of them, which the client sees; one that fails does not stop the others.
 * @param key of the form: the same file of the same form is one document
 * @throws ApiError when the session has ended
 */
export async function keepAsDocuments(
  context: Context,
  clientId: string,
  files: readonly SpooledFile[],
  key: string,
): Promise<KeptFiles> {
  const documentIds: string[] = [];
  const failed: RefusedFile[] = [];
  for (const [index, file] of files.entries()) {
    const kept = await keepOne(context, clientId, file, uuidOf([key, "file", index, file.digest]));
    if (typeof kept === "string") documentIds.push(kept);
    else failed.push(kept);
  }
  return { documentIds, failed };
}

/** @returns the id of its document, or why it was refused */
async function keepOne(
  context: Context,
  clientId: string,
  file: SpooledFile,
  key: string,
): Promise<string | RefusedFile> {
  const stored = await storeSpooledFile(context, file, key);
  if ("reason" in stored) return stored;
  const place = { folderId: null, packageId: null, clientId };
  const made = { fileId: stored.file.id, place, onClash: "keep_both", isClientVisible: true } as const;
  try {
    const document = await createDocument(apiOf(context), made, uuidOf([key, "document"]));
    return document?.id ?? { name: file.name, reason: "The service doesn't say what became of it." };
  } catch (error) {
    if (error instanceof ApiError && error.kind !== "unauthenticated") return refusalOf(file, error);
    throw error;
  }
}
