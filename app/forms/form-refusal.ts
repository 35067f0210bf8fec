import { ApiError, type ApiErrorKind } from "../json-api/api-error.ts";
import type { FormNotice } from "./form-reply.ts";
import type { ReplyOptions } from "./read-form.server.ts";

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

/**
 * For forms that have no field to say it at: what the service says against the input becomes the sentence above the form.
 * @throws FormRefusal with the service's first sentence, or the error where it says nothing
 */
export function refuseAboveForm(error: unknown, link: FormNotice["link"] = null): never {
  const [text] = error instanceof ApiError ? Object.values(error.fieldErrors).flat() : [];
  throw text === undefined ? error : new FormRefusal({ text, link });
}

/** Thrown before a write: somebody else has changed what the form shows. */
export class EditedMeanwhile extends Error {
  override readonly name = "EditedMeanwhile";
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
  "unsupported",
  "unavailable",
]);

/** Failures that an earlier send of the same form would have met, too, had it not been written. */
const refusalsOfRepeats: ReadonlySet<ApiErrorKind> = new Set(["invalid", "stale", "conflict"]);

/**
 * Whether the upstream or the slice itself (by throwing an answer) refused the write, so that nothing happened. A service that is
 * down at the second send says nothing about the first.
 * @param isRepeat whether an earlier send of the form may have been written
 */
export function wasRefused(error: unknown, isRepeat: boolean): boolean {
  if (error instanceof ApiError) return (isRepeat ? refusalsOfRepeats : refusals).has(error.kind);
  if (error instanceof FormRefusal || error instanceof EditedMeanwhile) return true;
  return error instanceof Response || (typeof error === "object" && error !== null && "init" in error);
}
