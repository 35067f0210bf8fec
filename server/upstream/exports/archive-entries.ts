/** What is in the archive of a workspace, entry by entry, each read when it is written. */
import type { Queries } from "../engine/queries.ts";
import { ObjectMissing, type ObjectStore } from "../storage/object-store.ts";
import { countFiles, exportedFiles, exportedPictures, openFilePlaces } from "./archive-files.ts";
import { readMe } from "./archive-read-me.ts";
import { documentText, type ExportedRow, exportedRows, exportedShapes } from "./exported-rows.ts";

export interface ArchiveParts {
  readonly database: Queries;
  readonly store: Pick<ObjectStore, "read">;
  readonly workspaceId: string;
  readonly clock: () => Date;
  readonly signal: AbortSignal;
  /** Told after each file. */
  readonly onFile: (progress: ArchiveProgress) => Promise<void>;
}

export interface ArchiveProgress {
  readonly done: number;
  readonly total: number;
  readonly missing: number;
}

/** An entry of a zip, as client-zip takes it. */
interface Entry {
  readonly name: string;
  readonly lastModified: Date;
  readonly input: AsyncIterable<Uint8Array | string> | Uint8Array | string;
}

/** Files first: their records say where they are. @throws StorageUnavailable; a file that is not there is named in README.txt */
export async function* archiveEntries(parts: ArchiveParts): AsyncGenerator<Entry> {
  const { database, workspaceId, clock, signal } = parts;
  const startedAt = clock();
  const paths = new Map<string, string>();
  const missing: string[] = [];
  let total = await countFiles(database, workspaceId);
  let done = 0;
  const tell = () => {
    // Files may have been added since they were counted.
    total = Math.max(total, done);
    return parts.onFile({ done, total, missing: missing.length });
  };
  await tell();
  const pathOf = await openFilePlaces(database, workspaceId);
  for await (const file of exportedFiles(database, workspaceId)) {
    signal.throwIfAborted();
    const name = pathOf(file);
    const reader = await openObject(parts.store, file.storage_key);
    if (reader === null) {
      missing.push(name);
    } else {
      let size = 0;
      try {
        const count = (bytes: number) => {
          size += bytes;
        };
        yield { name, lastModified: file.inserted_at, input: piecesFrom(reader, count) };
        paths.set(file.id, name);
        if (size !== file.size) missing.push(`${name} (incomplete)`);
      } finally {
        // client-zip does not when it is aborted: the file or the connection would stay open.
        await reader.cancel().catch(() => {});
      }
    }
    done += 1;
    await tell();
  }
  for await (const picture of exportedPictures(database, workspaceId)) {
    signal.throwIfAborted();
    const name = picturePath(picture);
    paths.set(picture.id, name);
    yield { name, lastModified: picture.inserted_at, input: picture.bytes };
    done += 1;
    await tell();
  }
  const pathed = ({ id }: ExportedRow) => ({ archive_path: typeof id === "string" ? (paths.get(id) ?? null) : null });
  for (const shape of await exportedShapes(database)) {
    signal.throwIfAborted();
    const more = shape.name === "files" || shape.name === "pictures" ? pathed : undefined;
    const input = documentText(shape, exportedRows(database, shape, workspaceId), more);
    yield { name: `records/${shape.name}.json`, lastModified: clock(), input };
    await tell();
  }
  yield { name: "README.txt", lastModified: clock(), input: readMe({ startedAt, endedAt: clock(), missing }) };
}

function picturePath({ id, media_type }: { readonly id: string; readonly media_type: string }): string {
  return `pictures/${id}.${media_type.replace(/^image\//, "")}`;
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** Null for an object that is not there. */
async function openObject(store: ArchiveParts["store"], key: string): Promise<Reader | null> {
  try {
    return (await store.read(key)).getReader();
  } catch (error) {
    if (error instanceof ObjectMissing) return null;
    throw error;
  }
}

async function* piecesFrom(reader: Reader, count: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    count(read.value.byteLength);
    yield read.value;
  }
}
