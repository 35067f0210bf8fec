/** Writes documents and their versions, once it is decided that they may be. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { AfterCommit } from "../engine/action.ts";
import type { Member } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import type { WireRecord } from "../engine/record.ts";
import { isRecord } from "../engine/table-routes.ts";
import { document } from "./document.ts";
import { noteActivity, subjectOf } from "./history.ts";
import { nameKeyOf, refuseTakenName } from "./names.ts";
import { documents } from "./tables.ts";
import { insertVersion, type StoredFile, searchTextOf, shownOf } from "./versions.ts";
import type { Placement } from "./writable-placement.ts";

/** A write of a document, in its transaction. */
export interface DocumentWrite {
  readonly database: Queries;
  /** Who writes, and in which workspace. */
  readonly currentUser: Pick<Member, "accountId" | "workspaceId">;
  readonly afterCommit: AfterCommit;
}

export interface NewDocument {
  readonly place: Placement;
  readonly file: StoredFile;
  readonly label: string;
  readonly isClientVisible: boolean;
}

/** Makes a document of a file, and gives its id. @throws Refusal 409 `name_taken` */
export async function insertDocument(
  write: DocumentWrite,
  { place, file, label, isClientVisible }: NewDocument,
): Promise<string> {
  const { database, currentUser } = write;
  const { workspaceId, accountId } = currentUser;
  const { folderId, packageId, clientId } = place;
  const row = { workspaceId, accountId, folderId, packageId, clientId, isClientVisible, label };
  const keys = { labelKey: nameKeyOf(label), searchText: searchTextOf(label, file) };
  const inserted = database
    .insert(documents)
    .values({ ...row, ...keys, ...shownOf(file) })
    .returning({ id: documents.id });
  const [made] = await refuseTakenName("document", inserted.execute());
  if (!made) throw new Error("The document was not stored.");
  await insertVersion(write, made.id, 1, file);
  const subject = { type: document.type, id: made.id, packageId, clientId };
  const changes = [{ field: "label", before: null, after: label }];
  await noteActivity(database, currentUser, "document.added", subject, changes);
  return made.id;
}

const versioned = z.object({ label: z.string(), version_number: z.int() });

/** Makes a file the newest version of a document that is locked; the older ones stay. */
export async function addVersion(write: DocumentWrite, record: WireRecord, file: StoredFile): Promise<void> {
  const { database, currentUser } = write;
  const { label, version_number: before } = versioned.parse(record.attributes);
  const after = before + 1;
  await insertVersion(write, record.id, after, file);
  await database
    .update(documents)
    .set({
      ...shownOf(file),
      versionNumber: after,
      searchText: searchTextOf(label, file),
      updatedAt: sql`now()`,
      version: sql`${documents.version} + 1`,
    })
    .where(isRecord(document, record.id));
  const changes = [{ field: "version_number", before, after }];
  await noteActivity(database, currentUser, "document.replaced", subjectOf(record), changes);
}
