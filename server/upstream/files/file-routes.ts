import { createHash, randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { isPictureCutOff } from "../../pictures/decoding.ts";
import { action, type Route } from "../engine/action.ts";
import { type Answer, found } from "../engine/answer.ts";
import type { Member } from "../engine/current-user.ts";
import { readKey } from "../engine/idempotency.ts";
import { mediaType } from "../engine/negotiation.ts";
import type { Queries } from "../engine/queries.ts";
import { readOne } from "../engine/reading.ts";
import { computed, moment, recordType, text } from "../engine/record.ts";
import { conflict, forbidden, invalidAttribute } from "../engine/refusal.ts";
import { defineTable, inWorkspace, type ListRules } from "../engine/table.ts";
import { findRoute, listRoute } from "../engine/table-routes.ts";
import { mayAny } from "../permissions.ts";
import { planLimits } from "../plan-limits.ts";
import { ObjectMissing, type ObjectStore } from "../storage/object-store.ts";
import { type FileMetadata, files, objects } from "../tables.ts";
import { contentRoute } from "./content-route.ts";
import { type ContentType, contentTypeOf, headBytes } from "./content-type.ts";
import { largestFile } from "./drawing.ts";
import { file, type Uploader, uploaderOf } from "./file.ts";
import { fileName } from "./file-name.ts";
import { checkFileSize, checkRoom, lockStorage, usedStorage } from "./storage-limits.ts";

/** The routes of files. */
export function fileRoutes(store: ObjectStore): readonly Route[] {
  return [
    presignedPostRoute(store),
    fileCreationRoute(store),
    findRoute(file, "A file; its bytes are below it, at /content"),
    contentRoute(store),
    storageAllowanceRoute,
    listRoute(upload, uploadList, "The current user's failed uploads of the last day, newest first"),
  ];
}

const bytes = z.int().describe("Bytes");

const storageAllowance = recordType(
  "storage_allowance",
  z.object({ plan: z.enum(["free", "standard"]), used: bytes, storage_limit: bytes, file_limit: bytes }),
);

const storageAllowanceRoute: Route = action({
  method: "GET",
  path: "/storage_allowance",
  summary: "Bytes that the workspace has stored, may store in all, and may have in one file",
  access: "workspace",
  answers: { status: 200, of: storageAllowance },
  async run({ database, currentUser: { workspaceId, plan } }) {
    const { storage, file } = planLimits[plan];
    const used = await usedStorage(database, workspaceId);
    const attributes = { plan, used, storage_limit: storage, file_limit: file };
    return found(storageAllowance, { id: workspaceId, attributes, path: "/storage_allowance", can: [] });
  },
});

const table = objects;

/** SQL of whether the upload's time is over, and neither its bytes nor a later file of that name arrived. */
const hasFailed = sql`${table.name} is not null and ${table.expiresAt} < now()
  and not exists (select from ${files} where ${files.storageKey} = ${table.storageKey})
  and not exists (select from ${files} where ${files.workspaceId} = ${table.workspaceId}
    and ${files.accountId} = ${table.accountId} and ${files.name} = ${table.name}
    and ${files.insertedAt} > ${table.expiresAt} - interval '1 hour')`;

const upload = defineTable({
  type: "upload",
  path: "/failed_uploads",
  table,
  attributes: {
    name: text(table.name),
    size: computed(sql`${table.size}`, z.int()),
    expired_at: moment(table.expiresAt),
  },
  scope: (currentUser) =>
    sql`${inWorkspace(table, currentUser)} and ${table.accountId} = ${currentUser.accountId} and ${hasFailed}`,
  can: () => [],
});

const uploadList: ListRules = {
  sorts: { expired_at: { column: table.expiresAt, as: "moment" } },
  defaultSort: "-expired_at",
  filters: {},
};

const size = z
  .int("A size is a number of bytes.")
  .min(1, "This file is empty.")
  .max(2 ** 40);

const mime = z
  .string()
  .trim()
  .toLowerCase()
  .max(127)
  .regex(/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/, "A media type has two parts, as in image/png.");

export const announcement = z.object({ name: fileName, size, mime });

export const signedPost = z.object({
  upload_uri: z.string(),
  storage_uri: z.string(),
  upload_fields: z.record(z.string(), z.string()),
  expiration_date: z.iso.datetime(),
});
type Announcement = z.output<typeof announcement>;

/** Signs a post for an upload, valid for an hour and exactly these bytes. The same Idempotency-Key gives the same file. */
function presignedPostRoute(store: ObjectStore): Route {
  return action({
    method: "POST",
    path: "/files/presigned_posts",
    summary: "Sign a post of one file to the object store: upload_uri, storage_uri, upload_fields, expiration_date",
    access: "workspace",
    input: { type: "presigned_post", attributes: announcement },
    answers: { status: 201, of: null, json: signedPost },
    // Signing needs no database.
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

/** @throws Refusal 400 `plan_limit` */
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

/** Null for the key: a new place. */
function storageKey(
  { uploaderId, workspaceId }: Uploader,
  key: string | null,
  { name, size, mime }: Announcement,
): string {
  if (key === null) return `${workspaceId}/${randomUUID()}`;
  const announced = JSON.stringify([uploaderId, key, name, size, mime]);
  return `${workspaceId}/${createHash("sha256").update(announced).digest("hex")}`;
}

export const creation = z.object({
  name: fileName,
  size,
  mime,
  uri: z.string().max(2048),
  storageKey: z.string().min(1).max(1024),
});
type Creation = z.output<typeof creation>;

/** After the post's end; a day after it the object is removed. */
const graceHours = 12;

/** Makes a file of stored bytes; the same bytes give the same file, so that a retry is safe. */
function fileCreationRoute(store: ObjectStore): Route {
  return action({
    method: "POST",
    path: "/files",
    summary: "Create a file from what was posted to the object store",
    access: "workspace",
    input: { type: "file", attributes: creation },
    answers: { status: 201, of: file.of },
    // The store is asked before the transaction.
    transaction: "own",
    async run({ database, currentUser, attributes, now }) {
      if (!mayAny(currentUser, "records.create")) throw forbidden();
      const id = await bringFile(store, uploaderOf(currentUser), { database, attributes, now });
      return answer(database, currentUser, id);
    },
  });
}

interface Bringing {
  readonly database: Queries;
  readonly attributes: Creation;
  readonly now: Date;
  /** Refuses a file by name and content. @throws Refusal */
  readonly check?: (name: string, type: ContentType) => void;
}

/** Makes a file of an announced upload. @returns its id; the same bytes give the same file @throws Refusal */
export async function bringFile(
  store: ObjectStore,
  uploader: Uploader,
  { database, attributes, now, check }: Bringing,
): Promise<string> {
  const known = await findFile(database, uploader, attributes);
  if (known !== null) return known;
  checkFileSize(uploader, attributes.size);
  await checkAnnounced(database, uploader, attributes, now);
  if (attributes.uri !== store.storageUri(attributes.storageKey)) {
    throw invalidAttribute("uri", "This is not where the file was posted to.");
  }
  const type = await examine(store, attributes);
  check?.(attributes.name, type);
  const cutOff = type.kind === "image" && (await isCutOff(store, type.mime, attributes));
  return insertFile(database, uploader, attributes, type, cutOff);
}

async function answer(database: Queries, currentUser: Member, id: string): Promise<Answer> {
  const { record } = await readOne(database, file, currentUser, id);
  return { kind: "record", status: 201, of: file.of, record };
}

/** The file of the same bytes; null for none. */
async function findFile(database: Queries, uploader: Uploader, { storageKey, size }: Creation): Promise<string | null> {
  const [known] = await database
    .select({ id: files.id, size: files.size, uploaderId: objects.accountId })
    .from(files)
    .innerJoin(objects, sql`${objects.storageKey} = ${files.storageKey}`)
    .where(sql`${inWorkspace(files, uploader)} and ${files.storageKey} = ${storageKey}`);
  if (!known) return null;
  if (known.size === size && known.uploaderId === uploader.uploaderId) return known.id;
  throw conflict("already_stored", "These bytes are another file already.", {
    pointer: "/data/attributes/storage_key",
  });
}

async function checkAnnounced(database: Queries, uploader: Uploader, { storageKey, size }: Creation, now: Date) {
  const until = sql`${now.toISOString()}::timestamptz - make_interval(hours => ${graceHours})`;
  const [announced] = await database
    .select({ size: objects.size })
    .from(objects)
    .where(
      sql`${inWorkspace(objects, uploader)} and ${objects.accountId} = ${uploader.uploaderId}
        and ${objects.storageKey} = ${storageKey} and ${objects.expiresAt} > ${until}`,
    );
  if (!announced) throw invalidAttribute("storage_key", "No upload was announced under this key, or too long ago.");
  if (announced.size !== size) throw invalidAttribute("size", "Another size was announced.");
}

/** @throws Refusal 400 where nothing, or something else, is stored */
async function examine(store: ObjectStore, { storageKey, size, mime }: Creation): Promise<ContentType> {
  const stored = await store.size(storageKey);
  if (stored === null) throw invalidAttribute("storage_key", "Nothing has arrived under this key.");
  if (stored !== size) throw invalidAttribute("size", "What has arrived has another size.");
  try {
    const head = await store.read(storageKey, { first: 0, last: Math.min(size, headBytes) - 1 });
    return await contentTypeOf(new Uint8Array(await new Response(head).arrayBuffer()), mime);
  } catch (error) {
    if (error instanceof ObjectMissing) throw invalidAttribute("storage_key", "Nothing has arrived under this key.");
    throw error;
  }
}

async function insertFile(
  database: Queries,
  uploader: Uploader,
  attributes: Creation,
  { charset, ...type }: ContentType,
  cutOff: boolean,
): Promise<string> {
  const { accountId, workspaceId } = uploader;
  const { mime: announced, ...columns } = attributes;
  const found: FileMetadata = {
    ...(announced === type.mime ? {} : { announced_mime: announced }),
    ...(charset === null || charset === "utf-8" ? {} : { charset }),
    ...(cutOff ? { is_cut_off: "true" } : {}),
  };
  const metadata = Object.keys(found).length === 0 ? null : found;
  return database.transaction(async (transaction) => {
    await lockStorage(transaction, workspaceId);
    await checkRoom(transaction, uploader, attributes.size);
    const [row] = await transaction
      .insert(files)
      .values({ ...columns, ...type, metadata, workspaceId, accountId })
      .onConflictDoNothing({ target: files.storageKey })
      .returning({ id: files.id });
    // A parallel request made the file.
    const id = row?.id ?? (await findFile(transaction, uploader, attributes));
    if (id === null) throw new Error("The file was not inserted.");
    return id;
  });
}

/** The last bytes of whole pictures. */
const ends: Readonly<Record<string, string>> = { "image/jpeg": "\xff\xd9", "image/png": "IEND", "image/gif": ";" };
const lastBytes = 32;

/**
 * Whether a stored picture lost its end and can be shown. Some cameras write behind the end, so only others are decoded.
 * @throws StorageUnavailable
 */
async function isCutOff(
  store: Pick<ObjectStore, "read">,
  mime: string,
  { storageKey, size }: { readonly storageKey: string; readonly size: number },
): Promise<boolean> {
  const end = ends[mime];
  if (end === undefined || size > largestFile) return false;
  try {
    const tail = await readPart(store, storageKey, Math.max(0, size - lastBytes), size - 1);
    if (Buffer.from(tail).toString("latin1").includes(end)) return false;
    return await isPictureCutOff(await readPart(store, storageKey, 0, size - 1));
  } catch (error) {
    if (error instanceof ObjectMissing) return false;
    throw error;
  }
}

async function readPart(store: Pick<ObjectStore, "read">, key: string, first: number, last: number) {
  return new Uint8Array(await new Response(await store.read(key, { first, last })).arrayBuffer());
}
