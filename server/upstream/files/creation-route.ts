import { sql } from "drizzle-orm";
import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import type { Answer } from "../engine/answer.ts";
import type { Member } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { readOne } from "../engine/reading.ts";
import { conflict, forbidden, invalidAttribute } from "../engine/refusal.ts";
import { inWorkspace } from "../engine/tenancy.ts";
import { mayAny } from "../permissions.ts";
import { ObjectMissing, type ObjectStore } from "../storage/object-store.ts";
import { type FileMetadata, files, objects } from "../tables.ts";
import { type ContentType, contentTypeOf, headBytes } from "./content-type.ts";
import { isCutOff } from "./cut-off.ts";
import { file } from "./file.ts";
import { fileName } from "./file-name.ts";
import { mime, size } from "./presigned-post-route.ts";
import { checkFileSize, checkRoom, lockStorage } from "./storage-limits.ts";
import { type Uploader, uploaderOf } from "./uploader.ts";

/** What is said of a file whose bytes are in the store. */
export const creation = z.object({
  name: fileName,
  size,
  mime,
  uri: z.string().max(2048),
  storageKey: z.string().min(1).max(1024),
});
type Creation = z.output<typeof creation>;

/** How long after its post has ended an object may still become a file; it is removed a day after. */
const graceHours = 12;

/**
 * POST of a file, once its bytes are in the store. The same bytes give the same file, however often it is asked: an answer that
 * was lost costs nothing.
 */
export function fileCreationRoute(store: ObjectStore): Route {
  return action({
    method: "POST",
    path: "/files",
    summary: "Create a file from what was posted to the object store",
    access: "workspace",
    input: { type: "file", attributes: creation },
    answers: { status: 201, of: file.of },
    // The store is asked before anything is written.
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
  /** Refuses what may not come in, by its name and what its bytes say. @throws Refusal */
  readonly check?: (name: string, type: ContentType) => void;
}

/** Makes a file of what was announced and has arrived, and gives its id; the same bytes are the same file. @throws Refusal */
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

/** The file that these bytes became already; null when they have not. */
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

/** Reads what is in the store. @throws Refusal 400 where there is nothing, or something else */
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
    // Another request made a file of the same bytes first.
    const id = row?.id ?? (await findFile(transaction, uploader, attributes));
    if (id === null) throw new Error("The file was not inserted.");
    return id;
  });
}
