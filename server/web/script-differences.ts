import type { KeptScript } from "../releases/release-file.ts";
import type { FormerScripts } from "../releases/releases.ts";
import { lastingBeginning } from "../releases/script-names.ts";
import { acceptsEncoding } from "./accepted-encoding.ts";
import { compressHard, takesDictionaries } from "./dictionary-coding.ts";
import type { WebContext } from "./layer.ts";

/** Below this many bytes in brotli the headers weigh more than what a difference saves. */
const worthWhile = 1_000;

/** A script as it is served. */
interface ServedScript {
  readonly path: string;
  readonly plain: Uint8Array<ArrayBuffer>;
  /** In bytes, in brotli. */
  readonly compressedBytes: number;
}

/** What scripts have beyond those that stood in their place in former releases (RFC 9842). */
export interface ScriptDifferences {
  /** For Use-As-Dictionary: the paths of scripts that will stand in the place of this one; null where that is not worth while. */
  successors(script: ServedScript): string | null;
  /** The script in dcz, for a browser that keeps a former one; null where it is to be sent whole. */
  encode(context: WebContext, script: ServedScript): Promise<Uint8Array<ArrayBuffer> | null>;
}

type Difference = Promise<Uint8Array<ArrayBuffer> | null>;

/** @param former the scripts that browsers may keep. Each difference is made when it is first asked for, and kept */
export function createScriptDifferences(former: FormerScripts): ScriptDifferences {
  const isPossible = takesDictionaries();
  const made = new Map<string, Difference>();
  return {
    successors({ path, compressedBytes }) {
      const beginning = lastingBeginning(path);
      return isPossible && beginning !== null && compressedBytes >= worthWhile ? `${beginning}*.js` : null;
    },
    async encode(context, script) {
      const kept = former.keptByBrowser(script.path, context.req.header("available-dictionary"));
      if (kept === undefined || !isPossible || !acceptsEncoding(context.req.header("accept-encoding"), "dcz"))
        return null;
      const name = `${script.path} ${kept.digest}`;
      const difference = made.get(name) ?? makeDifference(script, kept, former);
      made.set(name, difference);
      return difference;
    },
  };
}

/** Null where the former script cannot be read, or shares too little with the new one. */
async function makeDifference(
  { plain, compressedBytes }: ServedScript,
  kept: KeptScript,
  former: FormerScripts,
): Difference {
  const content = await former.read(kept);
  if (content === null) return null;
  const difference = await compressHard(plain, content.plain, Buffer.from(kept.digest, "base64"));
  return difference.byteLength < compressedBytes ? difference : null;
}
