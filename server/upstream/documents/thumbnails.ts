/** Small pictures of files: drawn in the background on first demand, and kept. */
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

const widestThumbnail = 1024;

const pageBounds = { milliseconds: 20_000, memoryBytes: 320 * 1024 ** 2 };

/** Reading the file counts as well. */
const limits = { atOnce: 1, milliseconds: 30_000 };

/** WebP; "pending" until drawn; null where there is no picture. */
type Thumbnail = Buffer | "pending" | null;

export interface Thumbnails {
  /** A file's picture; starts drawing it, once for all who ask. */
  find(fileId: string, workspaceId: string): Promise<Thumbnail>;
}

interface Options {
  /** Not a transaction, since the store is waited for. */
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

  /** Never rejects, since nobody may wait anymore. */
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

const thumbnails = upstream.table("thumbnails", {
  fileId: uuid("file_id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  bytes: bytes(),
  tries: smallint().notNull().default(1),
  retryAt: moment("retry_at"),
});

/** "undrawn": may be drawn now. "waiting": being drawn, or failed lately. "none": there is no picture. */
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

/** Claims a file for drawing: for ten minutes no other process does, and after three times none. @returns null when it cannot be claimed */
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

/** @param bytes null: there will be no picture */
async function keepDrawing(database: Queries, fileId: string, bytes: Buffer | null): Promise<void> {
  await database.update(thumbnails).set({ bytes, retryAt: null }).where(eq(thumbnails.fileId, fileId));
}

/** The file could not be read, which is no try. */
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

export const thumbnailParameters = z.object({ width });

/** 202 until it is drawn; 404 without a picture: the page shows the kind. */
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

/** Answers with a thumbnail; the caller has checked the permission. @param width of the longer side @throws Refusal 404 `no_thumbnail` */
export async function answerThumbnail(
  thumbnails: Thumbnails,
  request: Request,
  { fileId, kind, workspaceId }: { readonly fileId: string; readonly kind: string; readonly workspaceId: string },
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

/** Not cached, since there will soon be a picture. */
function pendingAnswer(): Response {
  return new Response(null, { status: 202, headers: { "Cache-Control": "no-store", "Retry-After": "2" } });
}

/** Differs from the 404 of a missing document. */
function noThumbnail(): Refusal {
  return new Refusal([{ status: 404, code: "no_thumbnail", detail: "There is no picture of this document." }]);
}

async function shrink(drawn: Buffer, width: number): Promise<Uint8Array<ArrayBuffer>> {
  if (width === widestThumbnail) return new Uint8Array(drawn);
  const { default: sharp } = await import("sharp");
  const box = { width, height: width, fit: "inside", withoutEnlargement: true } as const;
  return new Uint8Array(await sharp(drawn).resize(box).webp({ quality: 78 }).toBuffer());
}
