import type { RouterContextProvider } from "react-router";
import { ApiError, type ApiErrorKind } from "../json-api/api-error.ts";
import { upstreamContext } from "../session/context.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { isPermissionRefusal } from "../ui/error-view.tsx";
import type { MergeResult } from "./edit-conflict.tsx";
import type { FormNotice } from "./form-reply.ts";
import { changeKey, type RecordVersion, restartForm } from "./form-start.server.ts";
import { AlreadySent, StillRunning } from "./idempotent-write.server.ts";
import type { FormAnswer, ValidForm } from "./read-form.server.ts";
import { baseDigests, mergeChanges } from "./three-way-merge.server.ts";

type Context = Readonly<RouterContextProvider>;

const replacing = "submitting again replaces theirs.";

/** Its title says already that somebody else changed it. */
function changedNotice(advice: string): FormNotice {
  return { kind: "changed", text: advice, link: null };
}

/** The form again beside the record as it is now, with both people's changes in it. */
export async function answerStale<Value, Current extends RecordVersion>(
  context: Context,
  form: ValidForm<Value>,
  find: () => Promise<Current>,
): Promise<FormAnswer<Current, never>> {
  try {
    const current = await find();
    const { base } = form.start;
    const { typed } = current;
    const start = { ...form.start, key: changeKey(current.etag) };
    const answer = { status: 409, current };
    if (base === null || typed === undefined)
      return form.reply<Current, never>({
        ...answer,
        notice: changedNotice(`Compare both versions; ${replacing}`),
        start,
      });
    const { result: merging } = mergeChanges(base, form.content, typed);
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
  // Sent again as it is, it would be that version's once more, for ever.
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
  if (error instanceof ApiError && isDoubtful(error)) {
    // The same change twice is one change.
    return form.version !== null || isMadeOnce(context)
      ? form.reply<never, never>({ status: 502, notice: repeatNotice })
      : form.reply<never, never>({ status: 502, notice: unknownNotice(context), start: again() });
  }
  if (error instanceof ApiError) return answerRefusal(form, error);
  return answerThrown(form, error);
}

function isDoubtful({ kind }: ApiError): boolean {
  return kind === "unexpected" || kind === "unknown-outcome";
}

/** Whether the service makes one record of a form that is sent twice: it knows the form's key, or takes an id that follows from it. */
function isMadeOnce(context: Context): boolean {
  const { keys, writes } = context.get(upstreamContext).records.service;
  return keys || writes.ids;
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

function unknownNotice(context: Context): FormNotice {
  const text = "We couldn't confirm whether this was saved. Look whether it is there before you submit it again.";
  const { pathname } = context.get(requestSessionContext).url;
  return { kind: "unknown", text, link: { href: placeOf(pathname), label: "Look whether it is there" } };
}

/** Where a form's record would be seen: the list, or the page of the record that it is about. @param pathname of the form's page */
function placeOf(pathname: string): string {
  const above = pathname.replace(/\/[^/]+\/?$/, "").split("/");
  return above.slice(0, 3).join("/") || "/";
}

const oldNotice = changedNotice("Open the page again to see the current version.");

const kept = "Your entries are still here";

const missing = `This isn't there anymore. ${kept}: copy what you need before you leave the page.`;

const unsupported = `This isn't offered here. ${kept}: copy what you need before you leave the page.`;

const failures: Partial<Record<ApiErrorKind, readonly [status: number, text: string]>> = {
  forbidden: [403, `You don't have permission to do this in this workspace. ${kept}.`],
  missing: [404, missing],
  conflict: [409, `This conflicts with an existing record. ${kept}.`],
  stale: [409, "Someone else changed this while you were editing. Open the page again to see their version."],
  busy: [503, `Latchkey is busy right now. ${kept}: submit the form again in a minute.`],
  unsupported: [501, unsupported],
  "not-offered": [501, unsupported],
  "no-access": [502, `The service refuses Latchkey's own access. ${kept}. Tell whoever runs this server.`],
  unavailable: [503, `The service isn't responding right now. ${kept}: submit the form again in a minute.`],
};

function answerRefusal<Value>(
  form: ValidForm<Value>,
  { kind, fieldErrors, cause }: ApiError,
): FormAnswer<never, never> {
  if (Object.keys(fieldErrors).length > 0) return form.reply<never, never>({ fieldErrors });
  const [status, text] = failures[kind] ?? [400, refusedText(cause.status)];
  const own = kind === "invalid" || kind === "unsupported" ? (cause.status ?? status) : status;
  return form.reply<never, never>({ status: own, notice: { kind: "failed", text, link: null } });
}

function refusedText(status: number | null): string {
  return status === 413
    ? `This is too long. ${kept}: shorten them and submit the form again.`
    : `The service refused this without giving a reason. ${kept}.`;
}

/** The form again with the sentence of an answer that its write threw. @throws an answer that leads elsewhere, and any other error */
function answerThrown<Value>(form: ValidForm<Value>, error: unknown): FormAnswer<never, never> {
  const { status, said } = readThrown(error);
  const reply = (text: string, link: FormNotice["link"] = null) =>
    form.reply<never, never>({ status, notice: { kind: "failed", text, link } });
  if (status === 404) return reply(missing);
  if (isPermissionRefusal(said)) {
    const { refused, who, back } = said;
    return reply([refused, who, `${kept}.`].filter((part) => part !== undefined).join(" "), back);
  }
  if (status >= 400 && typeof said === "string" && said !== "") return reply(`${said} ${kept}.`);
  throw error;
}

/** What a write threw as `data(said, { status })`; a status of 0 for anything else. */
function readThrown(error: unknown): { readonly status: number; readonly said: unknown } {
  const isAnswer = typeof error === "object" && error !== null && "data" in error && "init" in error;
  if (!isAnswer) return { status: 0, said: null };
  const { data: said, init } = error;
  const status = typeof init === "object" && init !== null && "status" in init ? init.status : 0;
  return { status: typeof status === "number" ? status : 0, said };
}
