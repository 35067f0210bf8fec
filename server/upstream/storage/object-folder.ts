/**
 * Objects as files. Bytes are synced to disk before they get their name, which is given once, so that an object is complete or
 * missing after any crash.
 */
import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, link, mkdir, open, readdir, rename, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type ByteRange, ObjectMissing } from "./object-store.ts";
import { PostRefused, type SizeRange } from "./post-policy.ts";
import type { Staged } from "./upload-form.ts";

/** No post takes longer. */
const staleAfterMs = 24 * 3_600_000;
const pieceBytes = 65_536;

interface StagedObject extends Staged {
  /** @throws PostRefused PreconditionFailed when the key has other bytes */
  commit(key: string): Promise<void>;
}

/** Opens a folder of objects. */
export function openObjectFolder(folder: string) {
  const incoming = join(folder, "incoming");

  /** Keys are foreign text, so the file's name is their hash. */
  function pathOf(key: string): string {
    const digest = createHash("sha256").update(key).digest("hex");
    return join(folder, digest.slice(0, 2), digest);
  }

  /** @throws PostRefused EntityTooLarge at once, EntityTooSmall at the end */
  async function stage(content: AsyncIterable<Uint8Array>, range: SizeRange): Promise<StagedObject> {
    await mkdir(incoming, { recursive: true, mode: 0o700 });
    const path = join(incoming, randomUUID());
    const discard = () => unlink(path).catch(ignoreMissing);
    const handle = await open(path, "wx", 0o600);
    try {
      await writeAll(handle, content, range);
      await handle.sync();
    } catch (error) {
      await discard();
      throw error;
    } finally {
      await handle.close();
    }
    return { discard, commit: (key) => commit(path, pathOf(key)).finally(discard) };
  }

  /** @throws ObjectMissing */
  async function read(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
    try {
      return streamOf(await open(pathOf(key)), range);
    } catch (error) {
      throw isMissing(error) ? new ObjectMissing({ cause: error }) : error;
    }
  }

  async function size(key: string): Promise<number | null> {
    try {
      return (await stat(pathOf(key))).size;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  /** Removes what interrupted posts left. */
  async function sweep(now: Date): Promise<void> {
    const names = await readdir(incoming).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    for (const name of names) {
      const { mtimeMs } = await stat(join(incoming, name)).catch(() => ({ mtimeMs: now.getTime() }));
      if (now.getTime() - mtimeMs > staleAfterMs) await unlink(join(incoming, name)).catch(ignoreMissing);
    }
  }

  return { stage, read, size, sweep, remove: (key: string) => unlink(pathOf(key)).catch(ignoreMissing) };
}

/** Closes the file at the end, on failure and when cancelled. */
function streamOf(handle: FileHandle, range?: ByteRange): ReadableStream<Uint8Array<ArrayBuffer>> {
  let position = range?.first ?? 0;
  async function readPiece(): Promise<Uint8Array<ArrayBuffer>> {
    const piece = new Uint8Array(Math.min(pieceBytes, (range?.last ?? Number.POSITIVE_INFINITY) + 1 - position));
    if (piece.length === 0) return piece;
    const { bytesRead } = await handle.read(piece, 0, piece.length, position);
    position += bytesRead;
    return piece.subarray(0, bytesRead);
  }
  return new ReadableStream(
    {
      async pull(controller) {
        const piece = await readPiece().catch(async (error: unknown) => {
          await handle.close();
          throw error;
        });
        if (piece.length > 0) return controller.enqueue(piece);
        await handle.close();
        controller.close();
      },
      cancel: () => handle.close(),
    },
    { highWaterMark: 0 },
  );
}

async function writeAll(handle: FileHandle, content: AsyncIterable<Uint8Array>, { least, most }: SizeRange) {
  let size = 0;
  for await (const piece of content) {
    size += piece.byteLength;
    if (size > most) throw new PostRefused("EntityTooLarge", "The file is larger than the policy allows.");
    await handle.writeFile(piece);
  }
  if (size < least) throw new PostRefused("EntityTooSmall", "The file is smaller than the policy asks for.");
}

async function commit(from: string, to: string): Promise<void> {
  const shard = dirname(to);
  if ((await mkdir(shard, { recursive: true, mode: 0o700 })) !== undefined) await syncToDisk(dirname(shard));
  try {
    await link(from, to);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") await rename(from, to);
    // A retried post is no error.
    else if (!(await areSame(from, to))) throw new PostRefused("PreconditionFailed", "The key belongs to other bytes.");
  }
  await syncToDisk(shard);
}

/** The name is on disk only when its folder is. */
async function syncToDisk(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function areSame(one: string, other: string): Promise<boolean> {
  if ((await stat(one)).size !== (await stat(other)).size) return false;
  const [a, b] = await Promise.all([digestOf(one), digestOf(other)]);
  return a === b;
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of (await open(path)).createReadStream()) hash.update(piece);
  return hash.digest("hex");
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : null;
}

function isMissing(error: unknown): boolean {
  return codeOf(error) === "ENOENT";
}

function ignoreMissing(error: unknown): void {
  if (!isMissing(error)) throw error;
}
