/** Everything that was asked during a soak, with how long it took. */

export type AnswerKind = "page" | "form" | "upload" | "thumbnail";

export interface Answer {
  readonly kind: AnswerKind;
  /** Method and path, for whoever looks for the cause. */
  readonly what: string;
  /** When it was asked and how long until its last byte, in ms of `performance.now()`. */
  readonly askedAt: number;
  readonly ms: number;
  /** 0 when the connection broke. */
  readonly status: number;
}

/** A time in which something was broken on purpose, or had not recovered yet, in ms of `performance.now()`. */
export interface FaultWindow {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** Whether an answer was under way in any of the windows. */
function isWithin({ askedAt, ms }: Answer, windows: readonly FaultWindow[]): boolean {
  return windows.some(({ from, to }) => askedAt + ms >= from && askedAt <= to);
}

/** The answers that no fault excuses. */
export function outsideOf(answers: readonly Answer[], windows: readonly FaultWindow[]): Answer[] {
  return answers.filter((answer) => !isWithin(answer, windows));
}

/** What an answer was to, by what was sent. */
export function kindOf(method: string, path: string, contentType = ""): AnswerKind {
  if (path.includes("/thumbnail")) return "thumbnail";
  if (method === "GET" || method === "HEAD") return "page";
  return /^application\/x-www-form-urlencoded/.test(contentType) ? "form" : "upload";
}
