import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** A file on disk that waits to be stored. */
export interface SpooledFile {
  readonly name: string;
  /** The type that its sender gave. */
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

/** The spool folder of one form's files. */
export interface SpoolFolder {
  /** Writes a stream to a file. A file with too many bytes is removed; its size is given all the same. */
  keep(stream: Readable, wish: SpoolWish): Promise<SpooledFile>;
  /** Removes everything; again is a no-op. */
  remove(): Promise<void>;
}

/** Below the spool. */
const formsFolder = "forms";

/** Creates a folder in the spool, and the spool where there is none. */
export async function openSpoolFolder(spool: string): Promise<SpoolFolder> {
  const folder = join(spool, formsFolder, randomUUID());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let count = 0;
  return {
    async keep(stream, { name, mime, most, signal }) {
      const path = join(folder, String(count++));
      const hash = createHash("sha256");
      let size = 0;
      async function* measure(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
        for await (const piece of pieces) {
          size += piece.length;
          if (size > most) continue;
          hash.update(piece);
          yield piece;
        }
      }
      await pipeline(stream, measure, createWriteStream(path, { flags: "wx", mode: 0o600 }), { signal });
      if (size > most) await rm(path);
      return { name, mime, path, size, digest: hash.digest("base64url") };
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
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
