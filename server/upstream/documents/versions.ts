/** Versions of documents. */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { fold } from "../../../spelling/folding.ts";
import { isDuplicate } from "../../database/fault.ts";
import { nameOf } from "../engine/account-name.ts";
import type { AfterCommit } from "../engine/action.ts";
import type { Member } from "../engine/current-user.ts";
import type { WriteContext } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { computed, integer, moment, text, uuid } from "../engine/record.ts";
import { invalidAttribute } from "../engine/refusal.ts";
import { defineTable } from "../engine/table.ts";
import { documents, documentVersions, files } from "../tables.ts";
import { enqueueText } from "../texts/text-queue.ts";
import { ofVisibleDocuments, visibleFiles } from "../visibility.ts";
import { nameKeyOf } from "./names.ts";

export interface DocumentWrite {
  readonly database: Queries;
  readonly currentUser: WriteContext["currentUser"];
  readonly afterCommit: AfterCommit;
}

export type StoredFile = Pick<
  typeof files.$inferSelect,
  "id" | "name" | "mime" | "kind" | "size" | "metadata" | "excerpt"
>;

/** @throws Refusal 400 for a file that the user may not use */
export async function findFile(database: Queries, currentUser: Member, id: string): Promise<StoredFile> {
  const { id: fileId, name, mime, kind, size, metadata, excerpt } = files;
  const [found] = await database
    .select({ id: fileId, name, mime, kind, size, metadata, excerpt })
    .from(files)
    .where(sql`${files.id} = ${id} and ${visibleFiles(currentUser)}`);
  if (!found) throw invalidAttribute("file_id", "This file doesn't exist.");
  return found;
}

/** What a document shows of its newest file. */
export function fileColumns({ id, mime, kind, size, metadata }: StoredFile) {
  return { fileId: id, mime, kind, size, isCutOff: metadata?.is_cut_off !== undefined };
}

/** The label, and a text's beginning. A label's key has no line break. */
export function searchTextOf(label: string, { excerpt }: StoredFile): string {
  return `${nameKeyOf(label)}\n${fold(excerpt ?? "")}`;
}

/** SQL of the same for another label. */
export function relabeledSearchText(label: string): SQL {
  return sql`${nameKeyOf(label)}::text || substr(${documents.searchText}, strpos(${documents.searchText}, E'\n'))`;
}

/** Adds a version, and has its text read. @throws Refusal 400 for a file that is a version already */
export async function insertVersion(
  write: DocumentWrite,
  documentId: string,
  number: number,
  file: StoredFile,
): Promise<void> {
  const { database, currentUser } = write;
  const { id: fileId, name, mime, size } = file;
  const { workspaceId, accountId } = currentUser;
  const actorName = accountId === null ? `${currentUser.actorName} (client)` : nameOf(accountId);
  const row = { workspaceId, documentId, number, fileId, name, mime, size, actorName };
  try {
    await database.insert(documentVersions).values(row);
  } catch (error) {
    if (!isDuplicate(error, "document_versions_file_id_key")) throw error;
    throw invalidAttribute("file_id", "This file already belongs to a document.");
  }
  await enqueueText(write, file, workspaceId);
}

const table = documentVersions;

export const documentVersion = defineTable({
  type: "document_version",
  path: "/document_versions",
  table,
  attributes: {
    number: integer(table.number),
    document_id: uuid(table.documentId),
    file_id: uuid(table.fileId),
    name: text(table.name),
    mime: text(table.mime),
    size: computed(sql`${table.size}`, z.int()),
    actor_name: text(table.actorName),
    inserted_at: moment(table.insertedAt),
  },
  scope: (currentUser) => ofVisibleDocuments(table, currentUser),
  can: () => [],
});
