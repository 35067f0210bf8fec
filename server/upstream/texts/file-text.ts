/** The text of a file: read when it is first asked for, and kept. */
import { bulkhead } from "cockatiel";
import { eq, sql } from "drizzle-orm";
import { documents } from "../documents/tables.ts";
import type { Queries } from "../engine/queries.ts";
import { fold } from "../engine/text-search.ts";
import { files } from "../files/tables.ts";
import { ObjectMissing, type ObjectStore } from "../storage/object-store.ts";
import { BoundMet, runBounded } from "./bounded-worker.ts";
import { documentTexts } from "./tables.ts";
import { readingOf, type TextReading, textBounds, textReading, withoutText } from "./text-reading.ts";

export interface FileTexts {
  /**
   * Gives the text of a file, which is read now unless it has been; null when there is no such file.
   * @throws StorageUnavailable, or the signal's reason: nothing is kept then
   */
  read(fileId: string, signal: AbortSignal): Promise<TextReading | null>;
}

type StoredFile = Pick<typeof files.$inferSelect, "id" | "kind" | "size" | "storageKey" | "workspaceId">;

/** Workers that one process runs at a time, and readings that may wait for one. */
const workers = { atOnce: 1, waiting: 1000 };

/** Gives the reader of texts. @param database no transaction: the store is waited for */
export function createFileTexts(database: Queries, objects: ObjectStore): FileTexts {
  const gate = bulkhead(workers.atOnce, workers.waiting);

  async function readOnce(fileId: string, signal: AbortSignal): Promise<TextReading | null> {
    const kept = await findKept(database, fileId);
    if (kept) return kept;
    const file = await findFile(database, fileId);
    if (!file) return null;
    const reading = await readFile(objects, file, signal);
    await keep(database, file, reading);
    return reading;
  }

  return { read: (fileId, signal) => gate.execute(() => readOnce(fileId, signal)) };
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

async function readFile(objects: ObjectStore, file: StoredFile, signal: AbortSignal): Promise<TextReading> {
  try {
    if (file.kind === "pdf") return await readPdf(objects, file, signal);
    if (file.kind === "text") return await readPlain(objects, file);
    return withoutText("unsupported");
  } catch (error) {
    if (error instanceof ObjectMissing) return withoutText("broken");
    if (error instanceof BoundMet) return withoutText("too_large");
    throw error;
  }
}

async function readPdf(objects: ObjectStore, { storageKey, size }: StoredFile, signal: AbortSignal) {
  if (size > textBounds.fileBytes) return withoutText("too_large");
  const bytes = await readBytes(objects, storageKey, size);
  const { milliseconds, memoryBytes } = textBounds;
  return textReading.parse(await runBounded("pdf-worker", bytes, { milliseconds, memoryBytes, signal }));
}

/** A text has the pages that its form feeds make of it, else one. */
async function readPlain(objects: ObjectStore, { storageKey, size }: StoredFile): Promise<TextReading> {
  // A character of UTF-8 has four bytes at most.
  const length = Math.min(size, 4 * textBounds.characters);
  const text = new TextDecoder().decode(await readBytes(objects, storageKey, length));
  const pages = text.split("\f").flatMap(inPieces);
  return readingOf(pages, pages.length);
}

/** A text without page breaks may be longer than a page can be. */
function inPieces(page: string): string[] {
  const longest = textBounds.pageCharacters;
  if (page.length <= longest) return [page];
  const end = page.lastIndexOf("\n", longest - 1) + 1 || page.lastIndexOf(" ", longest - 1) + 1 || longest;
  return [page.slice(0, end), ...inPieces(page.slice(end))];
}

/** Reads the first bytes of an object into a buffer that is made once. */
async function readBytes(objects: ObjectStore, key: string, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(size);
  let filled = 0;
  for await (const chunk of await objects.read(key, { first: 0, last: size - 1 })) {
    bytes.set(chunk.subarray(0, size - filled), filled);
    filled += Math.min(chunk.length, size - filled);
  }
  return bytes;
}

/** Keeps a text, and has the documents that show the file found by it. */
async function keep(database: Queries, { id: fileId, workspaceId }: StoredFile, reading: TextReading): Promise<void> {
  const { state, pages, pageCount } = reading;
  const kept = { state, pages: [...pages], pageCount, finishedAt: sql`now()` };
  const words = fold(pages.join("\n"));
  await database.transaction(async (transaction) => {
    await transaction
      .insert(documentTexts)
      .values({ fileId, workspaceId, ...kept })
      .onConflictDoUpdate({ target: documentTexts.fileId, set: kept });
    if (state !== "ready") return;
    // A label's key has no line break.
    const searchText = sql`${documents.labelKey} || E'\n' || ${words}::text`;
    await transaction.update(documents).set({ searchText }).where(eq(documents.fileId, fileId));
  });
}
