import { type SQL, sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import type { MovedRows } from "../tables.ts";

interface Between {
  readonly from: string;
  readonly to: string;
}

/** Tells triggers, until the transaction ends. */
export async function beginMoving(database: Queries): Promise<void> {
  await database.execute(sql`select upstream.move_rows()`);
}

/** @returns the keys of moved rows, by table */
export async function moveRows(database: Queries, { from, to }: Between): Promise<MovedRows> {
  const moved: Record<string, readonly string[]> = {};
  for (const { table, key = "id", unless } of movedTables) {
    const name = sql.raw(`upstream.${table}`);
    const taken =
      unless === undefined
        ? sql`true`
        : sql`not exists (select from ${name} own where own.client_id = ${to} and (${sql.raw(unless)}))`;
    const { rows } = await database.execute<{ key: string }>(sql`
      update ${name} theirs set ${changesOf(table, to)} where theirs.client_id = ${from} and ${taken}
      returning theirs.${sql.raw(key)}::text as key`);
    if (rows.length > 0) moved[table] = rows.map((row) => row.key);
  }
  return moved;
}

/** A reply address still works, but mails name the other one. */
function changesOf(table: string, to: string): SQL {
  return table === "reply_addresses" ? sql`client_id = ${to}, is_former = true` : sql`client_id = ${to}`;
}

/** Unless they were moved since. */
export async function moveRowsBack(database: Queries, moved: MovedRows, { from, to }: Between): Promise<void> {
  for (const { table, key = "id" } of movedTables) {
    const keys = moved[table];
    if (keys === undefined) continue;
    await database.execute(sql`
      update ${sql.raw(`upstream.${table}`)} theirs set client_id = ${to}
      where theirs.client_id = ${from} and theirs.${sql.raw(key)}::text in (select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))`);
  }
}

/** The tables of a merge. A test compares them with the tables that refer to clients. */

interface MovedTable {
  readonly table: string;
  readonly key?: string;
  /** SQL of when the staying client has such a row; the other is kept for the undo. */
  readonly unless?: string;
}

/** In this order. */
export const movedTables: readonly MovedTable[] = [
  {
    table: "client_people",
    // The client's own address is no second person.
    unless:
      "own.email_key = theirs.email_key or exists (select from upstream.clients c where c.id = own.client_id and c.email_key = theirs.email_key)",
  },
  { table: "opportunities" },
  { table: "activities" },
  { table: "folders" },
  { table: "documents" },
  {
    table: "share_links",
    unless: "own.package_id = theirs.package_id and own.revoked_at is null and theirs.revoked_at is null",
  },
  { table: "tasks" },
  // Before the invitations, so that a kept invitation keeps its calendar.
  { table: "portal_calendars" },
  { table: "portal_invitations", unless: "own.email_key = theirs.email_key" },
  {
    table: "portal_openings",
    unless: "own.email = theirs.email and (own.package_id = theirs.package_id or own.document_id = theirs.document_id)",
  },
  {
    table: "portal_requests",
    unless:
      "own.email = theirs.email and own.kind = theirs.kind and own.kind <> 'document' and own.settled_at is null and theirs.settled_at is null",
  },
  { table: "contact_requests" },
  { table: "record_shares", unless: "own.account_id = theirs.account_id" },
  { table: "messages" },
  { table: "message_mails", key: "email_key", unless: "own.email_key = theirs.email_key" },
  { table: "notifications" },
  { table: "reply_addresses" },
  { table: "inbound_mails" },
  // Earlier merges.
  { table: "client_merges" },
];

/** Merged by code. */
export const joinedTables: readonly string[] = ["buyer_profiles", "message_threads", "message_reads", "message_drafts"];

/** Dropped: staff open a view again, and event readers start anew. */
export const endedTables: readonly string[] = ["portal_views", "message_events"];

export type Columns = Readonly<Record<string, unknown>>;

interface Place {
  readonly table: "clients" | "buyer_profiles";
  readonly key: "id" | "client_id";
}

export const clientPlace: Place = { table: "clients", key: "id" };
export const profilePlace: Place = { table: "buyer_profiles", key: "client_id" };

/** @throws when there is none */
export async function readColumns(database: Queries, { table, key }: Place, clientId: string): Promise<Columns> {
  const { rows } = await database.execute<{ columns: Columns }>(sql`
    select to_jsonb(t) as columns from ${sql.raw(`upstream.${table}`)} t where t.${sql.raw(key)} = ${clientId}`);
  const [row] = rows;
  if (row === undefined) throw new Error(`The client ${clientId} has no row in ${table}.`);
  return row.columns;
}

/** Writes columns of a client's row. */
export async function writeColumns(
  database: Queries,
  { table, key }: Place,
  clientId: string,
  values: Columns,
): Promise<void> {
  const names = Object.keys(values);
  if (names.length === 0) return;
  const name = `upstream.${table}`;
  const assignments = sql.raw(names.map((column) => `${column} = r.${column}`).join(", "));
  await database.execute(sql`
    update ${sql.raw(name)} t set ${assignments}, version = t.version + 1, updated_at = now()
    from jsonb_populate_record(null::${sql.raw(name)}, ${JSON.stringify(values)}::jsonb) r
    where t.${sql.raw(key)} = ${clientId}`);
}
