import { z } from "zod";
import type { Route } from "../engine/action.ts";
import type { Member } from "../engine/current-user.ts";
import { changesOf } from "../engine/history.ts";
import { lineOf } from "../engine/inputs.ts";
import type { Queries } from "../engine/queries.ts";
import type { WireRecord } from "../engine/record.ts";
import {
  changeRoute,
  createRoute,
  findRoute,
  listRoute,
  type RecordWrite,
  removeRoute,
  type Write,
} from "../engine/table-routes.ts";
import { changeRecord, requireRecord } from "../engine/writing.ts";
import { shortened } from "../files/file-name.ts";
import { mayAny } from "../permissions.ts";
import { document, documentList } from "./document.ts";
import { addVersion, insertDocument } from "./document-writes.ts";
import { findNamed, freeName, longestName, nameKeyOf, nameTaken, refuseTakenName } from "./names.ts";
import { ownerIdsOf } from "./placement.ts";
import { snippetsRoute } from "./snippets.ts";
import { purgeDocument, restoreDocument, trashDocument } from "./trash.ts";
import { documentVersion, findFile, relabeledSearchText, type StoredFile } from "./versions.ts";
import { findWritablePlacement, type Placement } from "./writable-placement.ts";

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
  isKeptOnDevices: z.boolean().optional(),
  onClash: z.enum(["keep_both"]).nullish(),
});

const folderOption = { attribute: "folder_id", isLocked: true } as const;

/** Makes a document of a file, with the choice for a name that is taken. */
async function create(write: Write<z.output<typeof creation>>): Promise<string> {
  const { database, currentUser, attributes } = write;
  const { fileId, label, onClash = null, isClientVisible: given, ...wanted } = attributes;
  const { isClientVisible: inherited, ...placement } = await findWritablePlacement(
    database,
    currentUser,
    wanted,
    folderOption,
  );
  const isClientVisible = given ?? inherited;
  const file = await findFile(database, currentUser, fileId);
  const name = label ?? shortened(file.name, longestName);
  const scope = { ...placement, workspaceId: currentUser.workspaceId };
  const known = await findNamed(database, "document", scope, name);
  if (known !== null && onClash === null) throw nameTaken("document");
  if (known !== null && onClash === "replace") return replace(write, known, file);
  const free = known === null ? name : await freeName(database, "document", scope, name);
  return insertDocument(write, { placement, file, label: free, isClientVisible });
}

async function replace(write: Write, id: string, file: StoredFile): Promise<string> {
  const record = await requireRecord(write, document, id, "update", { isLocked: true });
  await addVersion(write, record, file);
  return id;
}

async function update(write: RecordWrite<z.output<typeof change>>): Promise<void> {
  const { database, currentUser, record } = write;
  const { onClash, ...given } = write.attributes;
  if (changesOf(record, given).length === 0) return;
  const placement = await placementAfter(database, currentUser, record, given.folderId);
  const label = given.label ?? String(record.attributes.label);
  const free = onClash === "keep_both" ? await freeLabel(database, currentUser, record, placement, label) : label;
  const changes = changesOf(record, { ...given, label: free });
  const keys = { labelKey: nameKeyOf(free), searchText: relabeledSearchText(free) };
  const values = {
    ...placement,
    ...keys,
    label: free,
    isClientVisible: given.isClientVisible,
    isKeptOnDevices: given.isKeptOnDevices,
  };
  await refuseTakenName("document", changeRecord(write, document, "updated", values, changes));
}

/** In a folder it belongs to what the folder belongs to; outside of all folders it keeps what it belonged to. */
async function placementAfter(
  database: Queries,
  currentUser: Member,
  record: WireRecord,
  folderId: string | null | undefined,
): Promise<Placement> {
  const { packageId, clientId } = ownerIdsOf(record);
  if (folderId === undefined || folderId === record.attributes.folder_id) {
    return { packageId, clientId, folderId: holder.parse(record.attributes.folder_id) };
  }
  if (folderId === null) return { packageId, clientId, folderId };
  const found = await findWritablePlacement(database, currentUser, { folderId }, folderOption);
  return { folderId: found.folderId, packageId: found.packageId, clientId: found.clientId };
}

const holder = z.string().nullable();

async function freeLabel(
  database: Queries,
  currentUser: Member,
  record: WireRecord,
  placement: Placement,
  label: string,
) {
  const scope = { ...placement, workspaceId: currentUser.workspaceId };
  const known = await findNamed(database, "document", scope, label);
  return known === null || known === record.id ? label : freeName(database, "document", scope, label);
}

const trashing = { below: "/trashing", needs: "trash" };

export const documentRoutes: readonly Route[] = [
  listRoute(document, documentList, "Documents, newest first"),
  snippetsRoute,
  findRoute(document, "A document"),
  createRoute(document, {
    summary: "Create a document from a file; 409 name_taken unless `on_clash` says keep_both or replace",
    input: creation,
    may: (currentUser) => mayAny(currentUser, "records.create"),
    run: create,
  }),
  changeRoute(document, {
    summary: "Rename or move a document, show it to the client, or have devices keep it",
    input: change,
    run: update,
  }),
  changeRoute(document, {
    summary: "Replace the file of a document; the older versions stay",
    method: "POST",
    below: "/versions",
    input: z.object({ fileId: z.uuid() }),
    async run(write) {
      const { database, currentUser, record, attributes } = write;
      await addVersion(write, record, await findFile(database, currentUser, attributes.fileId));
    },
  }),
  changeRoute(document, { ...trashing, summary: "Move a document to the trash", method: "POST", run: trashDocument }),
  changeRoute(document, {
    ...trashing,
    summary: "Restore a document from the trash",
    method: "DELETE",
    run: restoreDocument,
  }),
  removeRoute(document, { summary: "Delete a document in the trash permanently", needs: "purge", run: purgeDocument }),
  findRoute(documentVersion, "A version of a document"),
];
