/** Which documents a link shows, looked up anew each time. */
import { type SQL, sql } from "drizzle-orm";
import type { Reads } from "../engine/queries.ts";
import { documentSummaries, documents, folders, shareLinkFolders } from "../tables.ts";
import type { LiveLink } from "./live-link.ts";

/** How deep folders are nested at most. */
const deepest = 20;

/** A document as a link shows it. */
export interface SharedDocument extends Record<string, unknown> {
  readonly id: string;
  readonly label: string;
  readonly mime: string;
  readonly kind: string;
  readonly size: number;
  /** Whether it is a picture that lost its end on the way, and is shown without. */
  readonly is_cut_off: boolean;
  readonly file_id: string;
  /** Names of the folders from the first that is shown down; empty outside of all folders. */
  readonly folder: string;
  /** Whether an agent has approved a summary of the file that is there now. */
  readonly has_summary: boolean;
}

/**
 * SQL of a query whose rows are the documents that a link shows. A client is shown what is marked for clients; everybody else what
 * lies in the chosen folders, at any depth, and outside of folders where that was chosen. Nothing of it is in the trash.
 */
function shownBy(link: LiveLink): SQL {
  const isChosen = (id: SQL) =>
    link.clientId !== null
      ? sql`true`
      : sql`exists (select from ${shareLinkFolders} s where s.share_link_id = ${link.id} and s.folder_id = ${id})`;
  const isShown =
    link.clientId !== null
      ? sql`d.is_client_visible`
      : sql`(tree.is_shown or d.folder_id is null and ${link.includesUnfiled})`;
  return sql`
    with recursive tree (id, name, is_shown, depth) as (
      select f.id, f.name, ${isChosen(sql`f.id`)}, 1 from ${folders} f
      where f.package_id = ${link.packageId} and f.parent_id is null and f.trashed_at is null
      union all
      select f.id, case when tree.is_shown then tree.name || ' / ' || f.name else f.name end,
        tree.is_shown or ${isChosen(sql`f.id`)}, tree.depth + 1
      from ${folders} f join tree on f.parent_id = tree.id
      where f.trashed_at is null and tree.depth < ${deepest}
    )
    select d.id, d.label, d.mime, d.kind, d.size::float8 as size, d.file_id, d.is_cut_off, coalesce(tree.name, '') as folder,
      d.label_key, exists (select from ${documentSummaries} s
        where s.document_id = d.id and s.file_id = d.file_id and s.approved_at is not null) as has_summary
    from ${documents} d left join tree on tree.id = d.folder_id
    where d.package_id = ${link.packageId} and d.workspace_id = ${link.workspaceId} and d.trashed_at is null
      and (d.folder_id is null or tree.id is not null) and ${isShown}`;
}

export interface SharedDocuments {
  readonly documents: readonly SharedDocument[];
  readonly total: number;
}

/** Gives so many of a link's documents, by folder and label, and how many there are. @param start how many to pass over */
export async function listShared(
  database: Reads,
  link: LiveLink,
  { start, most }: { readonly start: number; readonly most: number },
): Promise<SharedDocuments> {
  const { rows } = await database.execute<SharedDocument & { total: number }>(sql`
    select shown.*, (count(*) over ())::integer as total from (${shownBy(link)}) shown
    order by folder, label_key, id offset ${start} limit ${most}`);
  const [first] = rows;
  if (first || start === 0) return { documents: rows, total: first?.total ?? 0 };
  return { documents: [], total: (await listShared(database, link, { start: 0, most: 1 })).total };
}

/** Gives a document that a link shows; null for any other. */
export async function findShared(database: Reads, link: LiveLink, id: string): Promise<SharedDocument | null> {
  const { rows } = await database.execute<SharedDocument>(sql`
    select * from (${shownBy(link)}) shown where shown.id = ${id}`);
  return rows[0] ?? null;
}
