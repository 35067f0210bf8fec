import { sql } from "drizzle-orm";
import { z } from "zod";
import { computed, text, uuid } from "../engine/record.ts";
import { defineTable, type ListRules } from "../engine/table.ts";
import { folders } from "../tables.ts";
import { visibleFolders } from "../visibility.ts";
import { holderFilter, placementActions, placementAttributes, placementFilters } from "./placement.ts";
import { isSharedByLink } from "./shared-by-link.ts";

const table = folders;
/** SQL of the documents in a folder, or trashed with it. */
const inside = sql`upstream.documents d where d.folder_id = ${table.id}
  and (d.trashed_at is null or d.trashed_with = coalesce(${table.trashedWith}, ${table.id}))`;
const foldersInside = sql`upstream.folders f where f.parent_id = ${table.id}
  and (f.trashed_at is null or f.trashed_with = coalesce(${table.trashedWith}, ${table.id}))`;
const ancestor = z.object({ id: z.uuid(), name: z.string() });

/** From the top down; bounded, should folders ever form a circle. */
const ancestors = sql`(with recursive above (id, name, parent_id, depth) as (
    select f.id, f.name, f.parent_id, 1 from upstream.folders f where f.id = ${table.parentId}
    union all
    select f.id, f.name, f.parent_id, above.depth + 1 from upstream.folders f, above
    where f.id = above.parent_id and above.depth < 50)
  select coalesce(json_agg(json_build_object('id', above.id, 'name', above.name) order by above.depth desc), '[]')
  from above)`;

export const folder = defineTable({
  type: "folder",
  path: "/folders",
  table,
  history: {
    topic: "documents",
    labels: {
      created: "Folder created",
      updated: "Folder changed",
      trashed: "Folder moved to the trash",
      brought_back: "Folder restored",
      purged: "Folder permanently deleted",
    },
    holders: { client: table.clientId, package: table.packageId },
    summary: ["name"],
  },
  attributes: {
    name: text(table.name),
    kind: text(table.kind),
    parent_id: uuid(table.parentId),
    ancestors: computed(ancestors, z.array(ancestor)),
    documents_count: computed(sql`(select count(*) from ${inside})`, z.int()),
    folders_count: computed(sql`(select count(*) from ${foldersInside})`, z.int()),
    size: computed(sql`(select coalesce(sum(d.size), 0) from ${inside})`, z.int()),
    /** Whether clients see documents added to it. */
    is_client_visible: computed(sql`${table.isClientVisible}`, z.boolean()),
    /** Whether a share link shows it. */
    is_link_shared: computed(isSharedByLink(table.packageId, table.id), z.boolean()),
    ...placementAttributes(table),
  },
  scope: visibleFolders,
  can(currentUser, attributes) {
    const { kind, package_id: packageId, client_id: clientId } = attributes;
    const add = packageId === null && clientId === null ? ["add"] : ["add", "show"];
    const words = placementActions(currentUser, attributes, kind === null ? [...add, "update"] : add);
    // Standard folders stay as they are; only contents and visibility change.
    return kind === null ? words : words.filter((word) => add.includes(word));
  },
});

export const folderList: ListRules = {
  sorts: {
    name: { column: table.nameKey, as: "text" },
    inserted_at: { column: table.insertedAt, as: "moment" },
    updated_at: { column: table.updatedAt, as: "moment" },
  },
  defaultSort: "name",
  filters: { ...placementFilters(table), parent_id: holderFilter(table.parentId) },
  defaultFilters: { trashed: "false" },
};
