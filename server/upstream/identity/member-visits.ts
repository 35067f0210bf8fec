/** When members were in their workspace last. */
import { type SQL, sql } from "drizzle-orm";
import type { Member } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { memberships } from "../tables.ts";

/** How old a "last seen" may be before it is written anew. */
const seenFor = "5 minutes";

const isMembershipOf = ({ accountId, workspaceId }: Member) =>
  sql`${memberships.accountId} = ${accountId} and ${memberships.workspaceId} = ${workspaceId}`;

/** SQL of whether it is time to note again that a member is there. */
export function isUnseen(member: Member, now: Date): SQL {
  return sql`(select coalesce(${memberships.lastSeenAt} < ${now}::timestamptz - ${seenFor}::interval, true)
    from ${memberships} where ${isMembershipOf(member)})`;
}

/** Notes that a member is there now. It is no change of the membership: its version stays. */
export async function noteMemberSeen(database: Queries, member: Member, now: Date): Promise<void> {
  await database.update(memberships).set({ lastSeenAt: now }).where(isMembershipOf(member));
}
