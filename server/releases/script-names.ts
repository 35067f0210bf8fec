import { createHash } from "node:crypto";

/** Names there have a hash of the content, so they never change meaning. */
export const hashedFolder = "/assets/";

/** The stable beginning of a shared script's name: two characters, rarely those of another script, too. @param chunk the bundler's name */
export function lastingPrefix(chunk: string): string {
  return createHash("sha256").update(chunk).digest("base64url").slice(0, 2);
}

/** Without the prefix. */
export const hashLetters = 7;

const lasting = /^(?:[\w-]{2}(?=[\w-]{7}\.js$)|manifest-)/;

/** The stable beginning of a path; null for scripts of one page. */
export function lastingBeginning(path: string): string | null {
  if (!path.startsWith(hashedFolder)) return null;
  const [beginning] = lasting.exec(path.slice(hashedFolder.length)) ?? [];
  return beginning === undefined ? null : hashedFolder + beginning;
}
