/** What the resources of imports have alike, whatever their records are. */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Attribute, computed, integer, moment, text, texts, uuid } from "../engine/record.ts";
import { defineTable, type ListRules, type TableResource } from "../engine/table.ts";
import type { ImportTable } from "../tables.ts";
import { visibleImports } from "../visibility.ts";

const problem = z.object({ row: z.int(), name: z.string(), detail: z.string() });

interface Shown {
  /** The attribute of a double that names the record which is there, as in "client_id". */
  readonly link: string;
  /** What is shown of a record, beside its id, name and details. */
  readonly facts: z.ZodRawShape;
  /** SQL of that for a row that comes in: of the JSON `entry`. */
  readonly ofEntry: SQL;
  /** SQL that selects the same of the first fifty who came in by it and are there still. */
  readonly there: SQL;
}

/** The attributes of an import. */
export function importAttributes(
  table: ImportTable,
  { link, facts, ofEntry, there }: Shown,
): Record<string, Attribute> {
  const double = z.object({
    row: z.int(),
    name: z.string(),
    [link]: z.uuid().nullable(),
    same_as_row: z.int().nullable(),
  });
  const details = z
    .record(z.string(), z.unknown())
    .nullable()
    .describe("Everything that is read of the row; null once it is imported");
  const first = z.object({ id: z.uuid().nullable(), name: z.string(), ...facts, details });
  const selected = sql`case when ${table.state} = 'checked' then
      (select coalesce(json_agg(${ofEntry} order by place), '[]')
        from jsonb_array_elements(${table.entries}) with ordinality as entries (entry, place) where place <= 50)
    else (select coalesce(json_agg(there), '[]') from (${there}) as there) end`;
  return {
    file_name: text(table.fileName),
    state: text(table.state),
    ready: integer(table.ready),
    imported: integer(table.imported),
    problems: computed(sql`${table.problems}`, z.array(problem)),
    doubles: computed(sql`${table.doubles}`, z.array(double)),
    remarks: computed(sql`${table.remarks}`, z.array(problem)),
    ignored_columns: texts(table.ignoredColumns),
    encoding: text(table.encoding),
    headings: texts(table.headings),
    columns: texts(table.columns),
    leaves_out: computed(sql`${table.leavesOut}`, z.boolean()),
    keeps_file: computed(sql`${table.source} is not null`, z.boolean()),
    first: computed(selected, z.array(first)),
    inserted_at: moment(table.insertedAt),
    completed_at: moment(table.completedAt),
    account_id: uuid(table.accountId),
  };
}

export function importListOf(table: ImportTable): ListRules {
  return {
    sorts: { inserted_at: { column: table.insertedAt, as: "moment" } },
    defaultSort: "-inserted_at",
    filters: { shape: (value) => sql`${table.shape} = ${value}` },
  };
}

/** The resource of files that were looked over, for them to be read in another way. @param type as in "client_import_source" */
export function defineImportSource(table: ImportTable, type: string): TableResource<ImportTable> {
  return defineTable({
    type,
    path: `/${type}s`,
    table,
    attributes: { source: text(table.source), file_name: text(table.fileName) },
    scope: visibleImports(table),
    can: () => [],
  });
}
