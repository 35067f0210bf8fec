/** What an address opened in a client's portal ends for good once nobody of the household has it any more. */
import { type SQL, sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { nextVersion } from "../engine/writing.ts";
import { mintToken } from "../identity/tokens.ts";
import { clientPeople, clients, messageDrafts, portalCalendars, portalInvitations, sessions } from "../tables.ts";

/** A household that an address was taken from. */
interface Left {
  readonly clientId: string;
  /** Null where there was none. */
  readonly emailKey: string | null;
  /** The address that whoever had it has instead; null for somebody without one, or who is of the household no more. */
  readonly newKey: string | null;
}

/**
 * Ends access, calendar and sessions of an address, which whoever has it next is invited for anew. What was begun to write goes with
 * its writer. Nothing happens while somebody of the household has the address.
 */
export async function leaveHousehold(
  database: Queries,
  { clientId, emailKey, newKey }: Left,
  now: Date,
): Promise<void> {
  if (emailKey === null || emailKey === newKey) return;
  const isGone = sql`not exists (select from ${clients} where ${clients.id} = ${clientId} and ${clients.emailKey} = ${emailKey})
    and not exists (select from ${clientPeople} where ${clientPeople.clientId} = ${clientId} and ${clientPeople.emailKey} = ${emailKey})`;
  await moveDraft(database, { clientId, emailKey, newKey }, isGone);
  const ended = await database
    .update(portalInvitations)
    .set({
      ...nextVersion(portalInvitations),
      revokedAt: sql`coalesce(${portalInvitations.revokedAt}, ${now.toISOString()})`,
      tokenHash: mintToken().hash,
      earlierTokenHash: null,
    })
    .where(
      sql`${portalInvitations.clientId} = ${clientId} and ${portalInvitations.emailKey} = ${emailKey} and ${isGone}`,
    )
    .returning({ id: portalInvitations.id });
  for (const { id } of ended) {
    await database.delete(portalCalendars).where(sql`${portalCalendars.invitationId} = ${id}`);
    await database
      .update(sessions)
      .set({ revokedAt: now })
      .where(sql`${sessions.clientEmail} = ${emailKey} and ${sessions.revokedAt} is null`);
  }
}

async function moveDraft(database: Queries, { clientId, emailKey, newKey }: Left, isGone: SQL): Promise<void> {
  const isOf = sql`${messageDrafts.clientId} = ${clientId} and ${messageDrafts.email} = ${emailKey} and ${isGone}`;
  if (newKey !== null)
    await database
      .update(messageDrafts)
      .set({ ...nextVersion(messageDrafts), email: newKey })
      .where(sql`${isOf} and not exists (select from ${messageDrafts} other
        where other.client_id = ${clientId} and other.email = ${newKey})`);
  await database.delete(messageDrafts).where(isOf);
}
