import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Route } from "./action.ts";
import { recordEvents, type WriteContext } from "./history.ts";
import type { TableResource } from "./table.ts";
import { changeRoute, type RecordWrite } from "./table-routes.ts";

type ArchivableTable = PgTable & { readonly archivedAt: PgColumn };
export type ArchivableResource = TableResource<ArchivableTable, "archived" | "brought_back">;

/** Archives records, or restores them. @param ids of locked records, none of which is in that state already */
export async function setArchived(
  write: WriteContext,
  resource: ArchivableResource,
  ids: readonly string[],
  isArchived: boolean,
): Promise<void> {
  if (ids.length === 0) return;
  const archivedAt: SQL = isArchived ? sql`now()` : sql`null`;
  await write.database.execute(sql`
    update ${resource.table} set archived_at = ${archivedAt}, version = version + 1, updated_at = now()
    where ${resource.id} in ${[...ids]}`);
  const changes = [{ field: "archived", before: !isArchived, after: isArchived }];
  await recordEvents(write, resource, isArchived ? "archived" : "brought_back", ids, changes);
}

/** The routes that archive a record and restore it; each is idempotent. @param name as in "a client" */
export function archivalRoutes(resource: ArchivableResource, name: string): readonly Route[] {
  const archive = (isArchived: boolean) => async (write: RecordWrite) => {
    const before = write.record.attributes.archived_at !== null;
    if (before !== isArchived) await setArchived(write, resource, [write.record.id], isArchived);
  };
  const route = { below: "/archival", needs: "archive" };
  return [
    changeRoute(resource, { ...route, summary: `Archive ${name}`, method: "POST", run: archive(true) }),
    changeRoute(resource, { ...route, summary: `Restore ${name}`, method: "DELETE", run: archive(false) }),
  ];
}
