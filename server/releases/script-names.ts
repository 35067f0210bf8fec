import { createHash } from "node:crypto";

/** Where browsers fetch scripts. Names there carry a hash of their content, so that a name means the same bytes for ever. */
export const hashedFolder = "/assets/";

/**
 * What the name of a script begins with that several pages share: two characters that are the same in every release. Two scripts in a
 * hundred have those of another one, too.
 * @param chunk what the bundler calls the script: after a module of it
 */
export function lastingPrefix(chunk: string): string {
  return createHash("sha256").update(chunk).digest("base64url").slice(0, 2);
}

/** The bundler's hashes are this long; a shared script has its prefix before it. */
export const hashLetters = 7;

/** What such a name begins with: two characters before as many as `hashLetters`. */
const lasting = /^(?:[\w-]{2}(?=[\w-]{7}\.js$)|manifest-)/;

/** What a script's path begins with in every release; null for scripts of one page, whose names are hashes alone. */
export function lastingBeginning(path: string): string | null {
  if (!path.startsWith(hashedFolder)) return null;
  const [beginning] = lasting.exec(path.slice(hashedFolder.length)) ?? [];
  return beginning === undefined ? null : hashedFolder + beginning;
}
