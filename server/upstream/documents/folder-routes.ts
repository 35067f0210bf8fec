import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Route } from "../engine/action.ts";
import type { Member } from "../engine/current-user.ts";
import { changesOf, recordEvents } from "../engine/history.ts";
import { lineOf } from "../engine/inputs.ts";
import type { Queries } from "../engine/queries.ts";
import type { WireRecord } from "../engine/record.ts";
import { invalidAttribute } from "../engine/refusal.ts";
import {
  changeRoute,
  createRoute,
  findRoute,
  listRoute,
  type RecordWrite,
  removeRoute,
  type Write,
} from "../engine/table-routes.ts";
import { changeRecord, createRecord } from "../engine/writing.ts";
import { mayAny } from "../permissions.ts";
import { documents, folders } from "../tables.ts";
import { document } from "./document.ts";
import { folder, folderList } from "./folder.ts";
import { nameKeyOf, refuseTakenName } from "./names.ts";
import { ownerIdsOf } from "./placement.ts";
import { purgeFolder, restoreFolder, trashFolder } from "./trash.ts";
import { findWritablePlacement } from "./writable-placement.ts";

const input = z.object({ isClientVisible: z.boolean(), withContents: z.boolean().optional() });

interface Changed extends Record<string, unknown> {
  readonly id: string;
}

async function setVisibility(write: RecordWrite<z.output<typeof input>>): Promise<void> {
  const { isClientVisible, withContents = false } = write.attributes;
  await changeRecord(write, folder, "updated", { isClientVisible });
  if (withContents) await setContents(write, isClientVisible);
}

async function setContents(write: RecordWrite, isClientVisible: boolean): Promise<void> {
  const { database, record } = write;
  const inside = sql`with recursive inside (id, depth) as (
    select ${record.id}::uuid, 1
    union all
    select f.id, inside.depth + 1 from upstream.folders f, inside
    where f.parent_id = inside.id and not f.is_trashed and inside.depth < 50)`;
  const version = sql`version = version + 1, updated_at = clock_timestamp()`;
  const changed = async (table: typeof folders | typeof documents, which: ReturnType<typeof sql>) => {
    const { rows } = await database.execute<Changed>(sql`${inside} update ${table}
      set is_client_visible = ${isClientVisible}, ${version}
      where ${which} and not is_trashed and is_client_visible <> ${isClientVisible} returning id`);
    return rows.map(({ id }) => id);
  };
  const changes = [{ field: "is_client_visible", before: !isClientVisible, after: isClientVisible }];
  await recordEvents(write, folder, "updated", await changed(folders, sql`id in (select id from inside)`), changes);
  const shown = await changed(documents, sql`folder_id in (select id from inside)`);
  await recordEvents(write, document, "updated", shown, changes);
}

const folderVisibilityRoute = changeRoute(folder, {
  summary: "Show a folder to clients or hide it: what is added to it, and with `with_contents` what is inside already",
  method: "POST",
  below: "/visibility",
  needs: "show",
  input,
  run: setVisibility,
});

const name = lineOf("Name");

const creation = z.object({
  name,
  parentId: z.uuid().nullish(),
  packageId: z.uuid().nullish(),
  clientId: z.uuid().nullish(),
});
const change = z.object({ name: name.optional(), parentId: z.uuid().nullish() });

const deepest = 10;

async function create(write: Write<z.output<typeof creation>>): Promise<string> {
  const { database, currentUser } = write;
  const { name, parentId, ...wanted } = write.attributes;
  const options = { attribute: "parent_id", isLocked: true } as const;
  const placement = await findWritablePlacement(database, currentUser, { ...wanted, folderId: parentId }, options);
  if (placement.path.length >= deepest) throw tooDeep();
  const { packageId, clientId, folderId, isClientVisible } = placement;
  const { workspaceId, accountId } = currentUser;
  const values = {
    workspaceId,
    accountId,
    packageId,
    clientId,
    parentId: folderId,
    isClientVisible,
    name,
    nameKey: nameKeyOf(name),
  };
  return refuseTakenName("folder", createRecord(write, folder, "created", values));
}

async function update(write: RecordWrite<z.output<typeof change>>): Promise<void> {
  const { database, currentUser, record } = write;
  const { name, parentId } = write.attributes;
  const changes = changesOf(record, { name, parentId });
  if (changes.length === 0) return;
  if (parentId !== undefined && parentId !== null) await checkMove(database, currentUser, record, parentId);
  const values = { parentId, ...(name !== undefined && { name, nameKey: nameKeyOf(name) }) };
  await refuseTakenName("folder", changeRecord(write, folder, "updated", values, changes));
}

/** Folders move within their package, client or workspace, not into themselves, and no deeper than allowed. */
async function checkMove(database: Queries, currentUser: Member, record: WireRecord, parentId: string): Promise<void> {
  // One move at a time in a workspace: two could put folders into each other.
  await database.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`folders ${currentUser.workspaceId}`}, 0))`,
  );
  const { packageId, clientId } = ownerIdsOf(record);
  const options = { attribute: "parent_id", isLocked: false } as const;
  const place = await findWritablePlacement(database, currentUser, { folderId: parentId }, options);
  if (place.packageId !== packageId || place.clientId !== clientId) {
    throw invalidAttribute("parent_id", "A folder can only move within its property, client or workspace.");
  }
  if (place.path.includes(record.id)) throw invalidAttribute("parent_id", "A folder can't be moved into itself.");
  if (place.path.length + (await heightOf(database, record.id)) > deepest) throw tooDeep();
}

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
  return invalidAttribute("parent_id", `Folders can be nested up to ${deepest} levels deep.`);
}

const trashing = { below: "/trashing", needs: "trash" };

export const folderRoutes: readonly Route[] = [
  listRoute(folder, folderList, "Folders, by name; of a package, a client or, with filter[workspace]=true, neither"),
  findRoute(folder, "A folder"),
  createRoute(folder, {
    summary: "Create a folder, in another one or beside those of a package, a client or the workspace",
    input: creation,
    may: (currentUser) => mayAny(currentUser, "records.create"),
    run: create,
  }),
  changeRoute(folder, {
    summary: "Rename a folder, or move it",
    input: change,
    run: update,
  }),
  folderVisibilityRoute,
  changeRoute(folder, {
    ...trashing,
    summary: "Move a folder and what is in it to the trash",
    method: "POST",
    run: trashFolder,
  }),
  changeRoute(folder, {
    ...trashing,
    summary: "Restore a folder and what is in it from the trash",
    method: "DELETE",
    run: restoreFolder,
  }),
  removeRoute(folder, { summary: "Delete a folder in the trash permanently", needs: "purge", run: purgeFolder }),
];
