import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import { mediaType } from "../engine/negotiation.ts";
import { forbidden } from "../engine/refusal.ts";
import { reachOf } from "../permissions.ts";
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

/** POST of what is going to be uploaded: gives a signed post, good for an hour and for exactly as many bytes. */
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
    async run({ database, asker, attributes, url }) {
      if (reachOf(asker, "records.create") === "no") throw forbidden();
      checkFileSize(asker, attributes.size);
      await checkRoom(database, asker, attributes.size);
      const { accountId, workspaceId } = asker;
      const key = `${workspaceId}/${randomUUID()}`;
      const ticket = await store.presignPost({ key, size: attributes.size, mime: attributes.mime }, url.origin);
      const expiresAt = sql`${ticket.expiresAt.toISOString()}::timestamptz`;
      const { name, size } = attributes;
      const announced = { storageKey: key, workspaceId, accountId, name, size, expiresAt };
      await database.insert(objects).values(announced);
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
