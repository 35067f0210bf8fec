import { sql } from "drizzle-orm";
import { settleLastActivity } from "../clients/last-activity.ts";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { type OpenedSession, openSession } from "../identity/sessions.ts";
import { unmarkBounced } from "../notifications/bounces.ts";
import { clients, portalAccess, portalInvitations, portalPeople } from "../tables.ts";
import { portalInvitation } from "./invitation.ts";
import { visitBefore } from "./visits.ts";

interface Accepted extends Record<string, unknown> {
  readonly id: string;
  readonly workspace_id: string;
  readonly client_id: string;
  readonly name: string;
}

/**
 * Opens a session for someone who has proved an address. Whatever invitations are out for the address are accepted by that: one
 * sign-in spans the workspaces that invited them.
 * @param device the browser in a few words; null when it is not known
 */
export async function enterPortal(
  transaction: Queries,
  email: string,
  device: string | null,
  now: Date,
): Promise<OpenedSession> {
  await unmarkBounced(transaction, email);
  await transaction.insert(portalPeople).values({ email }).onConflictDoNothing({ target: portalPeople.email });
  const { rows } = await transaction.execute<Accepted>(sql`
    update ${portalInvitations} set accepted_at = coalesce(${portalInvitations.acceptedAt}, ${now}), last_seen_at = ${now},
      visit_before_at = ${visitBefore(now)}, version = ${portalInvitations.version} + 1, updated_at = clock_timestamp()
    from (select invitation_id, accepted_at, name from ${portalAccess} where email = ${email}) invited
    where ${portalInvitations.id} = invited.invitation_id
    returning ${portalInvitations.id}, ${portalInvitations.workspaceId}, ${portalInvitations.clientId} as client_id, invited.name, invited.accepted_at`);
  const ids = rows.map((row) => row.client_id);
  if (ids.length > 0) await settleLastActivity(transaction, sql`${clients.id} in ${ids}`);
  for (const { id, workspace_id: workspaceId, name } of rows.filter(({ accepted_at }) => accepted_at === null)) {
    const currentUser = { accountId: null, workspaceId, actorName: name };
    await recordEvent({ database: transaction, currentUser }, portalInvitation, "accepted", id);
  }
  return openSession(transaction, { kind: "client", email }, now, device);
}
