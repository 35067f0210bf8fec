import { sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Route } from "./action.ts";
import type { TableResource } from "./table.ts";
import { changeRoute, type RecordWrite } from "./table-routes.ts";
import { changeRecord } from "./writing.ts";

type ArchivableTable = PgTable & { readonly archivedAt: PgColumn };

/** The routes that archive a record and restore it. Doing either twice changes nothing. @param name as in "a client" */
export function archivalRoutes(
  resource: TableResource<ArchivableTable, "archived" | "brought_back">,
  name: string,
): readonly Route[] {
  const archive = (isArchived: boolean) => async (write: RecordWrite) => {
    const before = write.record.attributes.archived_at !== null;
    if (before === isArchived) return;
    const changes = [{ field: "archived", before, after: isArchived }];
    const values = { archivedAt: isArchived ? sql`now()` : null };
    await changeRecord(write, resource, isArchived ? "archived" : "brought_back", values, changes);
  };
  const route = { below: "/archival", needs: "archive" };
  return [
    changeRoute(resource, { ...route, summary: `Archive ${name}`, method: "POST", run: archive(true) }),
    changeRoute(resource, { ...route, summary: `Restore ${name}`, method: "DELETE", run: archive(false) }),
  ];
}
