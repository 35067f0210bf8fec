import { sql } from "drizzle-orm";
import { z } from "zod";
import { hasTooManyPixels, maxPixels } from "../../pictures/decoding.ts";
import { createFairQueue, QueueFull, TookTooLong } from "../../pictures/fair-queue.ts";
import { action, type Route } from "../engine/action.ts";
import type { Member } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { findRecord } from "../engine/reading.ts";
import { recordType } from "../engine/record.ts";
import { forbidden, invalidAttribute, unavailable } from "../engine/refusal.ts";
import { type DrawnPhoto, drawPhotoSizes, largestFile } from "../files/drawing.ts";
import { file } from "../files/file.ts";
import { mayAny } from "../permissions.ts";
import { ObjectMissing, type ObjectStore } from "../storage/object-store.ts";
import { picturePath, pictures } from "./pictures.ts";

const picture = recordType(
  "picture",
  z.object({
    /** What a record takes as its photo. */
    url: z.string(),
  }),
);

const kept = z.object({ media_type: z.string(), mime: z.string(), size: z.int(), storage_key: z.string() });

/** One photo at a time; reading the file counts as well. */
const limits = { atOnce: 1, milliseconds: 15_000 };

const advice = "Send it as a JPEG or PNG.";
/** What HEIC is coded with is patented: the library that reads pictures comes without it. */
const heicAdvice =
  "HEIC cannot be read here. On an iPhone, choose it from Photos, not from Files: it is sent as a JPEG then. On a computer, export it as a JPEG.";

/**
 * POST of a picture, made from an uploaded file. It has the id of the file, so that asking twice makes one. Unless a record refers to it, it is
 * removed after a day.
 */
export function pictureCreationRoute(store: ObjectStore): Route {
  const queue = createFairQueue(limits);
  return action({
    method: "POST",
    path: "/pictures",
    summary: "Create a picture from a file, for a record to show",
    access: "workspace",
    input: { type: "picture", attributes: z.object({ fileId: z.uuid("Choose a file.") }) },
    answers: { status: 201, of: picture },
    // Nothing waits for the store or for the drawing inside a transaction.
    transaction: "own",
    async run({ database, currentUser, attributes, now }) {
      if (!mayAny(currentUser, "records.create")) throw forbidden();
      const { id, key, mime } = await findPhoto(database, currentUser, attributes.fileId);
      const { workspaceId } = currentUser;
      const isThere = (await database.$count(pictures, sql`${pictures.id} = ${id}`)) > 0;
      if (!isThere) {
        const drawn = await queue.run(workspaceId, () => drawPhoto(store, key, mime)).catch(refuseIfBusy);
        const heldUntil = sql`${now.toISOString()}::timestamptz + interval '1 day'`;
        const row = { id, workspaceId, mediaType: "image/webp" as const, ...drawn, heldUntil };
        await database.insert(pictures).values(row).onConflictDoNothing();
      }
      const record = { type: picture.type, id, attributes: { url: picturePath(id) } };
      return { kind: "record", status: 201, of: picture, record };
    },
  });
}

/** @throws Refusal 400 where the file does not exist for the current user, or is no picture */
async function findPhoto(
  database: Queries,
  currentUser: Member,
  fileId: string,
): Promise<{ id: string; key: string; mime: string }> {
  const record = await findRecord(database, file, currentUser, fileId);
  if (record === null) throw invalidAttribute("file_id", "This file does not exist.");
  const { media_type: type, mime, size, storage_key: key } = kept.parse(record.attributes);
  if (type !== "image") throw invalidAttribute("file_id", `This is no picture. ${advice}`);
  if (size > largestFile) throw invalidAttribute("file_id", "A photo may have 32 MB at most.");
  return { id: record.id, key, mime };
}

/** @throws Refusal 503 when too many wait or it takes too long, else what was thrown */
function refuseIfBusy(error: unknown): never {
  throw error instanceof QueueFull || error instanceof TookTooLong ? unavailable(2) : error;
}

/** @throws Refusal 400 for what cannot be read as a picture */
async function drawPhoto(store: ObjectStore, key: string, mime: string): Promise<DrawnPhoto> {
  const bytes = await readWhole(store, key);
  const drawn = await drawPhotoSizes(bytes);
  if (drawn !== null) return drawn;
  if (await hasTooManyPixels(bytes))
    throw invalidAttribute("file_id", `It has more than ${maxPixels / 1_000_000} megapixels: make it smaller.`);
  const isFromPhone = mime === "image/heic" || mime === "image/heif";
  throw invalidAttribute("file_id", isFromPhone ? heicAdvice : `This picture cannot be read here. ${advice}`);
}

async function readWhole(store: ObjectStore, key: string): Promise<Uint8Array> {
  try {
    return new Uint8Array(await new Response(await store.read(key)).arrayBuffer());
  } catch (error) {
    throw error instanceof ObjectMissing ? invalidAttribute("file_id", "This file does not exist.") : error;
  }
}
