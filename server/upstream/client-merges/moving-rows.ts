/** Moves the rows of one client to another, and back. */
import { type SQL, sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import type { MovedRows } from "../tables.ts";

interface Between {
  readonly from: string;
  readonly to: string;
}

/** Triggers are told that rows are moved, until the transaction ends. */
export async function beginMoving(database: Queries): Promise<void> {
  await database.execute(sql`select upstream.move_rows()`);
}

/** Moves every row that comes along. @returns the keys of the moved rows, by their tables */
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

/** A reply address goes on taking replies, but no email names it any more where there is another one. */
function changesOf(table: string, to: string): SQL {
  return table === "reply_addresses" ? sql`client_id = ${to}, is_former = true` : sql`client_id = ${to}`;
}

/** Moves those rows back that are still where they were moved to. */
export async function moveRowsBack(database: Queries, moved: MovedRows, { from, to }: Between): Promise<void> {
  for (const { table, key = "id" } of movedTables) {
    const keys = moved[table];
    if (keys === undefined) continue;
    await database.execute(sql`
      update ${sql.raw(`upstream.${table}`)} theirs set client_id = ${to}
      where theirs.client_id = ${from} and theirs.${sql.raw(key)}::text in (select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))`);
  }
}

/**
 * What comes along when a client is merged into another, table by table. A test compares the names with the tables that
 * refer to clients: one that is added later has to be named here, too.
 */

interface MovedTable {
  readonly table: string;
  /** The column that tells its rows apart; "id" when not given. */
  readonly key?: string;
  /** SQL of when the client that stays has such a row already, `theirs` beside `own`; the moved one is kept for the undo alone. */
  readonly unless?: string;
}

/** Moved as they are, in this order. */
export const movedTables: readonly MovedTable[] = [
  {
    table: "client_people",
    // The address of the client's own contact is no second person.
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
  // Before the invitations: one that is kept for the undo keeps its calendar.
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
  // Clients that were merged into this one before.
  { table: "client_merges" },
];

/** Made one by code of their own: chosen fields, and what a thread has once for each reader. */
export const joinedTables: readonly string[] = ["buyer_profiles", "message_threads", "message_reads", "message_drafts"];

/** Neither moved nor joined: staff open the view again, and readers of events begin anew. */
export const endedTables: readonly string[] = ["portal_views", "message_events"];

export type Columns = Readonly<Record<string, unknown>>;

interface Place {
  readonly table: "clients" | "buyer_profiles";
  /** The column that has the client's id. */
  readonly key: "id" | "client_id";
}

export const clientPlace: Place = { table: "clients", key: "id" };
export const profilePlace: Place = { table: "buyer_profiles", key: "client_id" };

/** The row of a client. @throws when there is none */
export async function readColumns(database: Queries, { table, key }: Place, clientId: string): Promise<Columns> {
  const { rows } = await database.execute<{ columns: Columns }>(sql`
    select to_jsonb(t) as columns from ${sql.raw(`upstream.${table}`)} t where t.${sql.raw(key)} = ${clientId}`);
  const [row] = rows;
  if (row === undefined) throw new Error(`The client ${clientId} has no row in ${table}.`);
  return row.columns;
}

/** Writes some columns of the row of a client. */
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
