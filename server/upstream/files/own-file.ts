import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { contentTypeOf, headBytes } from "./content-type.ts";
import { files, objects } from "./tables.ts";

export interface OwnFile {
  readonly workspaceId: string;
  readonly accountId: string;
  readonly name: string;
  readonly mime: string;
  readonly bytes: Uint8Array;
}

/**
 * Keeps bytes that the service itself made, as the demo's, and gives the file. Not inside a transaction: the store is waited
 * for. Plan limits are the caller's matter.
 */
export async function keepOwnFile(database: Queries, store: ObjectStore, own: OwnFile) {
  const { workspaceId, accountId, name, mime, bytes } = own;
  const key = `${workspaceId}/${randomUUID()}`;
  const size = bytes.byteLength;
  // Noted before it is stored, so that what is interrupted is swept.
  const expiresAt = sql`now()`;
  await database.insert(objects).values({ storageKey: key, workspaceId, accountId, size, expiresAt });
  await store.put(key, mime, bytes);
  const type = await contentTypeOf(bytes.subarray(0, headBytes), mime);
  const row = { storageKey: key, uri: store.storageUri(key), workspaceId, accountId, name, size, ...type };
  const [file] = await database.insert(files).values(row).returning();
  if (!file) throw new Error("The file was not stored.");
  return file;
}
