import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

export interface SpooledFile {
  readonly name: string;
  readonly mime: string;
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** SHA-256 of the bytes, base64url. */
  readonly digest: string;
  /** The id of a resumable upload, which stays when it could not be stored. */
  readonly upload?: string;
}

interface SpoolWish {
  readonly name: string;
  readonly mime: string;
  /** The most bytes that are kept; further ones are only counted. */
  readonly most: number;
  readonly signal: AbortSignal;
}

export interface SpoolFolder {
  /**
   * Writes a stream to a file. A file with too many bytes is removed; its size is given all the same.
   * @throws DiskFailure after which the stream can be read on
   */
  keep(stream: Readable, wish: SpoolWish): Promise<SpooledFile>;
  /** Removes everything; again is a no-op. */
  remove(): Promise<void>;
}

const formsFolder = "forms";

/** The disk did not take a file: it is full, or has another fault, which is the cause. */
export class DiskFailure extends Error {
  override readonly name = "DiskFailure";
}

/** Opens a folder in the spool, which is created with its first file, and the spool where there is none. */
export function openSpoolFolder(spool: string): SpoolFolder {
  const folder = join(spool, formsFolder, randomUUID());
  let count = 0;
  return {
    async keep(stream, { name, mime, most, signal }) {
      const path = join(folder, String(count++));
      const hash = createHash("sha256");
      let size = 0;
      async function* measure(): AsyncGenerator<Buffer> {
        for await (const piece of stream.iterator({ destroyOnReturn: false })) {
          size += piece.length;
          if (size > most) continue;
          hash.update(piece);
          yield piece;
        }
      }
      // The loop over its pieces would wait for the next one.
      const end = () => stream.destroy();
      signal.addEventListener("abort", end);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await pipeline(measure, createWriteStream(path, { flags: "wx", mode: 0o600 }), { signal });
      } catch (error) {
        await rm(path, { force: true }).catch(() => {});
        throw isOfDisk(error) ? new DiskFailure("The spool did not take a file", { cause: error }) : error;
      } finally {
        signal.removeEventListener("abort", end);
      }
      if (size > most) await rm(path);
      return { name, mime, path, size, digest: hash.digest("base64url") };
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** System errors of files name them; those of a connection that broke do not. */
function isOfDisk(error: unknown): boolean {
  return error instanceof Error && "syscall" in error && error.syscall !== "read";
}

/** Longer than any form takes to arrive, in ms. */
const longest = 24 * 60 * 60_000;

/** Removes the files of forms that killed servers left in the spool. Gives the number of forms. */
export async function sweepSpool(spool: string, now: Date): Promise<number> {
  const folder = join(spool, formsFolder);
  const names = await readdir(folder).catch(() => []);
  let removed = 0;
  for (const name of names) {
    const path = join(folder, name);
    const entry = await stat(path).catch(() => null);
    if (entry === null || now.getTime() - entry.mtimeMs < longest) continue;
    await rm(path, { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}
