import { createHash, randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import type { Member } from "../engine/current-user.ts";
import { readKey } from "../engine/idempotency.ts";
import { mediaType } from "../engine/negotiation.ts";
import { forbidden } from "../engine/refusal.ts";
import { mayAny } from "../permissions.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { fileName } from "./file-name.ts";
import { checkFileSize, checkRoom } from "./plan-limits.ts";
import { objects } from "./tables.ts";

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

const announcement = z.object({ name: fileName, size, mime });
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
    answers: { status: 201, of: null },
    // Signing is no matter of the database.
    transaction: "own",
    async run({ database, currentUser, attributes, request, url }) {
      if (!mayAny(currentUser, "records.create")) throw forbidden();
      checkFileSize(currentUser, attributes.size);
      await checkRoom(database, currentUser, attributes.size);
      const { accountId, workspaceId } = currentUser;
      const key = storageKey(currentUser, readKey(request.headers), attributes);
      const ticket = await store.presignPost({ key, size: attributes.size, mime: attributes.mime }, url.origin);
      const expiresAt = sql`${ticket.expiresAt.toISOString()}::timestamptz`;
      const { name, size } = attributes;
      const announced = { storageKey: key, workspaceId, accountId, name, size, expiresAt };
      await database
        .insert(objects)
        .values(announced)
        .onConflictDoUpdate({ target: objects.storageKey, set: { expiresAt } });
      const body = JSON.stringify({
        upload_uri: ticket.uploadUri,
        storage_uri: ticket.storageUri,
        upload_fields: ticket.fields,
        expiration_date: ticket.expiresAt.toISOString(),
      });
      const headers = { "Content-Type": mediaType, "Cache-Control": "no-store" };
      return { kind: "raw", response: new Response(body, { status: 201, headers }) };
    },
  });
}

/** Where the bytes go; null for the key has them go where nothing has gone before. */
function storageKey(
  { accountId, workspaceId }: Member,
  key: string | null,
  { name, size, mime }: Announcement,
): string {
  if (key === null) return `${workspaceId}/${randomUUID()}`;
  const announced = JSON.stringify([accountId, key, name, size, mime]);
  return `${workspaceId}/${createHash("sha256").update(announced).digest("hex")}`;
}
