/** Texts of files: read on first demand, and kept. */
import { bulkhead } from "cockatiel";
import { eq, sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { ObjectMissing, type ObjectStore } from "../storage/object-store.ts";
import { documents, documentTexts, files } from "../tables.ts";
import { BoundMet, runBounded } from "./bounded-worker.ts";
import {
  type ReadingState,
  type TextReading,
  textBounds,
  textReading,
  type WorkerReading,
  withoutText,
  withSearchText,
  workerReading,
} from "./text-reading.ts";

export interface FileTexts {
  /** Null when there is no such file. @throws StorageUnavailable, or the signal's reason; nothing is kept then */
  read(fileId: string, signal: AbortSignal): Promise<TextReading | null>;
  /**
   * What a worker makes of a file's text. A text that met a bound is not worked on again. @throws BoundMet, the signal's reason, or the
   * worker's failure
   */
  work(fileId: string, work: TextWork, signal: AbortSignal): Promise<unknown>;
}

export interface TextWork {
  readonly worker: string;
  readonly input: unknown;
}

type StoredFile = Pick<typeof files.$inferSelect, "id" | "kind" | "size" | "storageKey" | "workspaceId">;

/** Of one process. */
const workers = { atOnce: 1, waiting: 1000 };

/** @param database no transaction, since the store is waited for @param workMilliseconds for a worker */
export function createFileTexts(
  database: Queries,
  objects: ObjectStore,
  workMilliseconds: number = textBounds.workMilliseconds,
): FileTexts {
  const gate = bulkhead(workers.atOnce, workers.waiting);

  async function readOnce(fileId: string, signal: AbortSignal): Promise<TextReading | null> {
    const kept = await findKept(database, fileId);
    if (kept) return kept;
    const file = await findFile(database, fileId);
    if (!file) return null;
    const { searchText, ...reading } = await readFile(objects, file, signal);
    const isFirst = await keep(database, file, reading, searchText);
    return isFirst ? reading : findKept(database, fileId);
  }

  async function workOnce(fileId: string, { worker, input }: TextWork, signal: AbortSignal): Promise<unknown> {
    try {
      const { memoryBytes } = textBounds;
      return await runBounded(worker, input, { milliseconds: workMilliseconds, memoryBytes, signal });
    } catch (error) {
      if (error instanceof BoundMet) await giveUp(database, fileId);
      throw error;
    }
  }

  return {
    read: (fileId, signal) => gate.execute(() => readOnce(fileId, signal)),
    work: (fileId, work, signal) => gate.execute(() => workOnce(fileId, work, signal)),
  };
}

/** Its pages stay, so searches find the document. */
async function giveUp(database: Queries, fileId: string): Promise<void> {
  await database.update(documentTexts).set({ state: "too_large" }).where(eq(documentTexts.fileId, fileId));
}

async function findKept(database: Queries, fileId: string): Promise<TextReading | null> {
  const { state, pages, pageCount } = documentTexts;
  const isKept = sql`${documentTexts.fileId} = ${fileId} and ${state} <> 'queued'`;
  const [row] = await database.select({ state, pages, pageCount }).from(documentTexts).where(isKept);
  return row ? textReading.parse(row) : null;
}

async function findFile(database: Queries, fileId: string): Promise<StoredFile | undefined> {
  const { id, kind, size, storageKey, workspaceId } = files;
  const [file] = await database.select({ id, kind, size, storageKey, workspaceId }).from(files).where(eq(id, fileId));
  return file;
}

async function readFile(objects: ObjectStore, file: StoredFile, signal: AbortSignal): Promise<WorkerReading> {
  const { kind, storageKey, size } = file;
  try {
    if (kind === "pdf" && size > textBounds.fileBytes) return withSearchText(withoutText("too_large"));
    if (kind === "pdf") return await readIn("pdf-worker", await readBytes(objects, storageKey, size), signal);
    // UTF-8 has up to four bytes a character.
    const length = Math.min(size, 4 * textBounds.characters);
    if (kind === "text") return await readIn("plain-text-worker", await readBytes(objects, storageKey, length), signal);
    return withSearchText(withoutText("unsupported"));
  } catch (error) {
    if (error instanceof ObjectMissing) return withSearchText(withoutText("broken"));
    if (error instanceof BoundMet) return withSearchText(withoutText("too_large"));
    throw error;
  }
}

async function readIn(worker: string, bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<WorkerReading> {
  const { milliseconds, memoryBytes } = textBounds;
  return workerReading.parse(await runBounded(worker, bytes, { milliseconds, memoryBytes, signal }));
}

async function readBytes(objects: ObjectStore, key: string, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(size);
  let filled = 0;
  for await (const chunk of await objects.read(key, { first: 0, last: size - 1 })) {
    bytes.set(chunk.subarray(0, size - filled), filled);
    filled += Math.min(chunk.length, size - filled);
  }
  return bytes;
}

/** Keeps a text and updates its documents' search texts. @returns false when another process kept it first */
async function keep(
  database: Queries,
  { id: fileId, workspaceId }: StoredFile,
  reading: TextReading,
  words: string,
): Promise<boolean> {
  const { state, pages, pageCount } = reading;
  const kept = { state, pages, pageCount, finishedAt: sql`now()` };
  return database.transaction(async (transaction) => {
    const written = await transaction
      .insert(documentTexts)
      .values({ fileId, workspaceId, ...kept })
      .onConflictDoUpdate({ target: documentTexts.fileId, set: kept, setWhere: eq(documentTexts.state, "queued") })
      .returning({ fileId: documentTexts.fileId });
    if (written.length === 0) return false;
    if (state !== "ready") return true;
    // A label's key has no line break.
    const searchText = sql`${documents.labelKey} || E'\n' || ${words}::text`;
    await transaction.update(documents).set({ searchText }).where(eq(documents.fileId, fileId));
    return true;
  });
}

export interface Failure {
  readonly sentence: string;
  /** Whether a retry would fail, too. */
  readonly isFinal: boolean;
  /** Whether it counts like a success, for its cost. */
  readonly isCounted?: boolean;
}

export const textFailures: Readonly<Record<Exclude<ReadingState, "ready">, Failure>> = {
  empty: { sentence: "No readable text. The pages may be scanned images.", isFinal: true },
  encrypted: { sentence: "This file is password-protected. Replace it with one that isn't.", isFinal: true },
  broken: { sentence: "This file is damaged and can't be read. Replace it with one that opens.", isFinal: true },
  too_large: { sentence: "This file is too large or complex to read.", isFinal: true },
  unsupported: { sentence: "No readable text. Only PDF and plain text files can be read.", isFinal: true },
};

export const tooComplex: Failure = { ...textFailures.too_large, isCounted: true };
