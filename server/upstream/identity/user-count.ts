import { sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { mailedLinks, memberInvitations, memberships } from "../tables.ts";

/** The users that a workspace's plan counts: its members, and invitations that may still be accepted. */
export async function countUsers(queries: Queries, workspaceId: string, now: Date): Promise<number> {
  const { rows } = await queries.execute<{ users: number }>(sql`
    select (
      (select count(*) from ${memberships} where ${memberships.workspaceId} = ${workspaceId})
      + (select count(*) from ${memberInvitations} join ${mailedLinks} on ${mailedLinks.id} = ${memberInvitations.id}
          where ${memberInvitations.workspaceId} = ${workspaceId} and ${mailedLinks.usedAt} is null
            and ${mailedLinks.expiresAt} > ${now.toISOString()}::timestamptz)
    )::integer as users`);
  return rows[0]?.users ?? 0;
}
