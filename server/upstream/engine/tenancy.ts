import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Member } from "./current-user.ts";

/** A table whose rows belong to one workspace each. */
export interface TenantTable {
  readonly workspaceId: PgColumn;
}

/** SQL of the rows of the current user's workspace, whoever they are assigned to. */
export function inWorkspace(table: TenantTable, currentUser: Pick<Member, "workspaceId">): SQL {
  return sql`${table.workspaceId} = ${currentUser.workspaceId}`;
}
