/** When a person was in the portal before: what has happened since is news to them. */
import { type SQL, sql } from "drizzle-orm";
import { settleLastActivity } from "../clients/last-activity.ts";
import type { PortalUser } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { clients, portalInvitations } from "../tables.ts";

/** How old a "last seen" may be before it is written anew. */
export const seenFor = "5 minutes";

/** Who was not seen for so long has left: the next page begins another visit. */
export const pause = "30 minutes";

/**
 * SQL of when the visit before the present one ended; null without one. The same before and after the present one is noted, since a
 * page asks for its parts side by side.
 */
export function visitBefore(now: Date): SQL {
  return sql`case when ${portalInvitations.lastSeenAt} < ${now}::timestamptz - ${pause}::interval
    then ${portalInvitations.lastSeenAt} else ${portalInvitations.visitBeforeAt} end`;
}

/** Notes that the person of an invitation is there now. */
export async function noteSeen(database: Queries, invitationId: string | null, now: Date): Promise<void> {
  await database
    .update(portalInvitations)
    .set({ visitBeforeAt: visitBefore(now), lastSeenAt: now.toISOString() })
    .where(sql`${portalInvitations.id} = ${invitationId}`);
  await settleLastActivity(
    database,
    sql`${clients.id} = (select ${portalInvitations.clientId} from ${portalInvitations} where ${portalInvitations.id} = ${invitationId})`,
  );
}

/** SQL of the moment since when things are news to a person: their visit before, or else when they accepted. Staff see the person's. */
export function newsSince({ clientId, email }: PortalUser, now: Date): SQL {
  return sql`(select coalesce(${visitBefore(now)}, ${portalInvitations.acceptedAt}) from ${portalInvitations}
    where ${portalInvitations.clientId} = ${clientId} and ${portalInvitations.emailKey} = ${email})`;
}
