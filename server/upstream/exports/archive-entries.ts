/** Entries of a workspace's archive, each read when it is written. */

import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Queries } from "../engine/queries.ts";
import { ObjectMissing, type ObjectStore } from "../storage/object-store.ts";
import { isSampleClient, isSamplePackage } from "../visibility.ts";
import { countFiles, exportedFiles, exportedPictures, openFilePlaces } from "./archive-files.ts";
import { type ExportedTable, exportedColumns, exportedTable, leftOut } from "./exported-tables.ts";

interface ArchiveParts {
  readonly database: Queries;
  readonly store: Pick<ObjectStore, "read">;
  readonly workspaceId: string;
  readonly clock: () => Date;
  readonly signal: AbortSignal;
  readonly onFile: (progress: ArchiveProgress) => Promise<void>;
}

export interface ArchiveProgress {
  readonly done: number;
  readonly total: number;
  readonly missing: number;
}

interface Entry {
  readonly name: string;
  readonly lastModified: Date;
  readonly input: AsyncIterable<Uint8Array | string> | Uint8Array | string;
}

/** Files first, since records have their paths. @throws StorageUnavailable; missing files are named in README.txt */
export async function* archiveEntries(parts: ArchiveParts): AsyncGenerator<Entry> {
  const { database, workspaceId, clock, signal } = parts;
  const startedAt = clock();
  const paths = new Map<string, string>();
  const missing: string[] = [];
  let total = await countFiles(database, workspaceId);
  let done = 0;
  const tell = () => {
    // Files may have been added.
    total = Math.max(total, done);
    return parts.onFile({ done, total, missing: missing.length });
  };
  await tell();
  const pathOf = await openFilePlaces(database, workspaceId);
  for await (const file of exportedFiles(database, workspaceId)) {
    signal.throwIfAborted();
    const name = pathOf(file);
    const reader = await openObject(parts.store, file.storage_key);
    if (reader === null) {
      missing.push(name);
    } else {
      let size = 0;
      try {
        const count = (bytes: number) => {
          size += bytes;
        };
        yield { name, lastModified: file.inserted_at, input: piecesFrom(reader, count) };
        paths.set(file.id, name);
        if (size !== file.size) missing.push(`${name} (incomplete)`);
      } finally {
        // client-zip leaves the reader open when aborted.
        await reader.cancel().catch(() => {});
      }
    }
    done += 1;
    await tell();
  }
  for await (const picture of exportedPictures(database, workspaceId)) {
    signal.throwIfAborted();
    const name = picturePath(picture);
    paths.set(picture.id, name);
    yield { name, lastModified: picture.inserted_at, input: picture.bytes };
    done += 1;
    await tell();
  }
  const pathed = ({ id }: ExportedRow) => ({ archive_path: typeof id === "string" ? (paths.get(id) ?? null) : null });
  for (const shape of await exportedShapes(database)) {
    signal.throwIfAborted();
    const more = shape.name === "files" || shape.name === "pictures" ? pathed : undefined;
    const input = documentText(shape, exportedRows(database, shape, workspaceId), more);
    yield { name: `records/${shape.name}.json`, lastModified: clock(), input };
    await tell();
  }
  yield { name: "README.txt", lastModified: clock(), input: readMe({ startedAt, endedAt: clock(), missing }) };
}

function picturePath({ id, media_type }: { readonly id: string; readonly media_type: string }): string {
  return `pictures/${id}.${media_type.replace(/^image\//, "")}`;
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

async function openObject(store: ArchiveParts["store"], key: string): Promise<Reader | null> {
  try {
    return (await store.read(key)).getReader();
  } catch (error) {
    if (error instanceof ObjectMissing) return null;
    throw error;
  }
}

async function* piecesFrom(reader: Reader, count: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    count(read.value.byteLength);
    yield read.value;
  }
}

interface ReadMe {
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly missing: readonly string[];
}

function readMe({ startedAt, endedAt, missing }: ReadMe): string {
  const lines = [
    "Everything in a workspace of Latchkey",
    "",
    `Read from ${startedAt.toISOString()} to ${endedAt.toISOString()}. What was changed in between may be in it or not.`,
    "",
    "files/     Documents as they were uploaded, in the folders that they were in, older versions beside them.",
    "           files/Other/ has files without a document, and files/Trash/ those of documents in the trash.",
    "pictures/  Photos of properties, faces and logos. Records name them by their id, as in /api/pictures/<id>.",
    "records/   One JSON:API document for each kind of record. Ids connect them, as client_id does with clients.json.",
    "           In files.json and pictures.json, archive_path says where the file is in this archive.",
    "           kept_rows.json has the records that were moved to the trash together with a client or a property.",
    "",
    "Not included:",
    ...leftOut.map((reason) => `- ${reason}`),
    "- records that a connected service keeps",
    "",
    ...(missing.length === 0
      ? ["Every file could be read."]
      : [`These files could not be read when the archive was made (${missing.length}):`, "", ...missing]),
    "",
  ];
  return lines.join("\r\n");
}

interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
  readonly key: readonly { readonly name: string; readonly type: string }[];
}

type ExportedRow = Readonly<Record<string, unknown>>;

/** Few enough for rows with long lists. */
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

/** In pages by key. */
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

/** SQL of rows without sample data. */
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

/** A row of the trash without the columns its table leaves out. */
function scrubbed(row: ExportedRow): ExportedRow[] {
  const { table_name: name, content } = keptRow.parse(row);
  const decision = exportedTable(name);
  if (decision === null) return [];
  const names = exportedColumns(decision, Object.keys(content));
  return [{ ...row, content: Object.fromEntries(names.map((one) => [one, content[one]])) }];
}

/** JSON:API text. @param more attributes */
async function* documentText(
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
