/**
 * When there was contact with a client last: a message either way, a showing, an offer, a call, a comment, a task done about them, a visit
 * to the portal. What else is done to a client does not move it. The history's events that are contact are named by `contact` where
 * their resources are defined; here is what is no event, and what takes contact back.
 */
import { type SQL, sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { activities, clients } from "../tables.ts";

/** Sets the last activity of clients to their newest contact, as after a merge. @param condition SQL of which clients */
export async function settleLastActivity(database: Queries, condition: SQL): Promise<void> {
  await database.execute(sql`
    update ${clients} set last_activity_at = upstream.last_contact_of(clients)
    where ${condition} and ${clients.lastActivityAt} <> upstream.last_contact_of(clients)`);
}

/** Takes back as contact what was undone: clients have the last activity that they had before. @param condition SQL of which events */
export async function takeBackContact(database: Queries, condition: SQL): Promise<void> {
  const { rows } = await database.execute<{ client_id: string | null }>(sql`
    update ${activities} set is_contact = false where ${condition} and ${activities.isContact} returning client_id`);
  const ids = rows.flatMap(({ client_id: id }) => (id === null ? [] : [id]));
  if (ids.length > 0) await settleLastActivity(database, sql`${clients.id} in ${ids}`);
}
