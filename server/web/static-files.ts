import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { gzipSync } from "node:zlib";
import { getMimeType } from "hono/utils/mime";
import { acceptedEncoding, type Encoding } from "./accepted-encoding.ts";
import type { Layer, WebContext } from "./layer.ts";
import { refuse } from "./refusal.ts";

interface StaticFile {
  readonly type: string;
  readonly tag: string;
  readonly cacheControl: string;
  /** The file in each of its forms; a browser that takes no compression gets the plain one. */
  readonly forms: ReadonlyMap<Encoding | "plain", Uint8Array<ArrayBuffer>>;
}

/** Names below it carry a hash of their content, so that a name means the same bytes for ever. */
const hashedFolder = "/assets/";
/** For an address that means the same bytes as long as there is any answer. */
export const forEver = "public, max-age=31536000, immutable";
const forAnHour = "public, max-age=3600";

/**
 * Serves the files of a folder, read into memory once: they are few and small, and no path that a request names ever
 * reaches the disk. Compressed forms (`name.br`) are made when the app is built.
 */
export function serveStatic(folder: string): Layer {
  const files = readFolder(folder);
  return async (context, next) => {
    const { method, path } = context.req;
    if (method !== "GET" && method !== "HEAD") return next();
    const file = files.get(path);
    if (file !== undefined) return send(context, file);
    if (path.startsWith(hashedFolder)) return refuse(context, 404, "There is no such file. Reload the page.");
    return next();
  };
}

function send(context: WebContext, file: StaticFile): Response {
  const headers = new Headers({ "Cache-Control": file.cacheControl, ETag: file.tag, Vary: "Accept-Encoding" });
  if (context.req.header("if-none-match") === file.tag) return new Response(null, { status: 304, headers });
  const encoding = acceptedEncoding(context.req.header("accept-encoding"));
  const form = encoding !== null && file.forms.has(encoding) ? encoding : "plain";
  const content = file.forms.get(form);
  if (form !== "plain") headers.set("Content-Encoding", form);
  headers.set("Content-Type", file.type);
  headers.set("Content-Length", String(content?.byteLength));
  return new Response(content ?? null, { headers });
}

function readFolder(folder: string): Map<string, StaticFile> {
  if (!existsSync(folder)) return new Map();
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    // A name that begins with a dot is a tool's own, as Vite's manifest is.
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".br") && !entry.name.startsWith("."))
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.map((path) => [`/${relative(folder, path).split(sep).join("/")}`, readFile(folder, path)]));
}

function readFile(folder: string, path: string): StaticFile {
  const plain = readFileSync(path);
  const forms = new Map<Encoding | "plain", Uint8Array<ArrayBuffer>>([["plain", plain]]);
  if (existsSync(`${path}.br`)) {
    forms.set("br", readFileSync(`${path}.br`));
    forms.set("gzip", gzipSync(plain));
  }
  const isHashed = path.startsWith(join(folder, hashedFolder));
  return {
    type: getMimeType(path) ?? "application/octet-stream",
    // Weak: one tag for all forms.
    tag: `W/"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`,
    cacheControl: isHashed ? forEver : forAnHour,
    forms,
  };
}
