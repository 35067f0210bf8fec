import { sql } from "drizzle-orm";
import { workspaces } from "../tables.ts";

/**
 * SQL that is true for a workspace that was not deleted, in a query that reads `workspaces`. Every way into a workspace from outside of it
 * asks for this: a session, a portal, a link, a calendar, an email that comes or goes.
 */
export const isOpenWorkspace = sql<boolean>`${workspaces.purgeAt} is null`;
