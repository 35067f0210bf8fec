/** Where thumbnails are kept, and which of them may be drawn now. */
import { eq, sql } from "drizzle-orm";
import { smallint, uuid } from "drizzle-orm/pg-core";
import type { Queries } from "../engine/queries.ts";
import { bytes, files, moment, upstream } from "../tables.ts";

/** The table as queries see it; migrations 14-documents and 23-thumbnail-drawing make it. */
const thumbnails = upstream.table("thumbnails", {
  fileId: uuid("file_id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  /** WebP. */
  bytes: bytes(),
  tries: smallint().notNull().default(1),
  retryAt: moment("retry_at"),
});

/** undrawn: it may be drawn now. waiting: it is being drawn, or could not be drawn lately. none: there is no picture of this file. */
export type KeptThumbnail = Buffer | "undrawn" | "waiting" | "none";

export async function findKept(database: Queries, fileId: string): Promise<KeptThumbnail> {
  const isDue = sql<boolean | null>`${thumbnails.retryAt} <= now()`;
  const [row] = await database
    .select({ bytes: thumbnails.bytes, isDue })
    .from(thumbnails)
    .where(eq(thumbnails.fileId, fileId));
  if (row === undefined) return "undrawn";
  if (row.bytes !== null) return row.bytes;
  if (row.isDue === null) return "none";
  return row.isDue ? "undrawn" : "waiting";
}

/** What a drawing needs to know of its file. */
export type DrawnFile = Pick<typeof files.$inferSelect, "id" | "kind" | "size" | "storageKey">;

const mostTries = 3;

/**
 * Takes a file to be drawn. Until the drawing is kept, no process takes it again for ten minutes, and after three times none does.
 * @returns null when it is not to be drawn now, or is gone
 */
export async function claimDrawing(database: Queries, fileId: string): Promise<DrawnFile | null> {
  const { id, kind, size, storageKey, workspaceId } = files;
  const [file] = await database.select({ id, kind, size, storageKey, workspaceId }).from(files).where(eq(id, fileId));
  if (file === undefined) return null;
  const later = sql`now() + interval '10 minutes'`;
  const claimed = await database
    .insert(thumbnails)
    .values({ fileId, workspaceId: file.workspaceId, retryAt: later })
    .onConflictDoUpdate({
      target: thumbnails.fileId,
      set: {
        tries: sql`${thumbnails.tries} + 1`,
        retryAt: sql`case when ${thumbnails.tries} + 1 < ${mostTries} then ${later} end`,
      },
      setWhere: sql`${thumbnails.retryAt} <= now()`,
    })
    .returning({ fileId: thumbnails.fileId });
  return claimed.length === 0 ? null : file;
}

/** @param bytes null: there is no picture of this file, and there will be none */
export async function keepDrawing(database: Queries, fileId: string, bytes: Buffer | null): Promise<void> {
  await database.update(thumbnails).set({ bytes, retryAt: null }).where(eq(thumbnails.fileId, fileId));
}

/** The file could not be read: that says nothing about it, and does not count as a try. */
export async function postponeDrawing(database: Queries, fileId: string): Promise<void> {
  const next = { tries: sql`${thumbnails.tries} - 1`, retryAt: sql`now() + interval '1 minute'` };
  await database.update(thumbnails).set(next).where(eq(thumbnails.fileId, fileId));
}
