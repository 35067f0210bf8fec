import { sql } from "drizzle-orm";
import { z } from "zod";
import { changesOf } from "../activities/activity-log.ts";
import type { Route } from "../engine/action.ts";
import type { Member } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { readOne } from "../engine/reading.ts";
import type { WireRecord } from "../engine/record.ts";
import { forbidden } from "../engine/refusal.ts";
import {
  changeRoute,
  createRoute,
  findRoute,
  isRecord,
  listRoute,
  noInput,
  type RecordWrite,
  removeRoute,
  type Write,
} from "../engine/table-routes.ts";
import { shortened } from "../files/file-name.ts";
import { lineOf } from "../identity/inputs.ts";
import { accessScopeOf } from "../permissions.ts";
import { document, documentList } from "./document.ts";
import { documentVersion } from "./document-version.ts";
import { noteActivity, subjectOf } from "./history.ts";
import { findNamed, freeName, longestName, nameKeyOf, nameTaken, refuseTakenName } from "./names.ts";
import { snippetsRoute } from "./snippets.ts";
import { documents } from "./tables.ts";
import { bringBackDocument, purgeDocument, trashDocument } from "./trash.ts";
import { findFile, relabelled, type StoredFile } from "./versions.ts";
import { findWritablePlacement, type Placement } from "./writable-placement.ts";
import { addVersion, insertDocument } from "./writing.ts";

const label = lineOf("Label");
const creation = z.object({
  fileId: z.uuid(),
  label: label.nullish(),
  folderId: z.uuid().nullish(),
  packageId: z.uuid().nullish(),
  clientId: z.uuid().nullish(),
  isClientVisible: z.boolean().optional(),
  onClash: z.enum(["keep_both", "replace"]).nullish(),
});
const change = z.object({
  label: label.optional(),
  folderId: z.uuid().nullish(),
  isClientVisible: z.boolean().optional(),
  onClash: z.enum(["keep_both"]).nullish(),
});

const lying = { attribute: "folder_id", isLocked: true } as const;

/** Makes a document of a file; where the name is taken, what was said for that case is done. */
async function create(write: Write<z.output<typeof creation>>): Promise<string> {
  const { database, currentUser, attributes } = write;
  const { fileId, label, onClash = null, isClientVisible = false, ...wanted } = attributes;
  const place = await findWritablePlacement(database, currentUser, wanted, lying);
  const file = await findFile(database, currentUser, fileId);
  const name = label ?? shortened(file.name, longestName);
  const surroundings = { ...place, workspaceId: currentUser.workspaceId };
  const known = await findNamed(database, "document", surroundings, name);
  if (known !== null && onClash === null) throw nameTaken("document");
  if (known !== null && onClash === "replace") return replace(write, known, file);
  const free = known === null ? name : await freeName(database, "document", surroundings, name);
  return insertDocument(write, { place, file, label: free, isClientVisible });
}

/** Makes the file the newest version of the document that has the name. */
async function replace(write: Write, id: string, file: StoredFile): Promise<string> {
  const { database, currentUser } = write;
  const { record } = await readOne(database, document, currentUser, isRecord(document, id), { isLocked: true });
  if (!record.can?.includes("update")) throw forbidden();
  await addVersion(write, record, file);
  return id;
}

async function update({
  database,
  currentUser,
  record,
  attributes,
}: RecordWrite<z.output<typeof change>>): Promise<void> {
  const { onClash, ...given } = attributes;
  if (changesOf(record, given).length === 0) return;
  const place = await placeAfter(database, currentUser, record, given.folderId);
  const label = given.label ?? String(record.attributes.label);
  const free = onClash === "keep_both" ? await freeLabel(database, currentUser, record, place, label) : label;
  const changes = changesOf(record, { ...given, label: free });
  const written = database
    .update(documents)
    .set({
      ...place,
      label: free,
      labelKey: nameKeyOf(free),
      searchText: relabelled(free),
      ...(given.isClientVisible !== undefined && { isClientVisible: given.isClientVisible }),
      updatedAt: sql`now()`,
      version: sql`${documents.version} + 1`,
    })
    .where(isRecord(document, record.id));
  await refuseTakenName("document", written.execute());
  const { type, id } = record;
  await noteActivity(database, currentUser, "document.updated", { type, id, ...place }, changes);
}

/** Into a folder it moves to whatever the folder belongs to; out of all folders it stays with what it belongs to. */
async function placeAfter(
  database: Queries,
  currentUser: Member,
  record: WireRecord,
  folderId: string | null | undefined,
): Promise<Placement> {
  const { packageId, clientId } = subjectOf(record);
  if (folderId === undefined || folderId === record.attributes.folder_id) {
    return { packageId, clientId, folderId: holder.parse(record.attributes.folder_id) };
  }
  if (folderId === null) return { packageId, clientId, folderId };
  const { path, ...place } = await findWritablePlacement(database, currentUser, { folderId }, lying);
  return place;
}

const holder = z.string().nullable();

/** The label, or with a number where another document has it. */
async function freeLabel(database: Queries, currentUser: Member, record: WireRecord, place: Placement, label: string) {
  const surroundings = { ...place, workspaceId: currentUser.workspaceId };
  const known = await findNamed(database, "document", surroundings, label);
  return known === null || known === record.id ? label : freeName(database, "document", surroundings, label);
}

const trashing = { below: "/trashing", input: noInput, needs: "trash" };

export const documentRoutes: readonly Route[] = [
  listRoute(document, documentList, "Documents, newest first"),
  snippetsRoute,
  findRoute(document, "A document"),
  createRoute(document, {
    summary: "Make a document of a file; 409 name_taken unless `on_clash` says keep_both or replace",
    input: creation,
    may: (currentUser) => accessScopeOf(currentUser, "records.create") !== "no",
    run: create,
  }),
  changeRoute(document, {
    summary: "Rename, move, or show a document to the client",
    method: "PATCH",
    below: "",
    input: change,
    needs: "update",
    run: update,
  }),
  changeRoute(document, {
    summary: "Replace the file of a document; the older versions stay",
    method: "POST",
    below: "/versions",
    input: z.object({ fileId: z.uuid() }),
    needs: "update",
    async run(write) {
      const { database, currentUser, record, attributes } = write;
      await addVersion(write, record, await findFile(database, currentUser, attributes.fileId));
    },
  }),
  changeRoute(document, { ...trashing, summary: "Put a document into the trash", method: "POST", run: trashDocument }),
  changeRoute(document, {
    ...trashing,
    summary: "Take a document out of the trash",
    method: "DELETE",
    run: bringBackDocument,
  }),
  removeRoute(document, { summary: "Remove a document from the trash for good", needs: "purge", run: purgeDocument }),
  findRoute(documentVersion, "A version of a document"),
];
