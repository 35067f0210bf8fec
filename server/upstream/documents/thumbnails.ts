/** Small pictures of files: drawn when they are first asked for, and kept. */
import { eq } from "drizzle-orm";
import { customType, pgSchema, uuid } from "drizzle-orm/pg-core";
import type { Queries } from "../engine/queries.ts";
import { files } from "../files/tables.ts";
import { createTurn, drawPicture, type InTurn, largestFile } from "../pictures/drawing.ts";
import { ObjectMissing, type ObjectStore } from "../storage/object-store.ts";
import { BoundMet, runBounded } from "../texts/bounded-worker.ts";

/** Pixels of the longer side of stored thumbnails. */
export const widestThumbnail = 1024;

/** The table as queries see it; migration 14-documents makes it. */
const thumbnails = pgSchema("upstream").table("thumbnails", {
  fileId: uuid("file_id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  /** WebP; null where there is no picture to be had. */
  bytes: customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" })(),
});

type StoredFile = Pick<typeof files.$inferSelect, "id" | "kind" | "size" | "storageKey" | "workspaceId">;

/** What drawing one page may cost at most. */
const bounds = { milliseconds: 20_000, memoryBytes: 320 * 1024 ** 2 };

export interface Thumbnails {
  /**
   * Gives the picture of a file as WebP; null where there is none.
   * @throws StorageUnavailable, Refusal 503 when too many wait: nothing is kept then
   */
  find(fileId: string): Promise<Buffer | null>;
}

/** @param database no transaction: the store is waited for */
export function createThumbnails(database: Queries, objects: ObjectStore): Thumbnails {
  const inTurn = createTurn();
  /** Drawn at this moment: asked for twice at once, a picture is drawn once. */
  const underWay = new Map<string, Promise<Buffer | null>>();

  async function draw(fileId: string): Promise<Buffer | null> {
    const [file] = await database
      .select({ ...columns })
      .from(files)
      .where(eq(files.id, fileId));
    if (file === undefined || file.size > largestFile) return null;
    const bytes = await drawFile(objects, file, inTurn);
    const { id, workspaceId } = file;
    await database.insert(thumbnails).values({ fileId: id, workspaceId, bytes }).onConflictDoNothing();
    return bytes;
  }

  return {
    async find(fileId) {
      const [kept] = await database
        .select({ bytes: thumbnails.bytes })
        .from(thumbnails)
        .where(eq(thumbnails.fileId, fileId));
      if (kept !== undefined) return kept.bytes;
      // The visitor may leave meanwhile: the next one finds it drawn.
      const drawing = underWay.get(fileId) ?? draw(fileId).finally(() => underWay.delete(fileId));
      underWay.set(fileId, drawing);
      return drawing;
    },
  };
}

const { id, kind, size, storageKey, workspaceId } = files;
const columns = { id, kind, size, storageKey, workspaceId };

async function drawFile(objects: ObjectStore, file: StoredFile, inTurn: InTurn): Promise<Buffer | null> {
  const { kind, storageKey } = file;
  if (kind !== "image" && kind !== "pdf") return null;
  try {
    return await inTurn(async () => {
      const bytes = await readWhole(objects, storageKey);
      return kind === "image" ? drawPicture(bytes, widestThumbnail) : drawPage(bytes);
    });
  } catch (error) {
    if (error instanceof ObjectMissing) return null;
    throw error;
  }
}

async function readWhole(objects: ObjectStore, key: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(await objects.read(key)).arrayBuffer());
}

async function drawPage(bytes: Uint8Array<ArrayBuffer>): Promise<Buffer | null> {
  try {
    const drawn = await runBounded("pdf-page-worker", bytes, { ...bounds, signal: new AbortController().signal });
    return drawn instanceof Uint8Array ? await drawPicture(drawn, widestThumbnail) : null;
  } catch (error) {
    if (error instanceof BoundMet) return null;
    throw error;
  }
}
