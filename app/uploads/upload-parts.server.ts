import { createHash, randomBytes } from "node:crypto";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import { cleanName } from "./file-name.ts";
import type { UnfinishedUpload, UploadLimits } from "./upload-limits.ts";

/** Whose an upload is: a person's, in one of their workspaces. */
export interface UploadOwner {
  readonly personId: string;
  readonly workspaceId: string;
}

/** What is here of an upload. */
export interface UploadParts extends UnfinishedUpload {
  /** What its sender says that it is. */
  readonly mime: string;
  readonly path: string;
  /** When they last grew, in ms since 1970. */
  readonly touched: number;
}

/** The parts of uploads as they lie in the spool: bytes, and beside them what was announced. An owner finds their own only. */
export interface UploadPartsFolder {
  /** Where they lie; it is made by whoever writes there first. */
  readonly folder: string;
  /** An id that nothing lies under. */
  newId(owner: UploadOwner): string;
  /** Null where the owner has no such upload. */
  find(owner: UploadOwner, id: string): Promise<UploadParts | null>;
  /** Those that have not grown for longest first. */
  list(owner: UploadOwner): Promise<UploadParts[]>;
  /**
   * Says what may still be had beside what is begun; what nobody goes on with makes way.
   * @param size bytes that are wanted
   * @param limits what there is room for when nothing is begun
   */
  makeRoom(owner: UploadOwner, size: number, limits: UploadLimits): Promise<UploadLimits>;
  remove(owner: UploadOwner, id: string): Promise<void>;
}

/** Where they lie within the spool. */
const folderName = "resumable";
/** Begun at once by one person in one workspace. */
const mostAtOnce = 50;
/** What has not grown for so long may make way for another, in ms. */
const idleMs = 60 * 60_000;
/** As long as anything is kept that nobody goes on with, in ms. */
const longest = 24 * 60 * 60_000;

/** What was announced of a file, as it is written beside the bytes. */
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
  };
}

/** Removes what nobody has gone on with for a day. Gives the number of uploads. */
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

/** Begins the id of each upload of an owner, and of nobody else's. */
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
    return { id, name, mime: metadata.filetype ?? "", path, size, arrived, modified, touched };
  } catch {
    // Removed, or cut short by a kill while it was announced.
    return null;
  }
}

async function removeParts(folder: string, id: string): Promise<void> {
  const path = join(folder, id);
  await Promise.all([rm(path, { force: true }), rm(`${path}.json`, { force: true })]);
}
