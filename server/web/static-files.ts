import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { gzipSync } from "node:zlib";
import { getMimeType } from "hono/utils/mime";
import type { KeptScript } from "../releases/release-file.ts";
import { type FormerScripts, noFormerScripts } from "../releases/releases.ts";
import { hashedFolder, lastingBeginning } from "../releases/script-names.ts";
import { acceptsEncoding } from "./coding.ts";
import { compressHard, takesDictionaries } from "./dictionary-coding.ts";
import type { Layer, WebContext } from "./layer.ts";
import { refuse } from "./refusal.ts";

/** The best first. */
const encodings = ["br", "gzip"] as const;
type Encoding = (typeof encodings)[number];

interface StaticFile {
  readonly path: string;
  readonly type: string;
  readonly tag: string;
  readonly cacheControl: string;
  /** With "br" of what is worth compressing; "gzip", which few ask for, is added when it is asked for. */
  readonly forms: Map<Encoding | "plain", Uint8Array<ArrayBuffer>>;
}

export const forEver = "public, max-age=31536000, immutable";
const forAnHour = "public, max-age=3600";

/** The service worker of kept devices, whose fetches are held to a policy of its own. Browsers look for a newer one at each page. */
const workerPath = "/worker.js";
const workerPolicy = "default-src 'none'; connect-src 'self'";

/**
 * Serves files from memory; no path of a request reaches the disk. `name.br` is made with the build.
 * @param former scripts of former releases, for pages that are still open
 */
export function serveStatic(folder: string, former: FormerScripts = noFormerScripts): Layer {
  const files = readFolder(folder);
  const differences = createScriptDifferences(former);
  return async (context, next) => {
    const { method, path } = context.req;
    if (method !== "GET" && method !== "HEAD") return next();
    const file = files.get(path);
    if (file !== undefined) return send(context, file, differences);
    if (!path.startsWith(hashedFolder)) return next();
    const old = await readFormer(former, path);
    return old ? send(context, old, differences) : refuse(context, 404, "There is no such file. Reload the page.");
  };
}

async function send(context: WebContext, file: StaticFile, differences: ScriptDifferences): Promise<Response> {
  const headers = new Headers({ "Cache-Control": file.cacheControl, ETag: file.tag, Vary: "Accept-Encoding" });
  if (file.path === workerPath) headers.set("Content-Security-Policy", workerPolicy);
  const plain = file.forms.get("plain");
  const compressed = file.forms.get("br");
  const script = plain && compressed && { path: file.path, plain, compressedBytes: compressed.byteLength };
  const successors = script && differences.successors(script);
  if (successors) {
    headers.append("Vary", "Available-Dictionary");
    headers.set("Use-As-Dictionary", `match="${successors}"`);
  }
  if (context.req.header("if-none-match") === file.tag) return new Response(null, { status: 304, headers });
  headers.set("Content-Type", file.type);
  const difference = successors ? await differences.encode(context, script) : null;
  if (difference !== null) {
    // Without a tag, a browser that lost the dictionary asks anew.
    headers.delete("ETag");
    return answer(headers, "dcz", difference);
  }
  const accepted = context.req.header("accept-encoding");
  const encoding = compressed && encodings.find((name) => acceptsEncoding(accepted, name));
  if (encoding === "gzip" && plain && !file.forms.has("gzip")) file.forms.set("gzip", gzipSync(plain));
  const form = encoding ?? "plain";
  return answer(headers, form, file.forms.get(form));
}

function answer(headers: Headers, coding: string, content: Uint8Array<ArrayBuffer> = new Uint8Array()): Response {
  if (coding !== "plain") headers.set("Content-Encoding", coding);
  headers.set("Content-Length", String(content.byteLength));
  return new Response(content, { headers });
}

async function readFormer(former: FormerScripts, path: string): Promise<StaticFile | null> {
  const script = former.byPath(path);
  const content = script ? await former.read(script) : null;
  if (content === null) return null;
  return describe(
    path,
    new Map([
      ["plain", content.plain],
      ["br", content.compressed],
    ]),
  );
}

function readFolder(folder: string): Map<string, StaticFile> {
  if (!existsSync(folder)) return new Map();
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".br") && !entry.name.startsWith("."))
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    paths.map((file) => {
      const path = `/${relative(folder, file).split(sep).join("/")}`;
      return [path, describe(path, readForms(file))];
    }),
  );
}

function readForms(file: string): StaticFile["forms"] {
  const plain = readFileSync(file);
  if (!existsSync(`${file}.br`)) return new Map([["plain", plain]]);
  return new Map([
    ["plain", plain],
    ["br", readFileSync(`${file}.br`)],
  ]);
}

function describe(path: string, forms: StaticFile["forms"]): StaticFile {
  const plain = forms.get("plain") ?? new Uint8Array();
  return {
    path,
    type: getMimeType(path) ?? "application/octet-stream",
    // Weak, since all forms share it.
    tag: `W/"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`,
    cacheControl: cacheControlOf(path),
    forms,
  };
}

function cacheControlOf(path: string): string {
  if (path === workerPath) return "no-cache";
  return path.startsWith(hashedFolder) ? forEver : forAnHour;
}

/** Below this many bytes, headers outweigh the gain. */
const worthWhile = 1_000;

interface ServedScript {
  readonly path: string;
  readonly plain: Uint8Array<ArrayBuffer>;
  readonly compressedBytes: number;
}

/** Differences of scripts to those of former releases (RFC 9842). */
interface ScriptDifferences {
  /** For Use-As-Dictionary: paths of the script's successors; null where it is not worthwhile. */
  successors(script: ServedScript): string | null;
  /** The script in dcz, for a browser with a former one; null where it is sent whole. */
  encode(context: WebContext, script: ServedScript): Promise<Uint8Array<ArrayBuffer> | null>;
}

type Difference = Promise<Uint8Array<ArrayBuffer> | null>;

/** Each difference is made on first use. @param former scripts that browsers may have @public loaded by a process of its test */
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

/** Null where the scripts share too little. */
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
