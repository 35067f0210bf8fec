import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Queries } from "../engine/queries.ts";
import { labelledName, shortened } from "../files/file-name.ts";
import { isRetained } from "../files/sweep.ts";

const filesAtOnce = 200;

const folder = z.object({ id: z.uuid(), parent_id: z.uuid().nullable(), name: z.string() });
type Folder = z.output<typeof folder>;

const file = z.object({
  id: z.uuid(),
  name: z.string(),
  storage_key: z.string(),
  size: z.coerce.number(),
  inserted_at: z.coerce.date(),
  /** Null for a file without a document. */
  label: z.string().nullable(),
  number: z.int().nullable(),
  is_latest: z.boolean().nullable(),
  is_trashed: z.boolean().nullable(),
  folder_id: z.uuid().nullable(),
  client_id: z.uuid().nullable(),
  client_name: z.string().nullable(),
  package_id: z.uuid().nullable(),
  address: z.string().nullable(),
});
type ExportedFile = z.output<typeof file>;

/** How many files and pictures the archive will have. */
export async function countFiles(database: Queries, workspaceId: string): Promise<number> {
  const { rows } = await database.execute(sql`
    select (select count(*) from upstream.files f where workspace_id = ${workspaceId} and not ${isRetained(sql`f.id`)})::int
      + (select count(*) from upstream.pictures where workspace_id = ${workspaceId})::int as total`);
  return z.object({ total: z.int() }).parse(rows[0]).total;
}

/** With older versions and the trash. */
export async function* exportedFiles(database: Queries, workspaceId: string): AsyncGenerator<ExportedFile> {
  const pageAfter = (last: string | null) => sql`
    select f.id, f.name, f.storage_key, f.size, f.inserted_at, d.label, v.number, v.number = d.version_number as is_latest,
      d.is_trashed, d.folder_id, d.client_id, c.name as client_name, d.package_id,
      concat_ws(', ', p.street, p.city) as address
    from upstream.files f
    left join lateral (select * from upstream.document_versions one where one.file_id = f.id
      order by one.inserted_at, one.id limit 1) v on true
    left join upstream.documents d on d.id = v.document_id
    left join upstream.clients c on c.id = d.client_id
    left join upstream.packages p on p.id = d.package_id
    where f.workspace_id = ${workspaceId} and not ${isRetained(sql`f.id`)} ${last === null ? sql`` : sql`and f.id > ${last}`}
    order by f.id limit ${filesAtOnce}`;
  yield* paged(database, file, pageAfter);
}

const picture = z.object({
  id: z.uuid(),
  media_type: z.string(),
  inserted_at: z.coerce.date(),
  bytes: z.instanceof(Buffer),
});

/** Photos, faces and logos of the database. */
export async function* exportedPictures(
  database: Queries,
  workspaceId: string,
): AsyncGenerator<z.output<typeof picture>> {
  yield* paged(
    database,
    picture,
    (last) => sql`select id, media_type, inserted_at, bytes from upstream.pictures
      where workspace_id = ${workspaceId} ${last === null ? sql`` : sql`and id > ${last}`} order by id limit 10`,
  );
}

async function* paged<Row extends { readonly id: string }>(
  database: Queries,
  row: z.ZodType<Row>,
  pageAfter: (last: string | null) => SQL,
): AsyncGenerator<Row> {
  for (let last: string | null = null; ; ) {
    const rows: Row[] = z.array(row).parse((await database.execute(pageAfter(last))).rows);
    yield* rows;
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end.id;
  }
}

/** Paths below the client or property, by folder. */
export async function openFilePlaces(database: Queries, workspaceId: string) {
  const { rows } = await database.execute(
    sql`select id, parent_id, name from upstream.folders where workspace_id = ${workspaceId}`,
  );
  const folders = new Map(rows.map((row) => folder.parse(row)).map((one) => [one.id, one]));
  const paths = new ArchivePaths();
  const known = new Map<string, string>();

  function placed(id: string, parent: string, name: string): string {
    const path = known.get(id) ?? `${paths.add(parent, name)}/`;
    known.set(id, path);
    return path;
  }

  function within(top: string, id: string | null): string {
    const above: Folder[] = [];
    for (let at = id; at !== null; ) {
      const found = folders.get(at);
      if (found === undefined || above.includes(found)) break;
      above.unshift(found);
      at = found.parent_id;
    }
    return above.reduce((path, one) => placed(one.id, path, one.name), top);
  }

  /** @returns a unique path below `files/` */
  return function pathOf(of: ExportedFile): string {
    if (of.label === null) return paths.add("files/Other/", of.name);
    const whole = labelledName(of.label, of.name);
    const name = of.is_latest === true ? whole : whole.replace(/(\.[A-Za-z0-9]{1,10})?$/, ` (version ${of.number})$1`);
    if (of.is_trashed === true) return paths.add("files/Trash/", name);
    if (of.package_id !== null)
      return paths.add(within(placed(of.package_id, "files/Properties/", of.address ?? ""), of.folder_id), name);
    if (of.client_id !== null)
      return paths.add(within(placed(of.client_id, "files/Clients/", of.client_name ?? ""), of.folder_id), name);
    return paths.add(within("files/Workspace/", of.folder_id), name);
  };
}

/** Whole paths are mostly short enough for Windows. */
const longestName = 100;

/** File systems take 255; some are left for a number. */
const mostBytes = 240;

/** Control characters, characters that systems refuse, and marks of direction. */
const unsafe = /[\p{Cc}\p{Cs}\\/:*?"<>|\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Devices of Windows. */
const devices = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³]) ?(?:\.|$)/i;

/** A part of a path; never empty, "." or "..". */
export function safeName(text: string): string {
  const whole = text.toWellFormed().normalize("NFC").replace(unsafe, "_").trim();
  const name = shortened(shortened(whole, longestName), mostBytes, Buffer.byteLength)
    .replace(/^\./, "_")
    .replace(/[. ]$/, "_");
  if (name === "") return "_";
  return devices.test(name) ? `_${name}` : name;
}

/** Unique paths, ignoring case: "Plan.pdf", "Plan (2).pdf". */
export class ArchivePaths {
  readonly #taken = new Map<string, number>();

  add(folder: string, text: string): string {
    const name = safeName(text);
    const [ending = ""] = /(?<=.)\.[^.\s]{1,10}$/.exec(name) ?? [];
    const stem = name.slice(0, name.length - ending.length);
    const wanted = folder + name;
    let path = wanted;
    let number = this.#taken.get(keyOf(wanted)) ?? 1;
    while (this.#taken.has(keyOf(path))) {
      number += 1;
      path = `${folder}${stem} (${number})${ending}`;
    }
    this.#taken.set(keyOf(wanted), number);
    this.#taken.set(keyOf(path), path === wanted ? number : 1);
    return path;
  }
}

const keyOf = (path: string) => path.toLowerCase();
