import { data, type RouterContextProvider } from "react-router";
import * as z from "zod/mini";
import { textsOf } from "../client-pages/texts/texts.ts";
import { FormRefusal, startForm, writeForm } from "../forms/forms.server.ts";
import type { FormInit, FormReply } from "../forms/forms.tsx";
import { uuidOf } from "../forms/idempotent-write.server.ts";
import type { Api } from "../json-api/api.ts";
import { ApiError, required } from "../json-api/api-error.ts";
import { path } from "../json-api/path.ts";
import { resource } from "../json-api/resource.ts";
import { type Settled, settle } from "../json-api/settle.ts";
import { logFaults } from "../session/session.server.ts";
import type { To } from "../session/store.ts";
import { findAllowance } from "../uploads/files.server.ts";
import { nothingKept, receiveFields, refusalOf, storeSpooledFile } from "../uploads/receive-form.server.ts";
import type { SpooledFile } from "../uploads/spool.server.ts";
import { type FileAnswer, submitFile } from "../uploads/submit-files.server.ts";
import { type RefusedFile, statusOf } from "../uploads/upload-limits.ts";
import { draftForm } from "./message.ts";
import { portalOf } from "./portal.server.ts";
import { saveDraft } from "./portal-messages.server.ts";

type Context = Readonly<RouterContextProvider>;

/** What the form for a document of the client's own needs. */
export interface DocumentUploadStart {
  readonly start: FormInit;
  /** Bytes that one file may have. */
  readonly most: number;
}

const ownDocument = resource("portal_document", { label: z.string() });

/** Null for staff who look. The promise never rejects. */
export async function loadUpload(context: Context): Promise<Settled<DocumentUploadStart> | null> {
  const { api, isView } = portalOf(context);
  if (isView) return null;
  const [allowance, start] = await Promise.all([
    settle(api, (api) => findAllowance(api, "/portal"), logFaults(context)),
    startForm(context),
  ]);
  if (!allowance.ok) return allowance;
  return { ok: true, data: { start, most: Math.min(allowance.data.file, allowance.data.free) } };
}

/** The whole action of that form: stores the file once, and makes a document of the client of it. */
export async function sendDocument(context: Context, request: Request): Promise<FileAnswer> {
  const { base, language } = portalOf(context);
  return submitFile(context, request, async (file, { key }) => {
    const kept = await keepOwnDocument(context, file, key);
    if ("reason" in kept) return kept;
    return { location: `${base}/documents`, toast: textsOf(language).own.upload.sent };
  });
}

/**
 * Stores a received file, and makes a document of the client of it.
 * @param key of the form: the same file of the same form is one document
 * @param taskId of the task that is done with it
 * @returns the document's id, or why the file was refused
 */
export async function keepOwnDocument(
  context: Context,
  file: SpooledFile,
  key: string,
  taskId?: string,
): Promise<{ readonly id: string } | RefusedFile> {
  const { api } = portalOf(context);
  const stored = await storeSpooledFile(context, file, key);
  if ("reason" in stored) return stored;
  try {
    return { id: await createOwnDocument(api, { fileId: stored.file.id, taskId }, uuidOf([key, "document"])) };
  } catch (error) {
    if (error instanceof ApiError && error.kind !== "unauthenticated") return refusalOf(file, error);
    throw error;
  }
}

/**
 * Takes back a document that the person has sent: it is deleted.
 * @throws FormRefusal once somebody of the agent's side has opened it, ApiError "missing"
 */
export async function takeBackDocument(api: Api, id: string): Promise<void> {
  try {
    await api.remove(path`/portal/documents/${id}`, { failure: "Failed to take the document back" });
  } catch (error) {
    if (!(error instanceof ApiError) || error.cause.code !== "document_opened") throw error;
    // The page says it, and what can be done.
    throw new FormRefusal({});
  }
}

/** Makes documents of the client of several files, in their order; one that fails does not stop the others. */
export async function keepAsDocuments(context: Context, files: readonly SpooledFile[], key: string) {
  const documentIds: string[] = [];
  const failed: RefusedFile[] = [];
  for (const [index, file] of files.entries()) {
    const kept = await keepOwnDocument(context, file, uuidOf([key, "file", index, file.digest]));
    if ("reason" in kept) failed.push(kept);
    else documentIds.push(kept.id);
  }
  return { documentIds, failed };
}

/** What a message is received with: its words, and the documents that were made of its files. */
interface ReceivedMessage {
  readonly body: string | null;
  readonly documentIds: readonly string[];
}

/**
 * The whole action of the form of a message, whose files become documents of the client. Where one is refused, the others are attached
 * to the draft, and nothing more is done.
 * @param schema of the message without files
 * @param write does what the form is for, under the form's key
 */
export async function submitMessage(
  context: Context,
  request: Request,
  schema: typeof draftForm,
  write: (message: ReceivedMessage, key: string) => Promise<To>,
): Promise<MessageAnswer> {
  const { api } = portalOf(context);
  const schemaFor = (files: number) => (files === 0 ? schema : draftForm);
  const { form, files, refused, discard } = await receiveFields(context, request, schemaFor, { ofRecord: true });
  let failed: readonly RefusedFile[] = [];
  try {
    if (!form.isValid) return form.answer;
    return await writeForm<typeof form.value, never>(context, form, async ({ value: { body, documentIds }, key }) => {
      const kept = await keepAsDocuments(context, files, key);
      const message = { body, documentIds: [...documentIds, ...kept.documentIds] };
      const keep = () => saveDraft(api, { ...message, body: body ?? "" });
      failed = [...refused, ...kept.failed];
      if (failed.length > 0) {
        await keep();
        throw nothingKept();
      }
      try {
        return await write(message, key);
      } catch (error) {
        if (kept.documentIds.length > 0) await keep();
        throw error;
      }
    });
  } catch (error) {
    if (!form.isValid || failed.length === 0) throw error;
    return data({ ...form.reply({}).data, failed }, { status: statusOf(failed) });
  } finally {
    await discard([]);
  }
}

export type MessageAnswer =
  | Response
  | ReturnType<typeof data<FormReply & { readonly failed?: readonly RefusedFile[] }>>;

/** @returns its id @throws ApiError "invalid" for a file that is not this person's */
async function createOwnDocument(
  api: Api,
  sent: { readonly fileId: string; readonly taskId: string | undefined },
  key: string,
): Promise<string> {
  const failure = "Failed to add the document";
  return required(await api.act("/portal/documents", ownDocument, sent, { key, failure }), failure).id;
}
