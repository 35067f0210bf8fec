import { createHash, randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import { cleanName } from "./file-name.ts";
import { DiskFailure, type SpooledFile } from "./spool.server.ts";
import type { UnfinishedUpload, UploadLimits } from "./upload-limits.ts";

export interface UploadOwner {
  readonly personId: string;
  readonly workspaceId: string;
}

interface UploadParts extends UnfinishedUpload {
  readonly mime: string;
  readonly path: string;
  /** When bytes last arrived, in ms since 1970. */
  readonly touched: number;
  /** What it was shared with from another app, by its id; null for what is uploaded by a form. */
  readonly share: string | null;
  /** Its place among the files of its share. */
  readonly place: number;
}

interface WholeFile extends Pick<SpooledFile, "name" | "mime" | "size"> {
  readonly share: string;
  readonly place: number;
}

/** The resumable uploads in the spool: each a file of bytes and one of what was announced. Owners find only their own. */
export interface UploadPartsFolder {
  /** An absolute path; created by the first write. */
  readonly folder: string;
  /** A new id for an upload of this owner. */
  newId(owner: UploadOwner): string;
  /** Whether an id is one of this owner's, of an upload that is there or was. */
  owns(owner: UploadOwner, id: string): boolean;
  /** Null where the owner has no such upload. */
  find(owner: UploadOwner, id: string): Promise<UploadParts | null>;
  /** The longest idle first. */
  list(owner: UploadOwner): Promise<UploadParts[]>;
  /**
   * Gives what may still be uploaded beside the unfinished uploads; removes idle ones where that makes room.
   * @param size bytes of the new upload
   * @param limits without unfinished uploads
   */
  makeRoom(owner: UploadOwner, size: number, limits: UploadLimits): Promise<UploadLimits>;
  remove(owner: UploadOwner, id: string): Promise<void>;
  /** Takes a whole file of a share under this id. @param put brings its bytes to a path @throws DiskFailure with nothing left of it */
  take(id: string, file: WholeFile, put: (path: string) => Promise<void>): Promise<void>;
}

const folderName = "resumable";
const mostAtOnce = 50;
/** An upload idle for so long may be removed for another, in ms. */
const idleMs = 60 * 60_000;
/** How long an idle upload is kept, in ms. */
const longest = 24 * 60 * 60_000;

/** What the sender announced, as the tus store writes it. */
const announced = z.object({
  size: z.number(),
  metadata: z.optional(z.record(z.string(), z.nullable(z.string()))),
});

/** Opens the folder of a spool. */
export function openUploadParts(spool: string): UploadPartsFolder {
  const folder = join(spool, folderName);

  async function list(owner: UploadOwner): Promise<UploadParts[]> {
    const names = await readdir(folder).catch(() => []);
    const ids = names.flatMap((name) => (name.endsWith(".json") ? [name.slice(0, -".json".length)] : []));
    const found = await Promise.all(ids.filter((id) => isOf(owner, id)).map((id) => readParts(folder, id)));
    return found.filter((parts) => parts !== null).toSorted((one, other) => one.touched - other.touched);
  }

  return {
    folder,
    newId: (owner) => `${tagOf(owner)}-${randomBytes(12).toString("base64url")}`,
    owns: isOf,
    find: async (owner, id) => (isOf(owner, id) ? readParts(folder, id) : null),
    list,
    async makeRoom(owner, size, { file, total }) {
      const begun = await list(owner);
      const taken = () => begun.reduce((sum, parts) => sum + parts.size, 0);
      while (begun.length >= mostAtOnce || taken() + size > total) {
        const [oldest] = begun;
        if (oldest === undefined || Date.now() - oldest.touched < idleMs) break;
        await removeParts(folder, oldest.id);
        begun.shift();
      }
      return { file, total: begun.length >= mostAtOnce ? 0 : total - taken() };
    },
    async remove(owner, id) {
      if (isOf(owner, id)) await removeParts(folder, id);
    },
    async take(id, { name, mime, size, share, place }, put) {
      const metadata = { filename: name, filetype: mime, share, place: String(place) };
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await put(join(folder, id));
        await writeFile(join(folder, `${id}.json`), JSON.stringify({ id, size, offset: 0, metadata }), { mode: 0o600 });
      } catch (cause) {
        await removeParts(folder, id).catch(() => {});
        throw new DiskFailure("The spool did not take a shared file", { cause });
      }
    },
  };
}

/** Removes uploads that were idle for a day. Gives their number. */
export async function sweepUploadParts(spool: string, now: Date): Promise<number> {
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

function tagOf({ personId, workspaceId }: UploadOwner): string {
  return createHash("sha256").update(`${personId} ${workspaceId}`).digest("base64url").slice(0, 22);
}

function isOf(owner: UploadOwner, id: string): boolean {
  return /^[\w-]{39}$/.test(id) && id.startsWith(`${tagOf(owner)}-`);
}

async function readParts(folder: string, id: string): Promise<UploadParts | null> {
  const path = join(folder, id);
  try {
    const [text, { size: arrived, mtimeMs: touched }] = await Promise.all([
      readFile(`${path}.json`, "utf8"),
      stat(path),
    ]);
    const { size, metadata = {} } = announced.parse(JSON.parse(text));
    const modified = Number(metadata.modified ?? 0) || 0;
    const name = cleanName(metadata.filename ?? "");
    const shared = { share: metadata.share ?? null, place: Number(metadata.place ?? 0) };
    return { id, name, mime: metadata.filetype ?? "", path, size, arrived, modified, touched, ...shared };
  } catch {
    // Removed, or incomplete since the process was killed.
    return null;
  }
}

async function removeParts(folder: string, id: string): Promise<void> {
  const path = join(folder, id);
  await Promise.all([rm(path, { force: true }), rm(`${path}.json`, { force: true })]);
}
