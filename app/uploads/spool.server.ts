import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** A file that has arrived and waits on disk to go to the store. */
export interface SpooledFile {
  readonly name: string;
  /** What its sender says that it is. */
  readonly mime: string;
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** SHA-256 of them, base64url: tells the same file sent again from another one. */
  readonly digest: string;
  /** Of the upload that it arrived as, in parts: it stays when it could not be stored. */
  readonly upload?: string;
}

export interface SpoolWish {
  readonly name: string;
  readonly mime: string;
  /** As many bytes are kept; what follows is only counted. */
  readonly most: number;
  readonly signal: AbortSignal;
}

/** A folder of one form's files. */
export interface SpoolFolder {
  /** Writes a stream to a file of its own. Of a file with more than the most bytes nothing is left. */
  keep(stream: Readable, wish: SpoolWish): Promise<SpooledFile>;
  /** Removes everything; again is nothing. */
  remove(): Promise<void>;
}

/** Where forms lie within the spool. */
const formsFolder = "forms";

/** Makes a folder in the spool, which is itself made when there is none. */
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

/** Longer than any form is on its way, in ms. */
const longest = 24 * 60 * 60_000;

/** Removes what servers that were killed have left in the spool. Gives the number of forms. */
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
