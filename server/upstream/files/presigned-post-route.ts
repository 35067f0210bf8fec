import { createHash, randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import type { Answer } from "../engine/answer.ts";
import { readKey } from "../engine/idempotency.ts";
import { mediaType } from "../engine/negotiation.ts";
import type { Queries } from "../engine/queries.ts";
import { forbidden } from "../engine/refusal.ts";
import { mayAny } from "../permissions.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { objects } from "../tables.ts";
import { fileName } from "./file-name.ts";
import { checkFileSize, checkRoom } from "./storage-limits.ts";
import { type Uploader, uploaderOf } from "./uploader.ts";

export const size = z
  .int("A size is a number of bytes.")
  .min(1, "This file is empty.")
  .max(2 ** 40);
export const mime = z
  .string()
  .trim()
  .toLowerCase()
  .max(127)
  .regex(/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/, "A media type has two parts, as in image/png.");

/** What is announced of a file. */
export const announcement = z.object({ name: fileName, size, mime });
/** How it is posted to the object store. */
export const signedPost = z.object({
  upload_uri: z.string(),
  storage_uri: z.string(),
  upload_fields: z.record(z.string(), z.string()),
  expiration_date: z.iso.datetime(),
});
type Announcement = z.output<typeof announcement>;

/**
 * POST of an announced upload: gives a signed post, valid for an hour and for exactly as many bytes. The same under the same
 * Idempotency-Key is posted to the same place, and so becomes the same file.
 */
export function presignedPostRoute(store: ObjectStore): Route {
  return action({
    method: "POST",
    path: "/files/presigned_posts",
    summary: "Sign a post of one file to the object store: upload_uri, storage_uri, upload_fields, expiration_date",
    access: "workspace",
    input: { type: "presigned_post", attributes: announcement },
    answers: { status: 201, of: null, json: signedPost },
    // Signing is no matter of the database.
    transaction: "own",
    async run({ currentUser, ...call }) {
      if (!mayAny(currentUser, "records.create")) throw forbidden();
      return signPost(store, uploaderOf(currentUser), call);
    },
  });
}

interface Announcing {
  readonly database: Queries;
  readonly attributes: Announcement;
  readonly request: Request;
  readonly url: URL;
}

/** Announces a file and signs the post that brings it. @throws Refusal 400 `plan_limit` */
export async function signPost(
  store: ObjectStore,
  uploader: Uploader,
  { database, attributes, request, url }: Announcing,
): Promise<Answer> {
  checkFileSize(uploader, attributes.size);
  await checkRoom(database, uploader, attributes.size);
  const key = storageKey(uploader, readKey(request.headers), attributes);
  const ticket = await store.presignPost({ key, size: attributes.size, mime: attributes.mime }, url.origin);
  const expiresAt = sql`${ticket.expiresAt.toISOString()}::timestamptz`;
  const { name, size } = attributes;
  const { workspaceId, uploaderId: accountId } = uploader;
  await database
    .insert(objects)
    .values({ storageKey: key, workspaceId, accountId, name, size, expiresAt })
    .onConflictDoUpdate({ target: objects.storageKey, set: { expiresAt } });
  const body = JSON.stringify({
    upload_uri: ticket.uploadUri,
    storage_uri: ticket.storageUri,
    upload_fields: ticket.fields,
    expiration_date: ticket.expiresAt.toISOString(),
  });
  const headers = { "Content-Type": mediaType, "Cache-Control": "no-store", Vary: "Accept" };
  return { kind: "raw", response: new Response(body, { status: 201, headers }) };
}

/** Where the bytes go; null for the key has them go where nothing has gone before. */
function storageKey(
  { uploaderId, workspaceId }: Uploader,
  key: string | null,
  { name, size, mime }: Announcement,
): string {
  if (key === null) return `${workspaceId}/${randomUUID()}`;
  const announced = JSON.stringify([uploaderId, key, name, size, mime]);
  return `${workspaceId}/${createHash("sha256").update(announced).digest("hex")}`;
}
