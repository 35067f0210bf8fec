import { type SQL, sql } from "drizzle-orm";
import { memberships, portalSettings, workspaces } from "../tables.ts";

const ownerOf = sql`(select ${memberships.accountId} from ${memberships}
  where ${memberships.workspaceId} = ${workspaces.id} and ${memberships.role} = 'owner')`;

/** SQL of the account whose face a landing page has: the chosen one while they belong to the workspace, else the owner's. */
export const shownAccount: SQL = sql`coalesce((select ${memberships.accountId} from ${memberships}
  where ${memberships.workspaceId} = ${workspaces.id} and ${memberships.accountId} = ${portalSettings.shownAccountId}), ${ownerOf})`;
