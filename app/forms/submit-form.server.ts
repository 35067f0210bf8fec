import { type RouterContextProvider, redirect } from "react-router";
import type * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { ApiError, type ApiErrorKind } from "../json-api/api-error.ts";
import { upstreamContext } from "../session/context.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { apiOf, findCurrentUser, notFound } from "../session/session.server.ts";
import type { To } from "../session/store.ts";
import { setToast } from "../session/toast.server.ts";
import type { FormSchema } from "../ui/form-parse.ts";
import type { MergeResult } from "./edit-conflict.tsx";
import type { FormNotice } from "./form-reply.ts";
import { type RecordVersion, restartForm } from "./form-start.server.ts";
import { AlreadySent, idempotentWrite, OutcomeUnknown, StillRunning } from "./idempotent-write.server.ts";
import { dropParkedForm } from "./parked-form.server.ts";
import { type FormAnswer, type ReadOptions, type ReplyOptions, readForm, type ValidForm } from "./read-form.server.ts";
import { submissionKeyOf, submissionOf } from "./submission-key.server.ts";
import { baseDigests, mergeChanges } from "./three-way-merge.server.ts";

type Context = Readonly<RouterContextProvider>;

export interface RefusalOptions<Question> {
  /** What the page asks before this can be written; the component finds it as `actionData.question`. */
  readonly question?: Question;
  readonly fieldErrors?: Readonly<Record<string, readonly string[]>>;
  /** A sentence above the form: what happened and what to do. */
  readonly text?: string;
  /** The way on, beside that sentence. */
  readonly link?: FormNotice["link"];
  /** 409 where not given. */
  readonly status?: number;
}

/** Thrown by a write that did nothing: it has to ask something first, or was refused for a reason that its page says. */
export class FormRefusal<Question = never> extends Error {
  override readonly name = "FormRefusal";
  readonly reply: Omit<ReplyOptions<null, Question>, "current">;

  constructor({ text, link = null, status = 409, ...reply }: RefusalOptions<Question>) {
    super(text ?? "The form was not written.");
    this.reply = { ...reply, status, ...(text === undefined ? {} : { notice: { kind: "failed", text, link } }) };
  }
}

/** Where a form comes from: what an action is given. */
export interface FormRequest extends ReadOptions {
  readonly request: Request;
  readonly context: Context;
}

/** A valid form, and what its write needs. */
export interface Submission<Value> {
  readonly value: Value;
  /** For the records of the workspace. */
  readonly api: Api;
  /** The idempotency key to pass upstream. */
  readonly key: string;
  /** The version that the record had when the form was shown; null for a form that makes something. */
  readonly etag: string | null;
}

/**
 * The whole action of a form that writes: reads it, writes it once however often it is sent, and answers 303 to where the
 * write leads, or the form again with what is wrong.
 *
 * `submitForm<typeof schema, Current, Question>` names the question that the write may ask by throwing a `FormRefusal`.
 * @param write returns where to go; it is called for the first of parallel and repeated sends alone
 * @param current for a form that changes a record: finds the record as it is now, to show both versions
 * @throws 404 when the record is gone, and what is no refusal by the upstream
 */
export async function submitForm<Schema extends FormSchema, Current extends RecordVersion = never, Question = never>(
  { request, context, ...options }: FormRequest,
  schema: Schema,
  write: (submission: Submission<z.output<Schema>>) => Promise<To>,
  current?: (api: Api) => Promise<Current>,
): Promise<Response | FormAnswer<Current, Question>> {
  const form = await readForm(request, schema, context, options);
  if (!form.isValid) return form.answer;
  return writeForm<z.output<Schema>, Current, Question>(context, form, write, current);
}

/** The same for a form that was read already, as one with files is. */
export async function writeForm<Value, Current extends RecordVersion = never, Question = never>(
  context: Context,
  form: ValidForm<Value>,
  write: (submission: Submission<Value>) => Promise<To>,
  current?: (api: Api) => Promise<Current>,
): Promise<Response | FormAnswer<Current, Question>> {
  const { value, version: etag } = form;
  const sent = submissionOf(context, form.start.key, form.content);
  const submission = {
    value,
    key: sent.key,
    etag,
    // Forms of people who are not signed in have none.
    get api() {
      return apiOf(context);
    },
  };
  try {
    const { to } = await idempotentWrite(context.get(requestSessionContext).store.submissions, {
      claim: submissionKeyOf(context, sent),
      // Sending the same change twice is safe: the second one finds a newer version.
      mayRepeat: etag !== null || honoursKeys(context),
      write: async () => ({ to: await write(submission) }),
      wasRefused,
    });
    const user = findCurrentUser(context);
    if (user !== null) await dropParkedForm(context.get(requestSessionContext), user.person.id);
    return redirectTo(context, to);
  } catch (error) {
    if (error instanceof FormRefusal) return form.reply<Current, Question>(error.reply);
    const isStale = hasNewerVersion(form, error) && current !== undefined;
    return isStale ? answerStale(context, form, () => current(apiOf(context))) : answerFailure(context, form, error);
  }
}

/** Whether the record has changed since the form was shown: also by what the same person sent about that version before. */
function hasNewerVersion({ version }: ValidForm<unknown>, error: unknown): boolean {
  if (error instanceof ApiError) return error.kind === "stale";
  return error instanceof AlreadySent && version !== null;
}

function honoursKeys(context: Context): boolean {
  return context.get(upstreamContext).records.idempotency;
}

/** 303 to where a write leads; the page there says the toast once. */
function redirectTo(context: Context, to: To): Response {
  if (to.toast !== undefined) setToast(context, to.toast);
  return redirect(to.location, 303);
}

/** Failures after which it is certain that nothing was written. */
const refusals: ReadonlySet<ApiErrorKind> = new Set([
  "unauthenticated",
  "forbidden",
  "missing",
  "invalid",
  "stale",
  "conflict",
  "busy",
  "unavailable",
]);

/** Whether the upstream or the slice itself (by throwing an answer) refused the write, so that nothing happened. */
export function wasRefused(error: unknown): boolean {
  if (error instanceof ApiError) return refusals.has(error.kind);
  if (error instanceof FormRefusal) return true;
  return error instanceof Response || (typeof error === "object" && error !== null && "init" in error);
}

const replacing = "submitting again replaces theirs.";

const changed = "Someone else changed this while you were editing.";

function changedNotice(advice: string): FormNotice {
  return { kind: "changed", text: `${changed} ${advice}`, link: null };
}

async function answerStale<Value, Current extends RecordVersion>(
  context: Context,
  form: ValidForm<Value>,
  find: () => Promise<Current>,
): Promise<FormAnswer<Current, never>> {
  try {
    const current = await find();
    const { base } = form.start;
    const { typed } = current;
    const start = restartForm(form.start, current.etag);
    const answer = { status: 409, current };
    if (base === null || typed === undefined)
      return form.reply<Current, never>({
        ...answer,
        notice: changedNotice(`Compare both versions; ${replacing}`),
        start,
      });
    const merging = mergeChanges(base, form.content, typed);
    const notice = changedNotice(adviceOf(merging));
    return form.reply<Current, never>({ ...answer, notice, merging, start: { ...start, base: baseDigests(typed) } });
  } catch (error) {
    return answerFailure(context, form, error);
  }
}

function adviceOf({ taken, clashes }: MergeResult): string {
  if (Object.keys(taken).length === 0) return `Compare both versions; ${replacing}`;
  const advice = clashes.length === 0 ? "review it and submit it again." : `compare the rest; ${replacing}`;
  return `Their changes to other fields are filled in below: ${advice}`;
}

/** The form again, after any failure of its write. @throws what is no such failure */
export function answerFailure<Value>(
  context: Context,
  form: ValidForm<Value>,
  error: unknown,
): FormAnswer<never, never> {
  const again = () => restartForm(form.start, form.version);
  // SentForm again as it is, it would be that version's once more, for ever.
  if (error instanceof AlreadySent && form.version !== null)
    return form.reply<never, never>({ status: 409, notice: oldNotice });
  if (error instanceof AlreadySent) {
    const doubt = error.to === null ? ", and we couldn't confirm whether that was saved" : "";
    const text = `You already submitted this form with different content${doubt}. Submit it again to save this as a new record.`;
    const link = error.to === null ? null : { href: error.to.location, label: "View what was saved" };
    const notice: FormNotice = { kind: "already-sent", text, link };
    return form.reply<never, never>({ status: 409, notice, start: again() });
  }
  if (error instanceof StillRunning) return form.reply<never, never>({ status: 409, notice: runningNotice });
  if (error instanceof OutcomeUnknown || (error instanceof ApiError && isDoubtful(error))) {
    return honoursKeys(context) || form.version !== null
      ? form.reply<never, never>({ status: 502, notice: repeatNotice })
      : form.reply<never, never>({ status: 502, notice: unknownNotice, start: again() });
  }
  if (error instanceof ApiError) return answerRefusal(form, error);
  throw error;
}

function isDoubtful({ kind }: ApiError): boolean {
  return kind === "unexpected" || kind === "unknown-outcome";
}

const runningNotice: FormNotice = {
  kind: "running",
  link: null,
  text: "You submitted this form a moment ago and it is still being saved. Wait a moment and submit it again: it is saved only once.",
};

const repeatNotice: FormNotice = {
  kind: "unknown",
  link: null,
  text: "We couldn't confirm whether this was saved. Your entries are still here: submit it again, it is saved only once.",
};

const unknownNotice: FormNotice = {
  kind: "unknown",
  link: null,
  text: "We couldn't confirm whether this was saved. Check whether it is there before you submit it again.",
};

const oldNotice = changedNotice("Open the page again to see the current version.");

const failures: Partial<Record<ApiErrorKind, readonly [status: number, text: string]>> = {
  forbidden: [403, "You don't have permission to do this in this workspace. Your entries are still here."],
  conflict: [409, "This conflicts with an existing record. Your entries are still here."],
  stale: [409, `${changed} Open the page again to see their version.`],
  busy: [503, "Latchkey is busy right now. Your entries are still here: submit the form again in a minute."],
  unavailable: [
    503,
    "The service isn't responding right now. Your entries are still here: submit the form again in a minute.",
  ],
};

function answerRefusal<Value>(form: ValidForm<Value>, { kind, fieldErrors }: ApiError): FormAnswer<never, never> {
  if (kind === "missing") throw notFound();
  if (Object.keys(fieldErrors).length > 0) return form.reply<never, never>({ fieldErrors });
  const [status, text] = failures[kind] ?? [
    400,
    "The service refused this without giving a reason. Your entries are still here.",
  ];
  return form.reply<never, never>({ status, notice: { kind: "failed", text, link: null } });
}
