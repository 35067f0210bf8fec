import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import type { FileStore } from "@tus/file-store";
import type { Locker } from "@tus/server";
import { href } from "react-router";
import * as z from "zod/mini";
import { DiskFailure, type SpooledFile } from "./spool.server.ts";
import { type RefusedFile, type UnfinishedUpload, type UploadLimits, whyRefused } from "./upload-limits.ts";
import { openUploadParts, type UploadOwner } from "./upload-parts.server.ts";

/**
 * Resumable uploads by the tus protocol (https://tus.io/protocols/resumable-upload). What has arrived is kept in the spool, for
 * its owner alone, until it becomes a file or has been idle for a day.
 */
export interface ResumableUploads {
  /**
   * Answers a POST, which creates an upload.
   * @param room what may still be uploaded
   * @throws DiskFailure with nothing left of it
   */
  begin(request: Request, owner: UploadOwner, room: UploadLimits): Promise<Response>;
  /**
   * Answers a HEAD, PATCH or DELETE; null where the owner has no such upload.
   * @throws DiskFailure; of a part, what the disk took of it stays
   */
  resume(request: Request, owner: UploadOwner, id: string): Promise<Response | null>;
  /** The owner's unfinished uploads, the longest idle first, without those that were shared from another app. */
  list(owner: UploadOwner): Promise<readonly UnfinishedUpload[]>;
  /** A complete upload; null for any other. */
  find(owner: UploadOwner, id: string): Promise<SpooledFile | null>;
  remove(owner: UploadOwner, id: string): Promise<void>;
  /**
   * Keeps what was shared from another app: files that have arrived whole, and what was said with them. All of it becomes complete
   * uploads of the owner, which end like others.
   * @returns the id of the share
   */
  keepShare(owner: UploadOwner, shared: NewShare, room: UploadLimits): Promise<string>;
  /** Whether an id is one of this owner's, of a share that is there or was. */
  owns(owner: UploadOwner, id: string): boolean;
  /** What is left of a share; null where the owner has none of this id. */
  findShare(owner: UploadOwner, id: string): Promise<Share | null>;
  /** The ids of the owner's shares, the newest first. */
  listShares(owner: UploadOwner): Promise<readonly string[]>;
}

/** What was said with the files of a share, and which of them were not kept. */
const said = z.object({
  text: z.string(),
  refused: z.array(z.object({ name: z.string(), reason: z.string() })),
});

interface NewShare {
  readonly files: readonly SpooledFile[];
  readonly refused: readonly RefusedFile[];
  readonly text: string;
}

interface Share extends z.output<typeof said> {
  readonly files: readonly UnfinishedUpload[];
}

const uploadsPath = href("/uploads");

/** Opens the uploads of a spool, which is created with the first one. */
export function openResumableUploads(spool: string): ResumableUploads {
  const parts = openUploadParts(spool);
  const serve = serveFrom(parts.folder);
  return {
    async begin(request, owner, room) {
      const size = Number(request.headers.get("upload-length") ?? Number.NaN);
      if (!Number.isSafeInteger(size) || size < 0) return refuse(400, "The length of the file was not announced.");
      const reason = whyRefused(size, room) ?? whyRefused(size, await parts.makeRoom(owner, size, room));
      if (reason !== null) return refuse(413, reason);
      const id = parts.newId(owner);
      try {
        return await serve(request, id);
      } catch (error) {
        await parts.remove(owner, id);
        throw error;
      }
    },
    async resume(request, owner, id) {
      return (await parts.find(owner, id)) === null ? null : serve(request, id);
    },
    async list(owner) {
      const all = await parts.list(owner);
      return all.filter(({ share }) => share === null).map(unfinished);
    },
    async find(owner, id) {
      const found = await parts.find(owner, id);
      if (found === null || found.arrived !== found.size) return null;
      const { name, mime, path, size } = found;
      // Its bytes never change, so that its id can be the digest.
      return { name, mime, path, size, digest: id, upload: id };
    },
    remove: parts.remove,
    owns: parts.owns,
    async keepShare(owner, { files, refused, text }, room) {
      const share = parts.newId(owner);
      const failed = [...refused];
      for (const [place, file] of files.entries()) {
        const why = whyRefused(file.size, await parts.makeRoom(owner, file.size, room));
        if (why === null)
          await parts.take(parts.newId(owner), { ...file, share, place }, (path) => rename(file.path, path));
        else failed.push({ name: file.name, reason: why });
      }
      const about = JSON.stringify({ text, refused: failed.map(({ name, reason }) => ({ name, reason })) });
      const file = { name: "share", mime: "application/json", size: Buffer.byteLength(about), share, place: 0 };
      await parts.take(share, file, (path) => writeFile(path, about, { mode: 0o600 }));
      return share;
    },
    async findShare(owner, id) {
      const about = await parts.find(owner, id);
      if (about === null || about.share !== id) return null;
      const all = await parts.list(owner);
      const files = all
        .filter((one) => one.share === id && one.id !== id)
        .toSorted((one, other) => one.place - other.place);
      return { ...said.parse(JSON.parse(await readFile(about.path, "utf8"))), files: files.map(unfinished) };
    },
    async listShares(owner) {
      const all = await parts.list(owner);
      return all.flatMap(({ id, share }) => (share === id ? [id] : [])).toReversed();
    },
  };
}

const unfinished = ({ id, name, size, arrived, modified }: UnfinishedUpload): UnfinishedUpload => ({
  id,
  name,
  size,
  arrived,
  modified,
});

function serveFrom(folder: string) {
  let opening: ReturnType<typeof openStore> | null = null;
  return async (request: Request, id: string): Promise<Response> => {
    opening ??= openStore(folder);
    const { Server, datastore, locker } = await opening.catch((cause: unknown) => {
      opening = null;
      throw new DiskFailure("The spool could not be opened", { cause });
    });
    const faults: Error[] = [];
    const server = new Server({
      path: uploadsPath,
      datastore,
      locker,
      relativeLocation: true,
      allowedOrigins: [],
      namingFunction: () => id,
      onResponseError: (_request, error) => void faults.push(...logFaults(error)),
    });
    const response = await server.handleWeb(plain(request));
    const [cause] = faults;
    if (cause === undefined) return bare(response);
    // One who has left is no failure of the disk.
    throw request.signal.aborted ? cause : new DiskFailure("The spool did not take an upload", { cause });
  };
}

function logFaults(error: Error | { status_code: number; body: string }): Error[] {
  if (error instanceof Error) return [error];
  return error.status_code < 500 ? [] : [new Error(error.body.trim())];
}

/** Loaded with the first upload. Creates the folder first: the store would end the process where it cannot. */
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

function bare(response: Response): Response {
  const headers = new Headers({ "Cache-Control": "no-store" });
  for (const name of told) {
    const value = response.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(response.status < 400 ? response.body : null, { status: response.status, headers });
}

function refuse(status: number, sentence: string): Response {
  const headers = {
    "Cache-Control": "no-store",
    "Content-Type": "text/plain; charset=utf-8",
    "Tus-Resumable": "1.0.0",
  };
  return new Response(sentence, { status, headers });
}
