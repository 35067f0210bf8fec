import { type RouterContextProvider, redirect } from "react-router";
import { ApiError, type ApiErrorKind } from "../json-api/api-error.ts";
import { upstreamContext } from "../session/context.ts";
import { notFound } from "../session/load.server.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { findMember } from "../session/session.server.ts";
import type { To } from "../session/store.ts";
import { setToast } from "../session/toast.server.ts";
import type { MergeResult } from "./edit-conflict.tsx";
import type { FormNotice } from "./form-reply.ts";
import { type RecordVersion, restartForm } from "./form-start.server.ts";
import { AlreadySent, idempotentWrite, OutcomeUnknown, StillRunning } from "./idempotent-write.server.ts";
import { dropParkedForm } from "./parked-form.server.ts";
import type { FormAnswer, ValidForm } from "./read-form.server.ts";
import { type SentForm, submissionKeyOf, submissionOf } from "./submission-key.server.ts";
import { baseDigests, mergeChanges } from "./three-way-merge.server.ts";

type Context = Readonly<RouterContextProvider>;

/**
 * Writes a form once, however often it is sent: parallel and later sends of the same content lead where the first led.
 * @param write gets the key to pass upstream
 * @param mayRepeat whether a second write after one with an unknown outcome does no harm
 * @throws AlreadySent for the same key with other content; OutcomeUnknown, StillRunning; whatever the write throws
 */
async function submitOnce(
  context: Context,
  sent: SentForm,
  write: (key: string) => Promise<To>,
  mayRepeat = honoursKeys(context),
): Promise<To> {
  const { to } = await idempotentWrite(context.get(requestSessionContext).store.submissions, {
    claim: submissionKeyOf(context, sent),
    mayRepeat,
    write: async () => ({ to: await write(sent.key) }),
    wasRefused,
  });
  return to;
}

/** Thrown by a write that was refused for a reason which its page says in its own words: the form again, and what it was. */
export class SaidRefusal extends Error {
  override readonly name = "SaidRefusal";
  readonly notice: FormNotice;

  /** @param text a sentence for people @param link the way on, if there is one */
  constructor(text: string, link: FormNotice["link"] = null) {
    super(text);
    this.notice = { kind: "failed", text, link };
  }
}

/**
 * The whole of an action's writing: once, then 303 to where the write leads; or the form again with what is wrong.
 * @param write gets the key to pass upstream and returns where to go
 * @param current for a form that changes a record: finds the record as it is now, for showing both versions
 * @throws 404 when the record is gone, and what is no refusal by the upstream
 */
export async function sendForm<Value, Current extends RecordVersion = never>(
  context: Context,
  form: ValidForm<Value>,
  write: (key: string) => Promise<To>,
  current?: () => Promise<Current>,
): Promise<Response | FormAnswer<Current>> {
  try {
    // Made twice, the change of a version finds that version gone, so that repeating it does no harm.
    const mayRepeat = form.version !== null || honoursKeys(context);
    const to = await submitOnce(context, submissionOf(context, form.start.key, form.content), write, mayRepeat);
    const member = findMember(context);
    if (member !== null) await dropParkedForm(context.get(requestSessionContext), member.person.id);
    return redirectTo(context, to);
  } catch (error) {
    const isStale = hasNewerVersion(form, error) && current !== undefined;
    return isStale ? answerStale(context, form, current) : answerFailure(context, form, error);
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
  if (error instanceof SaidRefusal) return true;
  return error instanceof Response || (typeof error === "object" && error !== null && "init" in error);
}

const replacing = "sending again replaces theirs.";

const changed = "This was changed while you were typing.";

function changedNotice(advice: string): FormNotice {
  return { kind: "changed", text: `${changed} ${advice}`, link: null };
}

async function answerStale<Value, Current extends RecordVersion>(
  context: Context,
  form: ValidForm<Value>,
  find: () => Promise<Current>,
): Promise<FormAnswer<Current>> {
  try {
    const current = await find();
    const { beginning } = form.start;
    const { typed } = current;
    const start = restartForm(form.start, current.etag);
    const answer = { status: 409, current };
    if (beginning === null || typed === undefined)
      return form.reply({ ...answer, notice: changedNotice(`Compare both versions; ${replacing}`), start });
    const merging = mergeChanges(beginning, form.content, typed);
    const notice = changedNotice(adviceOf(merging));
    return form.reply({ ...answer, notice, merging, start: { ...start, beginning: baseDigests(typed) } });
  } catch (error) {
    return answerFailure(context, form, error);
  }
}

function adviceOf({ taken, clashes }: MergeResult): string {
  if (Object.keys(taken).length === 0) return `Compare both versions; ${replacing}`;
  const advice = clashes.length === 0 ? "look it over and send it again." : `compare the rest; ${replacing}`;
  return `What only they changed stands below now: ${advice}`;
}

/** The form again, after any failure of its write. @throws what is no such failure */
export function answerFailure<Value>(context: Context, form: ValidForm<Value>, error: unknown): FormAnswer<never> {
  const again = () => restartForm(form.start, form.version);
  if (error instanceof SaidRefusal) return form.reply<never>({ status: 409, notice: error.notice });
  // SentForm again as it is, it would be that version's once more, for ever.
  if (error instanceof AlreadySent && form.version !== null)
    return form.reply<never>({ status: 409, notice: oldNotice });
  if (error instanceof AlreadySent) {
    const doubt = error.to === null ? ", and it is not known whether that was saved" : "";
    const text = `This form was sent before with other content${doubt}. Send it again to save this as a new one.`;
    const link = error.to === null ? null : { href: error.to.location, label: "See what was saved" };
    const notice: FormNotice = { kind: "already-sent", text, link };
    return form.reply<never>({ status: 409, notice, start: again() });
  }
  if (error instanceof StillRunning) return form.reply<never>({ status: 409, notice: runningNotice });
  if (error instanceof OutcomeUnknown || (error instanceof ApiError && isDoubtful(error))) {
    return honoursKeys(context) || form.version !== null
      ? form.reply<never>({ status: 502, notice: repeatNotice })
      : form.reply<never>({ status: 502, notice: unknownNotice, start: again() });
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
  text: "This form was sent a moment ago and is still being saved. Wait a little and send it once more: it is saved once.",
};

const repeatNotice: FormNotice = {
  kind: "unknown",
  link: null,
  text: "The service did not say whether it saved this. What you typed is still here: send it again, it is saved once.",
};

const unknownNotice: FormNotice = {
  kind: "unknown",
  link: null,
  text: "The service did not say whether it saved this. Look whether it is there before you send it again.",
};

const oldNotice = changedNotice("Open the page again to see it as it is.");

const failures: Partial<Record<ApiErrorKind, readonly [status: number, text: string]>> = {
  forbidden: [403, "You may not do this in this workspace. What you typed is still here."],
  conflict: [409, "This does not go together with what is already there. What you typed is still here."],
  stale: [409, `${changed} Open the page again to see their version.`],
  busy: [503, "Too much is going on right now. What you typed is still here: send it again in a minute."],
  unavailable: [503, "The service does not answer right now. What you typed is still here: send it again in a minute."],
};

function answerRefusal<Value>(form: ValidForm<Value>, { kind, fieldErrors }: ApiError): FormAnswer<never> {
  if (kind === "missing") throw notFound();
  if (Object.keys(fieldErrors).length > 0) return form.reply<never>({ fieldErrors });
  const [status, text] = failures[kind] ?? [
    400,
    "The service refused this without saying why. What you typed is still here.",
  ];
  return form.reply<never>({ status, notice: { kind: "failed", text, link: null } });
}
