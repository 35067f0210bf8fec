/** Small pictures of files: drawn in the background when they are first asked for, and kept. */
import type { Log } from "../../log.ts";
import { createFairQueue, QueueFull } from "../../pictures/fair-queue.ts";
import { soon } from "../../pictures/soon.ts";
import { Outage } from "../engine/outage.ts";
import type { Queries } from "../engine/queries.ts";
import { drawPicture, largestFile } from "../files/drawing.ts";
import { ObjectMissing, type ObjectStore } from "../storage/object-store.ts";
import { BoundMet, runBounded } from "../texts/bounded-worker.ts";
import { claimDrawing, type DrawnFile, findKept, keepDrawing, postponeDrawing } from "./thumbnail-table.ts";

/** Pixels of the longer side of stored thumbnails. */
export const widestThumbnail = 1024;

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
}

export function createThumbnails({ database, objects, log }: Options): Thumbnails {
  const queue = createFairQueue(limits);
  const underWay = new Map<string, Promise<Thumbnail>>();

  async function draw(fileId: string, signal: AbortSignal): Promise<Thumbnail> {
    const file = await claimDrawing(database, fileId);
    if (file === null) return "pending";
    try {
      const bytes = await drawFile(objects, file, signal);
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

async function drawFile(objects: ObjectStore, file: DrawnFile, signal: AbortSignal): Promise<Buffer | null> {
  const { kind, size, storageKey } = file;
  if ((kind !== "image" && kind !== "pdf") || size > largestFile) return null;
  try {
    const bytes = await readWhole(objects, storageKey, signal);
    return kind === "image" ? await drawPicture(bytes, widestThumbnail) : await drawPage(bytes, signal);
  } catch (error) {
    if (error instanceof ObjectMissing || error instanceof BoundMet) return null;
    throw error;
  }
}

async function readWhole(objects: ObjectStore, key: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const body = (await objects.read(key)).pipeThrough(new TransformStream(), { signal });
  return new Uint8Array(await new Response(body).arrayBuffer());
}

async function drawPage(bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<Buffer | null> {
  const drawn = await runBounded("pdf-page-worker", bytes, { ...pageBounds, signal });
  return drawn instanceof Uint8Array ? drawPicture(drawn, widestThumbnail) : null;
}
