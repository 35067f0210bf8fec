import type { RouterContextProvider } from "react-router";
import * as z from "zod/mini";
import { problem } from "../client-pages/portal-form.tsx";
import { startForm } from "../forms/forms.server.ts";
import type { FormInit } from "../forms/forms.tsx";
import type { Api } from "../json-api/api.ts";
import { ApiError, orNull } from "../json-api/api-error.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { type Settled, settle } from "../json-api/settle.ts";
import { isAskedByPerson, isClicked } from "../session/asked-by-person.server.ts";
import { load, logFaults } from "../session/session.server.ts";
import { findAllowance } from "../uploads/files.server.ts";
import { draftAttributes, threadAttributes } from "./message.ts";
import { portalOf } from "./portal.server.ts";

/** The calls for clients about their thread: the only file that names their JSON:API types. */

type Context = Readonly<RouterContextProvider>;

const portalThread = resource("portal_thread", threadAttributes);
const portalDraft = resource("portal_message_draft", draftAttributes);
export type Thread = Omit<RecordOf<typeof portalThread>, "id" | "can" | "etag">;

const done = z.unknown();

/** @param before number of the message before which it is read; null: the newest */
async function findThread(api: Api, before: number | null): Promise<Thread> {
  const query = before === null ? {} : { before: String(before) };
  const { messages, older, lastReadNumber, draft } = await api.find("/portal/messages", portalThread, {
    query,
    failure: "Failed to fetch the messages",
  });
  return { messages, older, lastReadNumber, draft };
}

/** What the page of the thread shows; the thread is null where the service has none. */
export interface ThreadPage {
  readonly thread: Thread | null;
  /** Whether it is a page of older messages. */
  readonly isOlder: boolean;
  readonly start: FormInit;
  /** That a file may have which goes with a message; null for staff who look. */
  readonly mostBytes: Settled<number> | null;
}

/**
 * Loads the thread, and says that the person has read it where a click of theirs asked for the newest messages. The key of the form is
 * the draft's, so that the page stays the same until something is sent.
 */
export async function loadThread(context: Context, request: Request, url: URL): Promise<ThreadPage> {
  const { api, isView } = portalOf(context);
  const findMost = async (api: Api) => {
    const { file, free } = await findAllowance(api, "/portal");
    return Math.min(file, free);
  };
  const typed = url.searchParams.get("before") ?? "";
  const before = /^\d{1,15}$/.test(typed) ? Number(typed) : null;
  const [thread, start, mostBytes] = await Promise.all([
    load(orNull(findThread(api, before))),
    startForm(context),
    isView ? null : settle(api, findMost, logFaults(context)),
  ]);
  if (thread === null) return { thread, isOlder: false, start, mostBytes };
  if (before === null && (isAskedByPerson(request) || isClicked(request))) await noteRead(context, thread);
  const key = start.parked === null ? thread.draft.submissionKey : start.key;
  return { thread, isOlder: before !== null, start: { ...start, key }, mostBytes };
}

/** The page does not fail with it, and a look by staff counts as nobody's. */
async function noteRead(context: Context, { messages, lastReadNumber }: Thread): Promise<void> {
  const { api, isView } = portalOf(context);
  const number = messages.at(-1)?.number ?? 0;
  if (isView || number <= lastReadNumber) return;
  const failure = "Failed to note what was read";
  await settle(
    api,
    (api) => api.act("/portal/messages/read", done, { number }, { type: portalThread.type, failure }),
    logFaults(context),
  );
}

/** @throws ApiError "invalid" with fields */
export async function sendMessage(
  api: Api,
  { body, documentIds }: { readonly body: string | null; readonly documentIds: readonly string[] },
  key: string,
): Promise<void> {
  const options = { type: "portal_message", key, failure: "Failed to send the message" };
  await refusing(api.act("/portal/messages", done, { body: body ?? "", documentIds }, options));
}

/** Keeps what was begun; what is left out stays as it was. @throws ApiError "invalid" with fields */
export async function saveDraft(
  api: Api,
  draft: { readonly body?: string; readonly documentIds?: readonly string[] },
): Promise<void> {
  const options = { method: "PATCH", type: portalDraft.type, failure: "Failed to save the draft" } as const;
  await refusing(api.act("/portal/message_draft", done, draft, options));
}

/** What the person has begun to write. @throws ApiError */
export function findDraft(api: Api): Promise<Thread["draft"]> {
  return api.find("/portal/message_draft", portalDraft, { failure: "Failed to fetch the draft" });
}

/** Adds a document to what was begun. */
export async function attachToDraft(api: Api, documentId: string): Promise<void> {
  const draft = await findDraft(api);
  await saveDraft(api, { documentIds: [...draft.documents.map(({ id }) => id), documentId] });
}

/** What the service says of a document that is gone, in the words of the page. */
async function refusing(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    const isGone =
      error instanceof ApiError && Object.keys(error.fieldErrors).some((name) => name.startsWith("documentIds"));
    if (!isGone) throw error;
    throw new ApiError(error.message, error.kind, error.cause, { documentIds: [problem("attachmentGone")] });
  }
}
