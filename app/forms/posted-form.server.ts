import { longestForm } from "./longest-form.ts";

/** More fields than any form of ours has. Those who read forms are slow at many: a few hundred thousand would keep the process for minutes. */
const mostFields = 1_000;

/**
 * Reads a posted form, and counts its fields before anything is made of them.
 * @returns null for one that is too long to be held in memory as a whole, or that has more fields than any form of ours
 * @throws what the reading throws: for what is no form, or did not arrive whole
 */
export async function readPosted(request: Request): Promise<FormData | null> {
  if (Number(request.headers.get("Content-Length") ?? 0) > longestForm) return null;
  const isText = /^application\/x-www-form-urlencoded\b/i.test(request.headers.get("Content-Type") ?? "");
  const form = isText ? formIn(await request.text()) : await request.formData();
  return form !== null && [...form.keys()].length <= mostFields ? form : null;
}

/** Characters of names and values together that are kept of a form that was not taken; more than a person types into any of ours. */
export const mostKept = 256 * 1024;

/** The form of a request that was not taken; null where it is none, was cut off, or is too large, as one with files is. */
export async function readUntaken(requestSession: {
  readonly form: FormData | null;
  readonly request: Request;
}): Promise<FormData | null> {
  if (requestSession.form !== null || requestSession.request.bodyUsed) return requestSession.form;
  return readPosted(requestSession.request).catch(() => null);
}

function formIn(text: string): FormData | null {
  if (text.split("&", mostFields + 1).length > mostFields) return null;
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(text)) form.append(name, value);
  return form;
}
