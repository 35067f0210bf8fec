import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * SQL of whether a live link shows a folder: it or one above was chosen, or the place outside of folders. Links mailed to clients
 * show what is marked for them and do not count. @param folderId null outside of folders
 */
export function isSharedByLink(packageId: SQLWrapper, folderId: SQLWrapper): SQL {
  // As in the index share_links_shown.
  const isShown = sql`link.package_id = ${packageId} and link.client_id is null and link.revoked_at is null
    and coalesce(link.expires_at, 'infinity') > now()`;
  return sql`(${folderId} is null and exists (select from upstream.share_links link where ${isShown} and link.includes_unfiled)
    or exists (
      with recursive above (id, parent_id, depth) as (
        select f.id, f.parent_id, 1 from upstream.folders f where f.id = ${folderId}
        union all
        select f.id, f.parent_id, above.depth + 1 from upstream.folders f, above where f.id = above.parent_id and above.depth < 50)
      select from above join upstream.share_link_folders chosen on chosen.folder_id = above.id
      join upstream.share_links link on link.id = chosen.share_link_id where ${isShown}))`;
}
