/** Routes of imports, for any kind of record. */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Route } from "../engine/action.ts";
import type { Member } from "../engine/current-user.ts";
import { lineOf } from "../engine/inputs.ts";
import type { Queries } from "../engine/queries.ts";
import { type Attribute, computed, integer, moment, text, texts, uuid } from "../engine/record.ts";
import { conflict } from "../engine/refusal.ts";
import { defineTable, isRecord, type ListRules, type TableResource } from "../engine/table.ts";
import {
  changeRoute,
  createRoute,
  findRoute,
  listRoute,
  type RecordWrite,
  type Write,
} from "../engine/table-routes.ts";
import { insertOne, nextVersion } from "../engine/writing.ts";
import { mayAny } from "../permissions.ts";
import type { ImportEntry, ImportTable } from "../tables.ts";
import { visibleImports } from "../visibility.ts";
import type { checkRows } from "./file-rows.ts";
import { byRow, type ImportedKind, type ImportSteps, type ImportUndo, importSteps, separate } from "./running.ts";

interface ImportKind<Given extends z.ZodType, Entry extends ImportEntry> extends ImportedKind<Entry> {
  readonly source: TableResource<ImportTable>;
  readonly one: string;
  readonly many: string;
  readonly mostRows: number;
  /** Unchecked. */
  readonly given: Given;
  readonly check: (
    given: readonly z.output<Given>[],
    leavesOut: boolean,
  ) => Promise<Awaited<ReturnType<typeof checkRows<never, Entry>>>>;
  readonly findRemarks?: (
    database: Queries,
    currentUser: Member,
    fresh: readonly Entry[],
  ) => Promise<(entry: Entry) => readonly string[]>;
}

/** Whether rows with cells that cannot be read are imported, too, without these. */
const completion = z.object({
  leavesOut: z.boolean().default(false),
  /** The rows whose changes of records that are there are written, too. */
  changedRows: z.array(z.int()).max(5000).default([]),
});

const columnTexts = z.array(z.string().max(100)).max(1000).default([]);

/** The routes of an import, and the steps of the job that does what is too long for an answer. */
export function defineImports<Given extends z.ZodType, Entry extends ImportEntry>(
  kind: ImportKind<Given, Entry>,
): { readonly routes: readonly Route[]; readonly steps: ImportSteps } {
  const { resource, source, one, many, mostRows } = kind;
  const { table } = resource;
  const reading = z.object({
    ignoredColumns: z
      .array(
        z
          .string()
          .trim()
          .min(1)
          .max(100)
          .regex(/^\P{Cc}*$/u),
      )
      .max(200)
      .transform((headings) => [...new Set(headings)])
      .default([]),
    encoding: z.string().max(40).nullable().default(null),
    headings: columnTexts,
    columns: columnTexts,
    shape: z.string().max(100).nullable().default(null),
    leavesOut: z.boolean().default(false),
    entries: z
      .array(kind.given)
      .min(1, "The file has no rows.")
      .max(mostRows, `A file has at most ${mostRows.toLocaleString("en-US")} rows.`),
  });
  const creation = reading.extend({
    fileName: lineOf("File name"),
    source: z.string().max(1_200_000).nullable().default(null),
  });

  /** Earlier checks are removed after a day. */
  async function check({ database, currentUser, attributes }: Write<z.output<typeof creation>>): Promise<string> {
    const { workspaceId, accountId } = currentUser;
    const { fileName, source } = attributes;
    const found = await lookOver(database, currentUser, attributes);
    await database.delete(table).where(sql`${table.accountId} = ${accountId} and ${table.workspaceId} = ${workspaceId}
        and ${table.state} = 'checked' and ${table.insertedAt} < now() - interval '1 day'`);
    return insertOne(database, table, { workspaceId, accountId, fileName, source, ...found });
  }

  /** With another encoding or other columns. */
  async function checkAgain(write: RecordWrite<z.output<typeof reading>>): Promise<void> {
    const { database, currentUser, attributes, record } = write;
    const found = await lookOver(database, currentUser, attributes);
    // Other open pages are outdated now.
    await database
      .update(table)
      .set({ ...found, ...nextVersion(table) })
      .where(isRecord(resource, record.id));
  }

  /** What a file would bring in. */
  async function lookOver(database: Queries, currentUser: Member, read: z.output<typeof reading>) {
    const { ignoredColumns, encoding, headings, columns, shape, leavesOut } = read;
    const { ready, remarks, problems, doubles, rest } = await kind.check(read.entries, leavesOut);
    const { fresh, known, there } = await separate(kind, { database, currentUser }, ready);
    const spared = await separate(kind, { database, currentUser }, rest);
    const changes = await kind.changes.find({ database, currentUser }, ready, there);
    const found = await kind.findRemarks?.(database, currentUser, fresh);
    const own = new Map(remarks.map(({ row, detail }) => [row, detail]));
    const said = fresh.flatMap((entry) => {
      const details = [own.get(entry.row) ?? [], found?.(entry) ?? []].flat();
      return details.length === 0 ? [] : [{ row: entry.row, name: kind.nameOf(entry), detail: details.join(" ") }];
    });
    return {
      ignoredColumns,
      encoding,
      headings,
      columns,
      shape,
      leavesOut,
      problems,
      entries: fresh,
      changes,
      rest: spared.fresh,
      ready: fresh.length,
      remarks: said,
      doubles: byRow([...doubles.map((double) => ({ ...double, [kind.link]: null })), ...known]),
    };
  }

  const steps = importSteps(kind);

  /** Imports checked rows, but for those that exist by now. */
  async function complete(write: RecordWrite<z.output<typeof completion>>): Promise<void> {
    const { leavesOut, changedRows } = write.attributes;
    if (leavesOut) await addRest(write);
    if (changedRows.length > 0) await choose(write, new Set(changedRows));
    await begin(write, "running");
  }

  async function choose({ database, record }: RecordWrite<unknown>, rows: ReadonlySet<number>): Promise<void> {
    const [found] = await database.select({ changes: table.changes }).from(table).where(isRecord(resource, record.id));
    const changes = (found?.changes ?? []).map((one) =>
      rows.has(one.row) ? { ...one, state: "chosen" as const } : one,
    );
    await database.update(table).set({ changes }).where(isRecord(resource, record.id));
  }

  /** Rows are imported without their cells that cannot be read. */
  async function addRest({ database, record }: RecordWrite<unknown>): Promise<void> {
    const isSpared = (problem: SQL) =>
      sql`(${problem}->'row') in (select spared->'row' from jsonb_array_elements(${table.rest}) as spared)`;
    const problemsWhere = (condition: SQL) => sql`coalesce((select jsonb_agg(problem)
      from jsonb_array_elements(${table.problems}) as problem where ${condition}), '[]')`;
    const problem = sql`problem`;
    await database
      .update(table)
      .set({
        entries: sql`(select coalesce(jsonb_agg(entry order by (entry->>'row')::int), '[]')
          from jsonb_array_elements(${table.entries} || ${table.rest}) as entry)`,
        ready: sql`${table.ready} + jsonb_array_length(${table.rest})`,
        remarks: sql`${table.remarks} || coalesce((select jsonb_agg(problem || jsonb_build_object('detail',
          'Left out: ' || (problem->>'detail'))) from jsonb_array_elements(${table.problems}) as problem
          where ${isSpared(problem)}), '[]')`,
        problems: problemsWhere(sql`not ${isSpared(problem)}`),
        rest: sql`'[]'::jsonb`,
      })
      .where(isRecord(resource, record.id));
  }

  /** Removes all imported records, or none once one has later events. */
  async function undo(write: RecordWrite, { lock, isUsed }: ImportUndo): Promise<void> {
    const { database, record } = write;
    await lock(database, record.id);
    const [used] = await database
      .select({ id: table.id })
      .from(table)
      .where(sql`${isRecord(resource, record.id)} and ${isUsed}`);
    if (used) throw conflict("import_in_use", `Someone has worked with ${many} of this import since.`);
    await begin(write, "undoing");
  }

  async function begin({ record, ...write }: RecordWrite<unknown>, state: "running" | "undoing"): Promise<void> {
    const values = { ...nextVersion(table), state };
    const [found] = await write.database
      .update(table)
      .set(values)
      .where(isRecord(resource, record.id))
      .returning({ ready: table.ready, imported: table.imported, changes: table.changes });
    const rows = ((state === "running" ? found?.ready : found?.imported) ?? 0) + (found?.changes.length ?? 0);
    await steps.begin({ ...write, importId: record.id }, rows);
  }

  const { undo: undoing } = kind;
  const routes = [
    listRoute(resource, importListOf(table), `Imports of ${many}, newest first`),
    findRoute(resource, `An import of ${many}, with what is wrong by the numbers of its rows`),
    createRoute(resource, {
      summary: `Check a file of ${many}; no ${one} is created`,
      input: creation,
      may: (currentUser) => mayAny(currentUser, "records.import"),
      run: check,
    }),
    findRoute(source, "The file of an import that was looked over, compressed (gzip) in base64"),
    changeRoute(resource, {
      summary: `Check a file again as it is read now; no ${one} is created`,
      input: reading,
      run: checkAgain,
    }),
    changeRoute(resource, {
      summary: `Import the ${many} of a checked file; of a long one as a job`,
      method: "POST",
      below: "/completion",
      input: completion,
      takesDefaults: true,
      needs: "complete",
      run: complete,
    }),
    ...(undoing === null
      ? []
      : [
          changeRoute(resource, {
            summary: "Undo an import as a whole; a long one as a job",
            method: "POST",
            below: "/undoing",
            needs: "undo",
            run: (write) => undo(write, undoing),
          }),
        ]),
  ];
  return { routes, steps };
}

const offered = z.object({
  row: z.int(),
  id: z.uuid(),
  name: z.string(),
  state: z.enum(["offered", "chosen", "applied", "skipped", "undone", "kept"]),
  fields: z.array(z.object({ field: z.string(), label: z.string(), before: z.unknown(), after: z.unknown() })),
});

const problem = z.object({ row: z.int(), name: z.string(), detail: z.string() });

interface Shown {
  /** SQL of how many records an undo has still to remove; not given where there is none. */
  readonly left?: SQL;
  readonly link: string;
  /** Shown beside id, name and details. */
  readonly facts: z.ZodRawShape;
  /** SQL of the facts, from the JSON `entry`. */
  readonly ofEntry: SQL;
  /** SQL of the facts of the first fifty imported records. */
  readonly there: SQL;
}

/** The attributes of an import. */
export function importAttributes(
  table: ImportTable,
  { left = sql`0`, link, facts, ofEntry, there }: Shown,
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
    waiting: computed(
      sql`case ${table.state} when 'running' then ${table.ready} - ${table.position} when 'undoing' then ${left} else 0 end`,
      z.int(),
    ),
    problems: computed(sql`${table.problems}`, z.array(problem)),
    doubles: computed(sql`${table.doubles}`, z.array(double)),
    remarks: computed(sql`${table.remarks}`, z.array(problem)),
    changes: computed(sql`${table.changes}`, z.array(offered)),
    rest: computed(
      sql`jsonb_array_length(${table.rest})`,
      z.int().describe("Rows to import without cells that cannot be read"),
    ),
    ignored_columns: texts(table.ignoredColumns),
    encoding: text(table.encoding),
    headings: texts(table.headings),
    columns: texts(table.columns),
    leaves_out: computed(sql`${table.leavesOut}`, z.boolean()),
    keeps_file: computed(sql`${table.source} is not null`, z.boolean()),
    first: computed(selected, z.array(first)),
    inserted_at: moment(table.insertedAt),
    completed_at: moment(table.completedAt),
    undone_at: moment(table.undoneAt),
    account_id: uuid(table.accountId),
  };
}

function importListOf(table: ImportTable): ListRules {
  return {
    sorts: { inserted_at: { column: table.insertedAt, as: "moment" } },
    defaultSort: "-inserted_at",
    filters: { shape: (value) => sql`${table.shape} = ${value}` },
  };
}

/** The resource of files that can be read again. @param type as in "client_import_source" */
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
