/** Moves records to the trash and restores them. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { takeOverFromAbsent } from "../assignments/kept-records.ts";
import { client } from "../clients/client.ts";
import { settleLastActivity } from "../clients/last-activity.ts";
import { nameOf } from "../engine/account-name.ts";
import { recordEvent, type WriteContext } from "../engine/history.ts";
import { readOne } from "../engine/reading.ts";
import { conflict, forbidden } from "../engine/refusal.ts";
import type { RecordWrite, Write } from "../engine/table-routes.ts";
import { opportunity } from "../opportunities/opportunity.ts";
import { packageResource } from "../packages/package.ts";
import { mayOn } from "../permissions.ts";
import { clients, type TrashedKind, trashedRecords } from "../tables.ts";
import { trashedRecord } from "./trashed-record.ts";

const resources = { client, package: packageResource, opportunity } as const;
const tables = { client: "clients", package: "packages", opportunity: "opportunities" } as const satisfies Record<
  TrashedKind,
  string
>;

/** SQL of what people call a record. */
const names = {
  client: sql`(select name from upstream.clients where id = `,
  package: sql`(select street from upstream.packages where id = `,
  opportunity: sql`(select c.name || ', ' || p.street from upstream.opportunities o
    join upstream.clients c on c.id = o.client_id join upstream.packages p on p.id = o.package_id where o.id = `,
} as const;

/**
 * Takes a record out of every list with all that belongs to it; its opportunities go along.
 * @returns the id of the entry in the trash
 * @throws Refusal 404, 403
 */
export async function trash(write: Write<{ readonly kind: TrashedKind; readonly recordId: string }>): Promise<string> {
  const { database, currentUser, attributes } = write;
  const { kind, recordId: id } = attributes;
  const { record } = await readOne(database, resources[kind], currentUser, id, { isLocked: true });
  const assigned = z.string().nullable().parse(record.attributes.assigned_account_id);
  if (!mayOn(currentUser, "records.archive", assigned)) throw forbidden();
  const { rows } = await database.execute<{ name: string }>(sql`select ${names[kind]} ${id}) as name`);
  const name = rows[0]?.name ?? "";
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

/** What the history says of a record that is nowhere to be read. */
export function named(kind: string, name: string) {
  return [{ field: kind === "package" ? "property" : kind, before: name, after: null }];
}

/**
 * Puts a record back with everything that went along.
 * @throws Refusal 409 for an opportunity whose client or property is not there, or whose pair has another one
 */
export async function restore(write: RecordWrite): Promise<void> {
  const { database, record } = write;
  const { id } = record;
  const kind = z.enum(["client", "package", "opportunity"]).parse(record.attributes.kind);
  if (kind === "opportunity") await checkPair(write, id);
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

/** The record's own history shows that it is back. */
function ofRecord(kind: TrashedKind) {
  const { table, id, history } = resources[kind];
  const { topic, labels } = trashedRecord.history ?? { topic: "workspace", labels: { brought_back: "" } };
  return { type: trashedRecord.type, table, id, history: { topic, labels, holders: history?.holders ?? {} } };
}
