import { setTimeout as wait } from "node:timers/promises";
import type { FormData } from "undici";
import type { TimedVisitor } from "./timed-visitor.ts";
import type { Write } from "./writes.ts";

/** How long somebody goes on sending a form that is not answered with a success, in ms. */
const patienceMs = 90_000;
const pauseMs = 1_000;

/**
 * Sends a form, again and again with the same fields as a person does who is told to try again, until it is said to be saved.
 * @returns where the answer leads; null when it was refused or given up
 */
export async function sendUntilSaved(
  visitor: TimedVisitor,
  write: Write,
  { path, fields }: { readonly path: string; readonly fields: URLSearchParams | FormData },
): Promise<string | null> {
  const isText = fields instanceof URLSearchParams;
  const headers: Record<string, string> = { origin: visitor.origin, "sec-fetch-site": "same-origin" };
  if (isText) headers["content-type"] = "application/x-www-form-urlencoded";
  const body = isText ? fields.toString() : fields;
  const until = performance.now() + patienceMs;
  while (performance.now() < until) {
    write.tries += 1;
    const answer = await visitor.request(path, { method: "POST", headers, body }).catch(() => null);
    const location = answer?.headers.get("location") ?? "";
    if (answer?.status === 303 && !location.startsWith("/login")) {
      write.isAcknowledged = true;
      write.refusal = null;
      return location;
    }
    write.refusal = answer === null || answer.status >= 500 ? null : await wordsOf(answer);
    // A form with a file is asked for again with 400 when the file could not be stored.
    if (write.refusal !== null && isText) return null;
    await wait(pauseMs);
  }
  return null;
}

/** Status and the message of a page. */
async function wordsOf(answer: Awaited<ReturnType<TimedVisitor["request"]>>): Promise<string> {
  const html = await answer.text();
  const main = /<main[\s\S]*?<\/main>/.exec(html)?.[0] ?? html;
  const text = main.replaceAll(/<(style|script)[\s\S]*?<\/\1>/g, " ").replaceAll(/<[^>]+>/g, " ");
  return `${answer.status} ${text.replaceAll(/\s+/g, " ").trim().slice(0, 200)}`;
}
