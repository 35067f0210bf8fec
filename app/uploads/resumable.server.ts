import { createHash, randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FileStore } from "@tus/file-store";
import type { Locker } from "@tus/server";
import * as z from "zod/mini";
import { cleanName } from "./file-name.ts";
import type { SpooledFile } from "./spool.server.ts";
import { type UnfinishedUpload, type UploadLimits, whyRefused } from "./upload-limits.ts";

/** Whose an upload is: a person's, in one of their workspaces. */
export interface UploadOwner {
  readonly personId: string;
  readonly workspaceId: string;
}

/**
 * Uploads that go on where they were cut off, by the tus protocol (https://tus.io/protocols/resumable-upload). What has arrived
 * lies in the spool, whole or not, for whoever sent it and nobody else, until it becomes a file or a day has passed.
 */
export interface ResumableUploads {
  /** Answers a POST, which announces a file. @param room what may still be uploaded */
  begin(request: Request, owner: UploadOwner, room: UploadLimits): Promise<Response>;
  /** Answers a HEAD, PATCH or DELETE; null where the owner has no such upload. */
  goOn(request: Request, owner: UploadOwner, id: string): Promise<Response | null>;
  /** What the owner has begun, the oldest first. */
  list(owner: UploadOwner): Promise<readonly UnfinishedUpload[]>;
  /** One that has arrived whole; null for any other. */
  find(owner: UploadOwner, id: string): Promise<SpooledFile | null>;
  remove(owner: UploadOwner, id: string): Promise<void>;
}

/** Where they begin; each has its address below. */
export const uploadsPath = "/uploads";

/** Where they lie within the spool. */
const folderName = "resumable";
/** Begun at once by one person in one workspace. */
const mostAtOnce = 50;
/** What has not grown for so long may make way for another, in ms. */
const idleMs = 60 * 60_000;
/** As long as anything is kept that nobody goes on with, in ms. */
const longest = 24 * 60 * 60_000;

/** What was announced of a file, as the store keeps it. */
const announced = z.object({
  size: z.number(),
  metadata: z.optional(z.record(z.string(), z.nullable(z.string()))),
});

interface Parts extends UnfinishedUpload {
  readonly mime: string;
  readonly path: string;
  /** When they last grew, in ms since 1970. */
  readonly touched: number;
}

/** Opens the uploads of a spool, which is made when the first one begins. */
export function openResumableUploads(spool: string): ResumableUploads {
  const folder = join(spool, folderName);
  let opening: ReturnType<typeof openStore> | null = null;

  async function serve(request: Request, naming: () => string): Promise<Response> {
    opening ??= openStore(folder);
    const { Server, datastore, locker } = await opening.catch((error: unknown) => {
      opening = null;
      throw error;
    });
    const server = new Server({
      ...{ path: uploadsPath, datastore, locker, relativeLocation: true },
      ...{ allowedOrigins: [], namingFunction: naming },
    });
    return bare(await server.handleWeb(plain(request)));
  }

  async function read(owner: UploadOwner, id: string): Promise<Parts | null> {
    return isOf(owner, id) ? readParts(folder, id) : null;
  }

  async function list(owner: UploadOwner): Promise<Parts[]> {
    const names = await readdir(folder).catch(() => []);
    const ids = names.flatMap((name) => (name.endsWith(".json") ? [name.slice(0, -".json".length)] : []));
    const found = await Promise.all(ids.filter((id) => isOf(owner, id)).map((id) => readParts(folder, id)));
    return found.filter((parts) => parts !== null).toSorted((one, other) => one.touched - other.touched);
  }

  /** Bytes that are still to be had beside what is begun; what nobody goes on with makes way. */
  async function makeRoom(owner: UploadOwner, size: number, { file, total }: UploadLimits): Promise<UploadLimits> {
    const begun = await list(owner);
    const taken = () => begun.reduce((sum, parts) => sum + parts.size, 0);
    while (begun.length >= mostAtOnce || taken() + size > total) {
      const [oldest] = begun;
      if (oldest === undefined || Date.now() - oldest.touched < idleMs) break;
      await removeParts(folder, oldest.id);
      begun.shift();
    }
    return { file, total: begun.length >= mostAtOnce ? 0 : total - taken() };
  }

  return {
    async begin(request, owner, room) {
      const size = Number(request.headers.get("upload-length") ?? Number.NaN);
      const tag = `${tagOf(owner)}-${randomBytes(12).toString("base64url")}`;
      if (!Number.isSafeInteger(size) || size < 0) return refuse(400, "The length of the file was not announced.");
      const reason = whyRefused(size, room) ?? whyRefused(size, await makeRoom(owner, size, room));
      return reason === null ? serve(request, () => tag) : refuse(413, reason);
    },
    async goOn(request, owner, id) {
      return (await read(owner, id)) === null ? null : serve(request, () => id);
    },
    async list(owner) {
      const all = await list(owner);
      return all.map(({ id, name, size, arrived, modified }) => ({ id, name, size, arrived, modified }));
    },
    async find(owner, id) {
      const parts = await read(owner, id);
      if (parts === null || parts.arrived !== parts.size) return null;
      const { name, mime, path, size } = parts;
      // Its bytes never change, so that its id tells it from any other.
      return { name, mime, path, size, digest: id, upload: id };
    },
    async remove(owner, id) {
      if (isOf(owner, id)) await removeParts(folder, id);
    },
  };
}

/** Removes what nobody has gone on with for a day. Gives the number of uploads. */
export async function sweepResumableUploads(spool: string, now: Date): Promise<number> {
  const folder = join(spool, folderName);
  const names = await readdir(folder).catch(() => []);
  let removed = 0;
  for (const name of names) {
    const path = join(folder, name);
    const [own, parts] = await Promise.all([touchedAt(path), touchedAt(path.replace(/\.json$/, ""))]);
    if (now.getTime() - Math.max(own, parts) < longest) continue;
    await rm(path, { force: true });
    if (!name.endsWith(".json")) removed += 1;
  }
  return removed;
}

async function touchedAt(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.mtimeMs ?? 0;
}

/** Loaded with the first upload. The folder is made before: the store would make it too, and end the process where it cannot. */
async function openStore(folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const [{ Server, MemoryLocker }, { FileStore }] = await Promise.all([
    import("@tus/server"),
    import("@tus/file-store"),
  ]);
  const datastore: FileStore = new FileStore({ directory: folder });
  const locker: Locker = new MemoryLocker();
  return { Server, datastore, locker };
}

/** Begins the id of each upload of an owner, and of nobody else's. */
function tagOf({ personId, workspaceId }: UploadOwner): string {
  return createHash("sha256").update(`${personId} ${workspaceId}`).digest("base64url").slice(0, 22);
}

function isOf(owner: UploadOwner, id: string): boolean {
  return /^[\w-]{39}$/.test(id) && id.startsWith(`${tagOf(owner)}-`);
}

async function readParts(folder: string, id: string): Promise<Parts | null> {
  const path = join(folder, id);
  try {
    const [text, { size: arrived, mtimeMs: touched }] = await Promise.all([
      readFile(`${path}.json`, "utf8"),
      stat(path),
    ]);
    const { size, metadata = {} } = announced.parse(JSON.parse(text));
    const modified = Number(metadata.modified ?? 0) || 0;
    return {
      id,
      name: cleanName(metadata.filename ?? ""),
      mime: metadata.filetype ?? "",
      path,
      size,
      arrived,
      modified,
      touched,
    };
  } catch {
    // Removed, or cut short by a kill while it was announced.
    return null;
  }
}

async function removeParts(folder: string, id: string): Promise<void> {
  const path = join(folder, id);
  await Promise.all([rm(path, { force: true }), rm(`${path}.json`, { force: true })]);
}

const understood = [
  "tus-resumable",
  "upload-length",
  "upload-offset",
  "upload-metadata",
  "content-type",
  "content-length",
];
/** A streamed request has to say that it does not wait for an answer meanwhile; the DOM's types do not know of it. */
const streamed: object = { duplex: "half" };

/** What the protocol needs of a request: no other method by a header, no hosts, no cookies. */
function plain(request: Request): Request {
  const headers = understood.flatMap((name) => {
    const value = request.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  const { method, body, signal } = request;
  return new Request(request.url, {
    method,
    headers: new Headers(headers.map(([name, value]) => [name, value])),
    body,
    signal,
    ...streamed,
  });
}

const told = ["location", "tus-resumable", "upload-offset", "upload-length", "cache-control"];

/** What the protocol has to say, and nothing about origins. */
function bare(answer: Response): Response {
  const headers = new Headers({ "Cache-Control": "no-store" });
  for (const name of told) {
    const value = answer.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(answer.status < 400 ? answer.body : null, { status: answer.status, headers });
}

function refuse(status: number, sentence: string): Response {
  const headers = {
    "Cache-Control": "no-store",
    "Content-Type": "text/plain; charset=utf-8",
    "Tus-Resumable": "1.0.0",
  };
  return new Response(sentence, { status, headers });
}
