import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Coding } from "./coding.ts";
import { takesDictionaries, zstandardWith } from "./dictionary-coding.ts";
import type { Layer } from "./layer.ts";
import { forEver } from "./static-files.ts";

/**
 * Compression dictionaries (RFC 9842): texts that pages have in common, made with the build. A browser that keeps one says so with
 * every request for a page, and is sent what the page has beyond it.
 */
export interface Dictionary {
  /** Where browsers fetch it. */
  readonly path: string;
  /** The paths of pages that it is for begin so. */
  readonly below: string;
  /** As browsers name it in Available-Dictionary. */
  readonly name: string;
  readonly coding: Coding;
  readonly text: Uint8Array<ArrayBuffer>;
  /** The text in brotli. */
  readonly compressed: Uint8Array<ArrayBuffer>;
}

/** The longest beginning of a path comes first. Pages for clients look alike wherever they are. */
const uses = [
  { file: "portal.txt", below: "/client-portal/" },
  { file: "portal.txt", below: "/portal-view/" },
  { file: "portal.txt", below: "/shared/" },
  { file: "staff.txt", below: "/" },
];

/** Reads the dictionaries of a build; none where the build has none, or where Node cannot compress with them. */
export function readDictionaries(folder: string): readonly Dictionary[] {
  if (!existsSync(folder) || !takesDictionaries()) return [];
  return uses.map(({ file, below }) => {
    const path = join(folder, file);
    return createDictionary(below, readFileSync(path), readFileSync(`${path}.br`));
  });
}

/** @param compressed the text in brotli */
function createDictionary(
  below: string,
  text: Uint8Array<ArrayBuffer>,
  compressed: Uint8Array<ArrayBuffer>,
): Dictionary {
  const digest = createHash("sha256").update(text).digest();
  // The same text has another address where it is for other pages: a browser keeps one use of each.
  const address = createHash("sha256").update(below).update(digest).digest("base64url").slice(0, 16);
  const name = `:${digest.toString("base64")}:`;
  return { path: `/dictionary-${address}`, below, name, coding: zstandardWith(text, digest), text, compressed };
}

/** Answers with a dictionary. What it is for is said there: documents, of which the most specific pattern counts. */
export function serveDictionaries(dictionaries: readonly Dictionary[]): Layer {
  return async (context, next) => {
    const { method, path } = context.req;
    const found = path.startsWith("/dictionary-") && dictionaries.find((dictionary) => dictionary.path === path);
    if (!found || (method !== "GET" && method !== "HEAD")) return next();
    const { below, compressed } = found;
    return new Response(compressed, {
      headers: {
        "Cache-Control": forEver,
        "Content-Encoding": "br",
        "Content-Length": String(compressed.byteLength),
        "Content-Type": "text/plain; charset=utf-8",
        "Use-As-Dictionary": `match="${below}*", match-dest=("document")`,
      },
    });
  };
}

/** The dictionary for pages at a path. */
export function dictionaryFor(dictionaries: readonly Dictionary[], path: string): Dictionary | undefined {
  return dictionaries.find(({ below }) => `${path}/`.startsWith(below));
}
