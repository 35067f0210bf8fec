/** Stores the files of an email like uploaded ones, and makes documents of them. */
import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { insertDocument } from "../documents/document-writes.ts";
import { freeName, longestName } from "../documents/names.ts";
import type { DocumentWrite, StoredFile } from "../documents/versions.ts";
import type { Queries } from "../engine/queries.ts";
import { Refusal } from "../engine/refusal.ts";
import type { Uploader } from "../files/file.ts";
import { fileName, shortened } from "../files/file-name.ts";
import { bringFile } from "../files/file-routes.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { files, objects } from "../tables.ts";
import { addedWords, type LeftOut } from "./added-words.ts";
import type { Correspondent } from "./inbound-mail.ts";
import type { MailAttachment } from "./mail-reading.ts";

const most = 20;

export interface StoredAttachments {
  readonly files: readonly StoredFile[];
  readonly leftOut: readonly LeftOut[];
}

interface Storing {
  readonly database: Queries;
  readonly store: ObjectStore;
  readonly correspondent: Correspondent;
  /** The same files of an email are stored once. */
  readonly mailId: string;
}

/** The names under which the files of an email are kept. */
export function namesOf(attachments: readonly MailAttachment[], { language }: Correspondent): readonly string[] {
  return attachments.map(({ name }, index) => {
    const { data } = fileName.safeParse(shortened(name ?? "", 255));
    return data ?? addedWords(language).file(index + 1);
  });
}

/**
 * Stores the files of an email, outside of transactions. Files that no upload could bring are left out, with the reason.
 * @throws StorageUnavailable
 */
export async function storeAttachments(
  storing: Storing,
  attachments: readonly MailAttachment[],
  now: Date,
): Promise<StoredAttachments> {
  const { correspondent } = storing;
  const words = addedWords(correspondent.language);
  const names = namesOf(attachments, correspondent);
  const stored: StoredFile[] = [];
  const leftOut: LeftOut[] = [];
  for (const [index, attachment] of attachments.entries()) {
    const name = names[index] ?? words.file(index + 1);
    if (index >= most) leftOut.push({ name, why: words.tooMany(most) });
    else if (attachment.content.length === 0) leftOut.push({ name, why: words.empty });
    else {
      const file = await storeOne(storing, { ...attachment, name }, index, now);
      if (file === null) leftOut.push({ name, why: words.noRoom });
      else stored.push(file);
    }
  }
  return { files: stored, leftOut };
}

interface NamedAttachment extends MailAttachment {
  readonly name: string;
}

/** Null where the workspace's plan has no room for it. */
async function storeOne(
  { database, store, correspondent, mailId }: Storing,
  { name, mime, content }: NamedAttachment,
  index: number,
  now: Date,
): Promise<StoredFile | null> {
  const { workspaceId, plan, accountId, personId, id } = correspondent;
  const uploader: Uploader = { workspaceId, plan, accountId, uploaderId: accountId ?? personId ?? id };
  const digest = createHash("sha256").update(`${mailId} ${index}`).digest("hex");
  const storageKey = `${workspaceId}/${digest}`;
  const size = content.length;
  const expiresAt = sql`${now.toISOString()}::timestamptz + interval '1 hour'`;
  await database
    .insert(objects)
    .values({ storageKey, workspaceId, accountId: uploader.uploaderId, size, expiresAt })
    .onConflictDoUpdate({ target: objects.storageKey, set: { expiresAt } });
  await store.put(storageKey, mime, content);
  try {
    const attributes = { name, size, mime, uri: store.storageUri(storageKey), storageKey };
    return await findStored(database, await bringFile(store, uploader, { database, attributes, now }));
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

async function findStored(database: Queries, fileId: string): Promise<StoredFile> {
  const { id, name, mime, kind, size, metadata, excerpt } = files;
  const [file] = await database
    .select({ id, name, mime, kind, size, metadata, excerpt })
    .from(files)
    .where(sql`${id} = ${fileId}`);
  if (file === undefined) throw new Error("The file was not stored.");
  return file;
}

/** Makes documents of stored files, which the client sees. @returns their ids */
export async function addDocuments(
  write: DocumentWrite,
  clientId: string,
  stored: readonly StoredFile[],
): Promise<readonly string[]> {
  const { workspaceId } = write.currentUser;
  const placement = { folderId: null, packageId: null, clientId };
  const ids: string[] = [];
  for (const file of stored) {
    const wanted = shortened(file.name, longestName);
    const label = await freeName(write.database, "document", { ...placement, workspaceId }, wanted);
    ids.push(await insertDocument(write, { placement, file, label, isClientVisible: true }));
  }
  return ids;
}
