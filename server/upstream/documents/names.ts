/** Names of folders and documents, unique within a place regardless of case. */
import { sql } from "drizzle-orm";
import { fold } from "../../../spelling/folding.ts";
import type { Queries } from "../engine/queries.ts";
import { conflict, type Refusal } from "../engine/refusal.ts";
import { refuseDuplicate } from "../engine/writing.ts";
import { shortened } from "../files/file-name.ts";
import { documents, folders } from "../tables.ts";

export const longestName = 200;

const names = {
  folder: { table: folders, holder: folders.parentId, key: folders.nameKey, attribute: "name", index: "folders_name" },
  document: {
    table: documents,
    holder: documents.folderId,
    key: documents.labelKey,
    attribute: "label",
    index: "documents_label",
  },
} as const;

export type Named = keyof typeof names;

export const nameKeyOf = fold;

/** The place of a name: the folder, or else package, client or workspace. */
export interface NameScope {
  readonly folderId: string | null;
  readonly packageId: string | null;
  readonly clientId: string | null;
  readonly workspaceId: string;
}

function withinOf({ folderId, packageId, clientId, workspaceId }: NameScope): string {
  return folderId ?? packageId ?? clientId ?? workspaceId;
}

/** As in the unique indexes. */
function inScope(named: Named, scope: NameScope) {
  const { table, holder } = names[named];
  const within = sql`coalesce(${holder}, ${table.packageId}, ${table.clientId}, ${table.workspaceId})`;
  return sql`${within} = ${withinOf(scope)} and ${table.trashedAt} is null`;
}

/** The id of the document or folder with a name; null for none. */
export async function findNamed(
  database: Queries,
  named: Named,
  scope: NameScope,
  name: string,
): Promise<string | null> {
  const { table, key } = names[named];
  const [row] = await database
    .select({ id: table.id })
    .from(table)
    .where(sql`${inScope(named, scope)} and ${key} = ${nameKeyOf(name)}`);
  return row?.id ?? null;
}

/** The name, or with a number where it is taken: "Plan (2).pdf". */
export async function freeName(database: Queries, named: Named, scope: NameScope, name: string): Promise<string> {
  const { table, key } = names[named];
  const [ending = ""] = named === "document" ? (/(?<=.)\.[^.\s]{1,10}$/.exec(name) ?? []) : [];
  const stem = name.slice(0, name.length - ending.length);
  const rows = await database
    .select({ key })
    .from(table)
    .where(sql`${inScope(named, scope)} and starts_with(${key}, ${nameKeyOf(stem).slice(0, longestName - 20)})`);
  const taken = new Set(rows.map((row) => row.key));
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? ending : ` (${number})${ending}`;
    const wanted = shortened(stem, longestName - suffix.length) + suffix;
    if (!taken.has(nameKeyOf(wanted))) return wanted;
  }
}

/** The refusal of a name that is taken. */
export function nameTaken(named: Named): Refusal {
  const detail = `Another ${named} here has this name.`;
  return conflict("name_taken", detail, { pointer: `/data/attributes/${names[named].attribute}` });
}

/** @throws Refusal 409 `name_taken` */
export function refuseTakenName<Result>(named: Named, write: Promise<Result>): Promise<Result> {
  return refuseDuplicate(write, names[named].index, () => nameTaken(named));
}
