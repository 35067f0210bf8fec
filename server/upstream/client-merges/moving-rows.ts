/** Moves the rows of one client to another, and back. */
import { type SQL, sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import type { MovedRows } from "../tables.ts";
import { movedTables } from "./moved-tables.ts";

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
