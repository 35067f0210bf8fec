import { sql } from "drizzle-orm";
import { z } from "zod";
import { changesOf } from "../activities/activity-log.ts";
import type { Route } from "../engine/action.ts";
import type { Member } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import type { WireRecord } from "../engine/record.ts";
import { invalidAttribute } from "../engine/refusal.ts";
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
import { lineOf } from "../identity/inputs.ts";
import { accessScopeOf } from "../permissions.ts";
import { folder, folderList } from "./folder.ts";
import { noteActivity, subjectOf } from "./history.ts";
import { nameKeyOf, refuseTakenName } from "./names.ts";
import { folders } from "./tables.ts";
import { bringBackFolder, purgeFolder, trashFolder } from "./trash.ts";
import { findWritablePlacement } from "./writable-placement.ts";

const name = lineOf("Name");
const creation = z.object({
  name,
  parentId: z.uuid().nullish(),
  packageId: z.uuid().nullish(),
  clientId: z.uuid().nullish(),
});
const change = z.object({ name: name.optional(), parentId: z.uuid().nullish() });

/** Folders lie in folders only so deep: a person who looks for something is lost long before. */
const deepest = 10;

async function create({ database, currentUser, attributes }: Write<z.output<typeof creation>>): Promise<string> {
  const { name, parentId, ...wanted } = attributes;
  const options = { attribute: "parent_id", isLocked: true } as const;
  const place = await findWritablePlacement(database, currentUser, { ...wanted, folderId: parentId }, options);
  if (place.path.length >= deepest) throw tooDeep();
  const { packageId, clientId, folderId } = place;
  const { workspaceId, accountId } = currentUser;
  const row = { workspaceId, accountId, packageId, clientId, parentId: folderId, name, nameKey: nameKeyOf(name) };
  const inserted = database.insert(folders).values(row).returning({ id: folders.id });
  const [made] = await refuseTakenName("folder", inserted.execute());
  if (!made) throw new Error("The folder was not stored.");
  const changes = [{ field: "name", before: null, after: name }];
  const subject = { type: folder.type, id: made.id, packageId, clientId };
  await noteActivity(database, currentUser, "folder.created", subject, changes);
  return made.id;
}

async function update({
  database,
  currentUser,
  record,
  attributes,
}: RecordWrite<z.output<typeof change>>): Promise<void> {
  const changes = changesOf(record, attributes);
  if (changes.length === 0) return;
  const { name, parentId } = attributes;
  if (parentId !== undefined && parentId !== null) await checkMove(database, currentUser, record, parentId);
  const written = database
    .update(folders)
    .set({
      ...(name !== undefined && { name, nameKey: nameKeyOf(name) }),
      ...(parentId !== undefined && { parentId }),
      updatedAt: sql`now()`,
      version: sql`${folders.version} + 1`,
    })
    .where(isRecord(folder, record.id));
  await refuseTakenName("folder", written.execute());
  await noteActivity(database, currentUser, "folder.updated", subjectOf(record), changes);
}

/** A folder moves within what it belongs to, never into itself, and no deeper than folders may lie. */
async function checkMove(database: Queries, currentUser: Member, record: WireRecord, parentId: string): Promise<void> {
  // One move at a time in a workspace: two that are harmless alone could put two folders into each other.
  await database.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`folders ${currentUser.workspaceId}`}, 0))`,
  );
  const { packageId, clientId } = subjectOf(record);
  const options = { attribute: "parent_id", isLocked: false } as const;
  const place = await findWritablePlacement(database, currentUser, { folderId: parentId }, options);
  if (place.packageId !== packageId || place.clientId !== clientId) {
    throw invalidAttribute("parent_id", "A folder moves only within what it belongs to.");
  }
  if (place.path.includes(record.id)) throw invalidAttribute("parent_id", "A folder cannot lie in itself.");
  if (place.path.length + (await heightOf(database, record.id)) > deepest) throw tooDeep();
}

/** How many folders lie in each other from this one down, itself included. */
async function heightOf(database: Queries, id: string): Promise<number> {
  const { rows } = await database.execute<{ height: number }>(sql`
    with recursive below (id, depth) as (
      select ${id}::uuid, 1
      union all
      select f.id, below.depth + 1 from upstream.folders f, below where f.parent_id = below.id and below.depth < 50)
    select max(depth) as height from below`);
  return rows[0]?.height ?? 1;
}

function tooDeep() {
  return invalidAttribute("parent_id", `Folders can lie in each other ${deepest} deep.`);
}

const trashing = { below: "/trashing", input: noInput, needs: "trash" };

export const folderRoutes: readonly Route[] = [
  listRoute(folder, folderList, "Folders, by name; of a package, a client or, with filter[workspace]=true, neither"),
  findRoute(folder, "A folder"),
  createRoute(folder, {
    summary: "Make a folder, in another one or beside those of a package, a client or the workspace",
    input: creation,
    may: (currentUser) => accessScopeOf(currentUser, "records.create") !== "no",
    run: create,
  }),
  changeRoute(folder, {
    summary: "Rename a folder, or move it",
    method: "PATCH",
    below: "",
    input: change,
    needs: "update",
    run: update,
  }),
  changeRoute(folder, {
    ...trashing,
    summary: "Put a folder and what is in it into the trash",
    method: "POST",
    run: trashFolder,
  }),
  changeRoute(folder, {
    ...trashing,
    summary: "Take a folder and what is in it out of the trash",
    method: "DELETE",
    run: bringBackFolder,
  }),
  removeRoute(folder, { summary: "Remove a folder from the trash for good", needs: "purge", run: purgeFolder }),
];
