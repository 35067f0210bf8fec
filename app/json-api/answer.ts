import { NoAnswer, notJson, type WireAnswer } from "./transport.ts";

/** An answer whose body, if it is JSON, has been parsed. */
export interface Answer {
  readonly status: number;
  readonly header: WireAnswer["header"];
  /** Undefined when the answer is empty, or an error that is no JSON. */
  readonly body: unknown;
}

export function isSuccess({ status }: { readonly status: number }): boolean {
  return status >= 200 && status < 300;
}

/**
 * Parses an answer.
 * @param secrets what must not come back out of an error's texts, should the service repeat what it was sent
 * @throws NoAnswer for a success that is no JSON, or that says it is and ends in the middle: that one may well arrive whole
 * the next time
 */
export function parseAnswer({ status, header, text }: WireAnswer, secrets: readonly string[]): Answer {
  if (text === "") return { status, header, body: undefined };
  if (!isSuccess({ status })) return { status, header, body: parse(text, secrets) };
  const body = parse(text);
  if (body === undefined) throw new NoAnswer(header("content-type")?.includes("json") ? "cut off" : notJson);
  return { status, header, body };
}

/** Secrets are looked for in what the texts mean: JSON can spell "/" as "\/", and any letter as a number. */
function parse(text: string, secrets: readonly string[] = []): unknown {
  const hide = (_name: string, value: unknown): unknown =>
    typeof value === "string" ? withoutSecrets(value, secrets) : value;
  try {
    return secrets.length > 0 ? JSON.parse(text, hide) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((clean, secret) => clean.replaceAll(secret, "[hidden]"), text);
}

/**
 * How long the service asks to wait, in milliseconds; null when it does not say. Takes seconds and HTTP dates.
 * @param now milliseconds since 1970
 */
export function readRetryAfter(answer: Answer, now: number): number | null {
  const value = answer.header("retry-after");
  if (value === null) return null;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
