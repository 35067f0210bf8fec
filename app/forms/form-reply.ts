import type { SubmissionResult } from "@conform-to/react";
import type { MergeResult } from "./edit-conflict.tsx";

/** What a loader gives to a form, for `FormStart` and `useSchemaForm`. */
export interface FormInit {
  /** A random UUID, or "v." and the version of the record that the form changes. */
  readonly key: string;
  /** Null for somebody who is not signed in, as are the next two. */
  readonly workspaceId: string | null;
  readonly person: string | null;
  /** What tells later whether a field was changed here; null where two changes are not merged. */
  readonly base: string | null;
  /** What was typed into this form before the session ended; nothing of it has been sent. */
  readonly parked: Readonly<Record<string, readonly string[]>> | null;
  /** The names of the files that were chosen in it then, which were not kept. */
  readonly parkedFiles?: readonly string[];
}

/**
 * - already-sent: the form was sent before with other content; sending it once more makes a new record
 * - running: an earlier send of the same form is still on its way
 * - unknown: the outcome of an earlier send is not known
 * - changed: the record was changed by somebody else meanwhile
 * - elsewhere: the form belongs to another workspace or another person than those of the session
 * - failed: refused or not answered as a whole, not for one of its fields
 * - used: the mailed link that the form belongs to has expired or was used already
 */
type FormNoticeKind = "already-sent" | "running" | "unknown" | "changed" | "elsewhere" | "failed" | "used";

export interface FormNotice {
  readonly kind: FormNoticeKind;
  /** A sentence for people: what happened, what was kept, what to do. */
  readonly text: string;
  /** The way on, if there is one: where the earlier send led, or where to get another link. */
  readonly link: { readonly href: string; readonly label: string } | null;
}

/** What an action answers when the form was not (or not certainly) written: everything needed to show it again. */
export interface FormReply<Current = null, Question = null> {
  /** For `useSchemaForm`: the typed text without passwords, and what is wrong with each field. */
  readonly result: SubmissionResult;
  readonly start: FormInit;
  readonly notice: FormNotice | null;
  /** With the notice "changed": the record as it is now. */
  readonly current: Current | null;
  /** With the notice "changed": which fields were taken over of them, and which both changed; null where that is not known. */
  readonly merging: MergeResult | null;
  /** What the write has to know before it can be done; null where it asked nothing. */
  readonly question: Question | null;
}

/** For after a sentence: the files that have to be chosen once more; "" for none. */
export function chooseAgain(files: readonly string[]): string {
  return files.length === 0 ? "" : ` Files aren't kept: choose ${files.join(", ")} again.`;
}
