/** Rows of any table by the names of their columns, as JSON has them. */
import { sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";

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
