import { z } from "zod";
import type { WireRecord } from "../engine/record.ts";
import { changeRecord, createRecord } from "../engine/writing.ts";
import { document } from "./document.ts";
import { nameKeyOf, refuseTakenName } from "./names.ts";
import { type DocumentWrite, fileColumns, insertVersion, type StoredFile, searchTextOf } from "./versions.ts";
import type { Placement } from "./writable-placement.ts";

export interface NewDocument {
  readonly placement: Placement;
  readonly file: StoredFile;
  readonly label: string;
  readonly isClientVisible: boolean;
}

/** @returns the document's id @throws Refusal 409 `name_taken` */
export async function insertDocument(
  write: DocumentWrite,
  { placement, file, label, isClientVisible }: NewDocument,
): Promise<string> {
  const { workspaceId, accountId } = write.currentUser;
  const { folderId, packageId, clientId } = placement;
  const row = { workspaceId, accountId, folderId, packageId, clientId, isClientVisible, label };
  const keys = { labelKey: nameKeyOf(label), searchText: searchTextOf(label, file) };
  const values = { ...row, ...keys, ...fileColumns(file) };
  const id = await refuseTakenName("document", createRecord(write, document, "added", values));
  await insertVersion(write, id, 1, file);
  return id;
}

const versioned = z.object({ label: z.string(), version_number: z.int() });

/** Adds a version to a locked document. */
export async function addVersion(write: DocumentWrite, record: WireRecord, file: StoredFile): Promise<void> {
  const { label, version_number: before } = versioned.parse(record.attributes);
  const after = before + 1;
  await insertVersion(write, record.id, after, file);
  const values = { ...fileColumns(file), versionNumber: after, searchText: searchTextOf(label, file) };
  const changes = [{ field: "version_number", before, after }];
  await changeRecord({ ...write, record }, document, "replaced", values, changes);
}
