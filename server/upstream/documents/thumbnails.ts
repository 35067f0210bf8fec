/** Small pictures of files: drawn in the background when they are first asked for, and kept. */
import { eq, sql } from "drizzle-orm";
import { smallint, uuid } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Log } from "../../log.ts";
import { createFairQueue, QueueFull } from "../../pictures/fair-queue.ts";
import { soon } from "../../pictures/soon.ts";
import { action, type Route } from "../engine/action.ts";
import type { Answer } from "../engine/answer.ts";
import type { Queries } from "../engine/queries.ts";
import { readOne } from "../engine/reading.ts";
import { Outage, Refusal } from "../engine/refusal.ts";
import { drawPicture, largestFile } from "../files/drawing.ts";
import { ObjectMissing, type ObjectStore } from "../storage/object-store.ts";
import { bytes, files, moment, upstream } from "../tables.ts";
import { BoundMet, runBounded, type WorkerBounds } from "../texts/bounded-worker.ts";
import { document } from "./document.ts";

/** Pixels of the longer side of stored thumbnails. */
const widestThumbnail = 1024;

/** What drawing one page may cost at most. */
const pageBounds = { milliseconds: 20_000, memoryBytes: 320 * 1024 ** 2 };

/** One drawing at a time; reading the file counts as well. */
const limits = { atOnce: 1, milliseconds: 30_000 };

/** WebP; "pending" while it is not drawn; null where there is no picture to be had. */
type Thumbnail = Buffer | "pending" | null;

export interface Thumbnails {
  /** Gives the picture of a file as it is now. A picture that is not drawn yet is drawn in the background, once for all who ask. */
  find(fileId: string, workspaceId: string): Promise<Thumbnail>;
}

interface Options {
  /** No transaction: the store is waited for. */
  readonly database: Queries;
  readonly objects: ObjectStore;
  readonly log: Pick<Log, "warn">;
  /** How long drawing one page may take, in place of the usual time. */
  readonly pageMilliseconds?: number;
}

export function createThumbnails({
  database,
  objects,
  log,
  pageMilliseconds = pageBounds.milliseconds,
}: Options): Thumbnails {
  const { memoryBytes } = pageBounds;
  const queue = createFairQueue(limits);
  const underWay = new Map<string, Promise<Thumbnail>>();

  async function draw(fileId: string, signal: AbortSignal): Promise<Thumbnail> {
    const file = await claimDrawing(database, fileId);
    if (file === null) return "pending";
    try {
      const bytes = await drawFile(objects, file, { milliseconds: pageMilliseconds, memoryBytes, signal });
      await keepDrawing(database, fileId, bytes);
      return bytes;
    } catch (error) {
      if (error instanceof Outage) await postponeDrawing(database, fileId);
      throw error;
    }
  }

  /** Never rejects: whoever asked may have gone. */
  async function drawInTurn(fileId: string, workspaceId: string): Promise<Thumbnail> {
    try {
      return await queue.run(workspaceId, (signal) => draw(fileId, signal));
    } catch (error) {
      if (!(error instanceof QueueFull)) log.warn({ err: error, fileId }, "A thumbnail could not be drawn");
      return "pending";
    } finally {
      underWay.delete(fileId);
    }
  }

  function start(fileId: string, workspaceId: string): Promise<Thumbnail> {
    const drawing = drawInTurn(fileId, workspaceId);
    underWay.set(fileId, drawing);
    return drawing;
  }

  return {
    async find(fileId, workspaceId) {
      const kept = await findKept(database, fileId);
      if (kept instanceof Buffer) return kept;
      if (kept === "none") return null;
      const drawing = underWay.get(fileId) ?? (kept === "undrawn" ? start(fileId, workspaceId) : null);
      return drawing === null ? "pending" : soon(drawing);
    },
  };
}

async function drawFile(objects: ObjectStore, file: DrawnFile, bounds: WorkerBounds): Promise<Buffer | null> {
  const { kind, size, storageKey } = file;
  if ((kind !== "image" && kind !== "pdf") || size > largestFile) return null;
  try {
    const bytes = await readWhole(objects, storageKey, bounds.signal);
    return kind === "image" ? await drawPicture(bytes, widestThumbnail) : await drawPage(bytes, bounds);
  } catch (error) {
    if (error instanceof ObjectMissing || error instanceof BoundMet) return null;
    throw error;
  }
}

async function readWhole(objects: ObjectStore, key: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const body = (await objects.read(key)).pipeThrough(new TransformStream(), { signal });
  return new Uint8Array(await new Response(body).arrayBuffer());
}

async function drawPage(bytes: Uint8Array<ArrayBuffer>, bounds: WorkerBounds): Promise<Buffer | null> {
  const drawn = await runBounded("pdf-page-worker", bytes, bounds);
  return drawn instanceof Uint8Array ? drawPicture(drawn, widestThumbnail) : null;
}

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
type KeptThumbnail = Buffer | "undrawn" | "waiting" | "none";

async function findKept(database: Queries, fileId: string): Promise<KeptThumbnail> {
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

type DrawnFile = Pick<typeof files.$inferSelect, "id" | "kind" | "size" | "storageKey">;

const mostTries = 3;

/**
 * Takes a file to be drawn. Until the drawing is kept, no process takes it again for ten minutes, and after three times none does.
 * @returns null when it is not to be drawn now, or is gone
 */
async function claimDrawing(database: Queries, fileId: string): Promise<DrawnFile | null> {
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
async function keepDrawing(database: Queries, fileId: string, bytes: Buffer | null): Promise<void> {
  await database.update(thumbnails).set({ bytes, retryAt: null }).where(eq(thumbnails.fileId, fileId));
}

/** The file could not be read: that says nothing about it, and does not count as a try. */
async function postponeDrawing(database: Queries, fileId: string): Promise<void> {
  const next = { tries: sql`${thumbnails.tries} - 1`, retryAt: sql`now() + interval '1 minute'` };
  await database.update(thumbnails).set(next).where(eq(thumbnails.fileId, fileId));
}

const width = z
  .string()
  .regex(/^[1-9]\d{0,3}$/, "A width is a number of pixels.")
  .transform(Number)
  .pipe(z.number().max(widestThumbnail, `A width is at most ${widestThumbnail} pixels.`))
  .default(400);
const shown = z.object({ file_id: z.string(), kind: z.string() });

/** The parameters of every GET of a thumbnail. */
export const thumbnailParameters = z.object({ width });

/** GET of a small picture of a document. 202 while it is not drawn, 404 where there is none: the page then shows its kind. */
export function thumbnailRoute(thumbnails: Thumbnails): Route {
  return action({
    method: "GET",
    path: "/documents/:id/thumbnail",
    summary:
      "A document as a small picture, WebP: itself, or the first page of a PDF; 202 until it is drawn, 404 where there is none",
    access: "workspace",
    parameters: thumbnailParameters,
    answers: { status: 200, of: null },
    async run({ database, currentUser, id, parameters, request }) {
      const { record } = await readOne(database, document, currentUser, id());
      const { file_id: fileId, kind } = shown.parse(record.attributes);
      const file = { fileId, kind, workspaceId: currentUser.workspaceId };
      return answerThumbnail(thumbnails, request, file, parameters.width);
    },
  });
}

interface PicturedFile {
  readonly fileId: string;
  /** Of the document. */
  readonly kind: string;
  readonly workspaceId: string;
}

/**
 * Answers a request for the thumbnail of a document, once it is decided that it may have it.
 * @param width pixels of the longer side
 * @throws Refusal 404 `no_thumbnail` where there is none
 */
export async function answerThumbnail(
  thumbnails: Thumbnails,
  request: Request,
  { fileId, kind, workspaceId }: PicturedFile,
  width: number,
): Promise<Answer> {
  if (kind !== "image" && kind !== "pdf") throw noThumbnail();
  const tag = `"${fileId}-${width}"`;
  const headers = {
    "Content-Type": "image/webp",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "private, no-cache",
    ETag: tag,
  };
  if (request.headers.get("if-none-match") === tag) {
    return { kind: "raw", response: new Response(null, { status: 304, headers }) };
  }
  const found = await thumbnails.find(fileId, workspaceId);
  if (found === null) throw noThumbnail();
  if (found === "pending") return { kind: "raw", response: pendingAnswer() };
  return { kind: "raw", response: new Response(await shrink(found, width), { headers }) };
}

/** Not to be kept: it is no picture, and soon there will be one. */
function pendingAnswer(): Response {
  return new Response(null, { status: 202, headers: { "Cache-Control": "no-store", "Retry-After": "2" } });
}

/** Another 404 than that of a document which is not there. */
function noThumbnail(): Refusal {
  return new Refusal([{ status: 404, code: "no_thumbnail", detail: "There is no picture of this document." }]);
}

async function shrink(drawn: Buffer, width: number): Promise<Uint8Array<ArrayBuffer>> {
  if (width === widestThumbnail) return new Uint8Array(drawn);
  const { default: sharp } = await import("sharp");
  const box = { width, height: width, fit: "inside", withoutEnlargement: true } as const;
  return new Uint8Array(await sharp(drawn).resize(box).webp({ quality: 78 }).toBuffer());
}
