/** Reads the rows of a workspace page by page, so that little is held in memory however many there are. */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Queries } from "../engine/queries.ts";
import { isSampleClient, isSamplePackage } from "../visibility.ts";
import { type ExportedTable, exportedColumns, exportedTable } from "./exported-tables.ts";

/** A table as the database's catalog has it. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
  /** The columns of its primary key, with their types. */
  readonly key: readonly { readonly name: string; readonly type: string }[];
}

export type ExportedRow = Readonly<Record<string, unknown>>;

/** Few enough that they fit into memory where each has a long list, as an import of clients has. */
const rowsAtOnce = 100;

const shapes = z.array(
  z.object({
    name: z.string(),
    columns: z.array(z.string()),
    key: z.array(z.object({ name: z.string(), type: z.string() })),
  }),
);

/** The tables whose rows are in the archive. */
export async function exportedShapes(database: Queries): Promise<TableShape[]> {
  const { rows } = await database.execute(sql`
    select c.relname::text as name,
      (select json_agg(a.attname order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by k.place)
        from pg_index i cross join unnest(i.indkey::int2[]) with ordinality k (attnum, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary) as key
    from pg_class c where c.relnamespace = 'upstream'::regnamespace and c.relkind = 'r' order by c.relname`);
  return shapes.parse(rows.filter(({ name }) => exportedTable(String(name)) !== null));
}

const page = z.array(z.object({ row: z.record(z.string(), z.unknown()), reached: z.array(z.string()) }));

/** All rows of a workspace in a table, some at a time, in the order of their keys. */
export async function* exportedRows(
  database: Queries,
  { name, columns, key }: TableShape,
  workspaceId: string,
): AsyncGenerator<readonly ExportedRow[]> {
  const decision: ExportedTable = exportedTable(name) ?? {};
  const { rows: ofWorkspace = (id) => sql`t.workspace_id = ${id}` } = decision;
  const column = (text: string) => sql`t.${sql.identifier(text)}`;
  const list = (parts: readonly SQL[]) => sql.join([...parts], sql`, `);
  const shown = list(exportedColumns(decision, columns).map(column));
  const keyColumns = list(key.map((part) => column(part.name)));
  const keyTexts = list(key.map((part) => sql`${column(part.name)}::text`));
  for (let last: readonly string[] | null = null; ; ) {
    const reached: SQL[] = (last ?? []).map((value, at) => sql`${value}::${sql.raw(key[at]?.type ?? "text")}`);
    const further = last === null ? sql`` : sql`and (${keyColumns}) > (${list(reached)})`;
    const answer = await database.execute(sql`
      select (select to_jsonb(shown) from (select ${shown}) shown) as row, array[${keyTexts}] as reached
      from upstream.${sql.identifier(name)} t where ${ofWorkspace(workspaceId)} and ${isReal(name, columns)} ${further}
      order by ${keyColumns} limit ${rowsAtOnce}`);
    const found = page.parse(answer.rows);
    const end = found.at(-1);
    if (end === undefined) return;
    yield found.map(({ row }) => row).flatMap((row) => (name === "kept_rows" ? scrubbed(row) : [row]));
    last = end.reached;
  }
}

/** SQL of whether a row of a table is about no sample data. */
function isReal(name: string, columns: readonly string[]): SQL {
  const conditions = [
    ...(name === "clients" || name === "packages" ? [sql`not t.is_sample`] : []),
    ...(columns.includes("client_id") ? [sql`not ${isSampleClient(sql`t.client_id`)}`] : []),
    ...(columns.includes("package_id") ? [sql`not ${isSamplePackage(sql`t.package_id`)}`] : []),
    ...(columns.includes("opportunity_id")
      ? [
          sql`not ${isSampleClient(sql`(select o.client_id from upstream.opportunities o where o.id = t.opportunity_id)`)}`,
        ]
      : []),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

const keptRow = z.object({ table_name: z.string(), content: z.record(z.string(), z.unknown()) });

/** A row of the trash, without what its own table is without; none for a table that is not in the archive. */
function scrubbed(row: ExportedRow): ExportedRow[] {
  const { table_name: name, content } = keptRow.parse(row);
  const decision = exportedTable(name);
  if (decision === null) return [];
  const names = exportedColumns(decision, Object.keys(content));
  return [{ ...row, content: Object.fromEntries(names.map((one) => [one, content[one]])) }];
}

/**
 * Rows as the text of a JSON:API document.
 * @param more attributes that are not in the row
 */
export async function* documentText(
  { name, key }: TableShape,
  pages: AsyncIterable<readonly ExportedRow[]>,
  more: (row: ExportedRow) => ExportedRow = () => ({}),
): AsyncGenerator<string> {
  const idOf = (row: ExportedRow) => key.map((part) => String(row[part.name])).join(",");
  let separator = "\n";
  yield '{"data":[';
  for await (const rows of pages) {
    const lines = rows.map((row) =>
      JSON.stringify({ type: name, id: idOf(row), attributes: { ...row, ...more(row) } }),
    );
    if (lines.length === 0) continue;
    yield separator + lines.join(",\n");
    separator = ",\n";
  }
  yield "\n]}\n";
}
