import { sql } from "drizzle-orm";
import { z } from "zod";
import { takeOverFromAbsent } from "../assignments/kept-records.ts";
import { client } from "../clients/client.ts";
import { settleLastActivity } from "../clients/client-filters.ts";
import { trashDays } from "../documents/placement.ts";
import { nameOf } from "../engine/account-name.ts";
import { action, type Route } from "../engine/action.ts";
import { nothing } from "../engine/answer.ts";
import { recordEvent, type WriteContext } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { checkIfMatch, readOne } from "../engine/reading.ts";
import { computed, moment, momentText, text, uuid } from "../engine/record.ts";
import { conflict, forbidden } from "../engine/refusal.ts";
import { defineTable, inWorkspace, type ListRules } from "../engine/table.ts";
import {
  createRoute,
  findRoute,
  listRoute,
  type RecordWrite,
  removeRoute,
  type Write,
} from "../engine/table-routes.ts";
import { requireRecord } from "../engine/writing.ts";
import { noteErasure } from "../identity/erasures.ts";
import { opportunity } from "../opportunities/opportunity.ts";
import { packageResource } from "../packages/package.ts";
import { accessScopeOf, mayAny, mayOn } from "../permissions.ts";
import { picturePathOf, pictures } from "../pictures/pictures.ts";
import { clients, type TrashedKind, trashedKinds, trashedRecords } from "../tables.ts";
import { task, taskChanges } from "../tasks/task.ts";

const resources = { client, package: packageResource, opportunity, task } as const;

const tables = {
  client: "clients",
  package: "packages",
  opportunity: "opportunities",
  task: "tasks",
} as const satisfies Record<TrashedKind, string>;

const names = {
  client: sql`(select name from upstream.clients where id = `,
  package: sql`(select street from upstream.packages where id = `,
  opportunity: sql`(select c.name || ', ' || p.street from upstream.opportunities o
    join upstream.clients c on c.id = o.client_id join upstream.packages p on p.id = o.package_id where o.id = `,
  task: sql`(select title from upstream.tasks where id = `,
} as const;

/**
 * Moves a record to the trash with all that belongs to it. @param headers name its version
 * @returns the id of the entry @throws Refusal 404, 403, 412
 */
async function trash(
  write: Write<{ readonly kind: TrashedKind; readonly recordId: string }>,
  headers: Headers,
): Promise<string> {
  const { database, currentUser, attributes } = write;
  const { kind, recordId: id } = attributes;
  const { record } = await readOne(database, resources[kind], currentUser, id, { isLocked: true });
  // A task has no agent, and whoever sees it may remove it: whoever did may restore it.
  const assigned =
    kind === "task" ? currentUser.accountId : z.string().nullable().parse(record.attributes.assigned_account_id);
  if (!mayOn(currentUser, "records.archive", assigned)) throw forbidden();
  checkIfMatch(headers, record);
  const { rows } = await database.execute<{ name: string }>(sql`select ${names[kind]} ${id}) as name`);
  const name = rows[0]?.name ?? "";
  if (kind === "task") await recordEvent(write, task, "removed", id, taskChanges(record, null));
  await database.execute(sql`select upstream.take_out(${id}, ${currentUser.workspaceId}, ${tables[kind]}, ${id})`);
  await database.insert(trashedRecords).values({
    id,
    workspaceId: currentUser.workspaceId,
    kind,
    name,
    assignedAccountId: assigned,
    trashedByName: nameOf(currentUser.accountId),
    counts: sql`(select coalesce(jsonb_object_agg(table_name, total), '{}') from (
      select table_name, count(*) as total from upstream.kept_rows where holder_id = ${id} group by table_name) counted)`,
  });
  await recordEvent(write, trashedRecord, "trashed", id, named(kind, name));
  return id;
}

function named(kind: string, name: string) {
  return [{ field: kind === "package" ? "property" : kind, before: name, after: null }];
}

/** Restores a record with all that went along. @throws Refusal 409 for an opportunity or task without what it is about, or beside another one */
async function restore(write: RecordWrite): Promise<void> {
  const { database, record } = write;
  const { id } = record;
  const kind = z.enum(trashedKinds).parse(record.attributes.kind);
  if (kind === "opportunity") await checkPair(write, id);
  if (kind === "task") await checkSubject(write, id);
  await database.execute(sql`select upstream.put_back(${id})`);
  if (kind === "client") await settleLastActivity(database, sql`${clients.id} = ${id}`);
  await takeOverFromAbsent(write);
  await recordEvent(write, ofRecord(kind), "brought_back", id, []);
  await database.delete(trashedRecords).where(sql`${trashedRecords.id} = ${id}`);
}

async function checkPair({ database }: WriteContext, id: string): Promise<void> {
  const { rows } = await database.execute<{ is_there: boolean; is_taken: boolean }>(sql`
    select exists (select from upstream.clients c where c.id::text = k.content ->> 'client_id')
        and exists (select from upstream.packages p where p.id::text = k.content ->> 'package_id') as is_there,
      (k.content ->> 'is_active')::boolean and exists (select from upstream.opportunities o where o.is_active
        and o.client_id::text = k.content ->> 'client_id' and o.package_id::text = k.content ->> 'package_id') as is_taken
    from upstream.kept_rows k where k.holder_id = ${id} and k.table_name = 'opportunities'`);
  const [pair] = rows;
  if (pair?.is_there !== true)
    throw conflict("holder_trashed", "Restore the client and the property of this opportunity first.");
  if (pair.is_taken) throw conflict("already_open", "This client has another open opportunity for this property.");
}

async function checkSubject({ database }: WriteContext, id: string): Promise<void> {
  const { rows } = await database.execute(sql`
    select from upstream.kept_rows k where k.holder_id = ${id} and k.table_name = 'tasks' and (
      k.content ->> 'client_id' is not null
        and not exists (select from upstream.clients c where c.id::text = k.content ->> 'client_id')
      or k.content ->> 'package_id' is not null
        and not exists (select from upstream.packages p where p.id::text = k.content ->> 'package_id')
      or k.content ->> 'opportunity_id' is not null
        and not exists (select from upstream.opportunities o where o.id::text = k.content ->> 'opportunity_id')
      or k.content ->> 'document_id' is not null
        and not exists (select from upstream.documents d where d.id::text = k.content ->> 'document_id'))`);
  if (rows.length > 0) throw conflict("holder_trashed", "Restore what this task is about first.");
}

function ofRecord(kind: TrashedKind) {
  const { table, id, history } = resources[kind];
  const { topic, labels } = trashedRecord.history ?? { topic: "workspace", labels: { brought_back: "" } };
  return { type: trashedRecord.type, table, id, history: { topic, labels, holders: history?.holders ?? {} } };
}

/** The bytes follow within the hour. The history keeps the name and counts. */
async function purge(write: RecordWrite): Promise<void> {
  await purgeRecord(write, write.record.id);
}

async function purgeRecord(write: WriteContext, id: string): Promise<void> {
  const { database } = write;
  const [entry] = await database.select().from(trashedRecords).where(sql`${trashedRecords.id} = ${id}`);
  if (entry === undefined) return;
  const counts = Object.entries(entry.counts).map(([field, before]) => ({ field, before, after: null }));
  await recordEvent(write, trashedRecord, "purged", id, [...named(entry.kind, entry.name), ...counts]);
  await deleteTaken(database, id);
  await database.delete(trashedRecords).where(sql`${trashedRecords.id} = ${id}`);
  await noteErasure(database, [entry.workspaceId]);
}

/** Deletes a trashed record's rows, files and photos. @param id of the holder */
export async function deleteTaken(database: Queries, id: string): Promise<void> {
  await database.execute(sql`
    delete from upstream.files where id in (select (k.content ->> 'file_id')::uuid from upstream.kept_rows k
      where k.holder_id = ${id} and k.table_name = 'document_versions')`);
  await database.execute(sql`
    delete from ${pictures} using upstream.kept_rows k where k.holder_id = ${id} and ${pictures.workspaceId} = k.workspace_id
      and ${picturePathOf(pictures.id)} in (k.content ->> 'profile_image_url', k.content ->> 'photo_url', k.content ->> 'url')
      and k.table_name in ('clients', 'packages', 'package_photos')`);
  await database.execute(sql`delete from upstream.kept_rows where holder_id = ${id}`);
  await database.execute(sql`delete from upstream.kept_links where holder_id = ${id}`);
}

/** @returns how many records */
export async function sweepTrashedRecords(database: Queries, now: Date): Promise<number> {
  const due = await database
    .select({ id: trashedRecords.id, workspaceId: trashedRecords.workspaceId })
    .from(trashedRecords)
    .where(sql`${trashedRecords.trashedAt} < ${now.toISOString()}::timestamptz - make_interval(days => ${trashDays})`);
  for (const { id, workspaceId } of due)
    await database.transaction(async (transaction) => {
      await transaction.execute(sql`select from ${trashedRecords} where ${trashedRecords.id} = ${id} for update`);
      const currentUser = { accountId: null, workspaceId, actorName: "Latchkey" };
      await purgeRecord({ database: transaction, currentUser }, id);
    });
  return due.length;
}

const table = trashedRecords;

const trashedRecord = defineTable({
  type: "trashed_record",
  path: "/trashed_records",
  table,
  history: {
    topic: "workspace",
    labels: { trashed: "Moved to the trash", brought_back: "Restored from the trash", purged: "Deleted permanently" },
  },
  attributes: {
    kind: text(table.kind),
    name: text(table.name),
    trashed_by_name: text(table.trashedByName),
    trashed_at: moment(table.trashedAt),
    trash_ends_at: computed(
      momentText(sql`(${table.trashedAt} + make_interval(days => ${sql.raw(String(trashDays))}))`),
      z.iso.datetime(),
    ),
    assigned_account_id: uuid(table.assignedAccountId),
  },
  scope: (currentUser) =>
    accessScopeOf(currentUser, "records.view") === "all"
      ? inWorkspace(table, currentUser)
      : sql`${inWorkspace(table, currentUser)} and ${table.assignedAccountId} = ${currentUser.accountId}`,
  can: (currentUser, { assigned_account_id: assigned }) => [
    ...(mayOn(currentUser, "records.archive", assigned) ? ["restore"] : []),
    ...(mayOn(currentUser, "records.purge", assigned) ? ["purge"] : []),
  ],
});

const trashedRecordList: ListRules = {
  sorts: { trashed_at: { column: table.trashedAt, as: "moment" } },
  defaultSort: "-trashed_at",
  filters: {},
};

export const trashRoutes: readonly Route[] = [
  listRoute(
    trashedRecord,
    trashedRecordList,
    "Clients, properties, opportunities and tasks in the trash, newest first",
  ),
  findRoute(trashedRecord, "A record in the trash"),
  createRoute(trashedRecord, {
    summary: "Move a client, property, opportunity or task to the trash, of the version that If-Match names",
    takesIfMatch: true,
    input: z.object({ kind: z.enum(trashedKinds), recordId: z.uuid() }),
    may: (currentUser) => mayAny(currentUser, "records.archive"),
    run: trash,
  }),
  action({
    method: "POST",
    path: "/trashed_records/:id/restoration",
    summary: "Restore a record from the trash with everything that went along",
    access: "workspace",
    answers: { status: 204, of: null },
    async run({ database, currentUser, id, afterCommit, now }) {
      const record = await requireRecord({ database, currentUser }, trashedRecord, id(), "restore", { isLocked: true });
      await restore({ database, currentUser, record, attributes: {}, afterCommit, now });
      return nothing;
    },
  }),
  removeRoute(trashedRecord, { summary: "Delete a record in the trash permanently", needs: "purge", run: purge }),
];
