import { sql } from "drizzle-orm";
import type { Member } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { invalidAttribute } from "../engine/refusal.ts";
import { folders, shareLinkFolders } from "../tables.ts";

/**
 * Makes these the folders of a link, in place of the earlier ones.
 * @throws Refusal 400 for a folder that is none of the package's, or is in the trash
 */
export async function chooseFolders(
  database: Queries,
  { workspaceId }: Member,
  { id, packageId }: { readonly id: string; readonly packageId: string },
  folderIds: readonly string[],
): Promise<void> {
  const rows = folderIds.map((folderId) => ({ shareLinkId: id, folderId, workspaceId }));
  await database.delete(shareLinkFolders).where(sql`${shareLinkFolders.shareLinkId} = ${id}`);
  if (rows.length === 0) return;
  const wanted = sql`${folders.id} in (${sql.join(
    folderIds.map((folderId) => sql`${folderId}::uuid`),
    sql`, `,
  )})`;
  const found = await database
    .select({ id: folders.id })
    .from(folders)
    .where(sql`${wanted} and ${folders.packageId} = ${packageId} and ${folders.trashedAt} is null`);
  if (found.length !== folderIds.length) throw invalidAttribute("folder_ids", "Choose folders of this property.");
  await database.insert(shareLinkFolders).values(rows);
}
