/** The people of two clients become one household. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Queries } from "../engine/queries.ts";
import { type Columns, clientPlace, readColumns } from "./columns.ts";

const contact = z.object({
  workspace_id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  email_key: z.string().nullable(),
  phone_key: z.string().nullable(),
  phone_number: z.string().nullable(),
});

/**
 * Whoever was the contact of one of the two, and no longer is the client's, becomes a person of the household: what was sent
 * to their address goes on leading to this client. Whoever has no address is told by the phone number.
 * @param contacts the two clients as they were
 * @returns the ids of the people who were added
 */
export async function addFormerContacts(
  database: Queries,
  clientId: string,
  contacts: readonly Columns[],
): Promise<string[]> {
  const present = contact.parse(await readColumns(database, clientPlace, clientId));
  const added: string[] = [];
  for (const former of contacts.map((columns) => contact.parse(columns))) {
    const [mark, presentMark] =
      former.email_key === null ? [former.phone_key, present.phone_key] : [former.email_key, present.email_key];
    if (mark === null || mark === presentMark) continue;
    const { rows } = await database.execute<{ id: string }>(sql`
      insert into upstream.client_people (workspace_id, client_id, name, email, email_key, phone_number)
      values (${former.workspace_id}, ${clientId}, ${former.name}, ${former.email}, ${former.email_key}, ${former.phone_number})
      on conflict do nothing returning id`);
    added.push(...rows.map(({ id }) => id));
  }
  return added;
}

/** Removes those people again, unless somebody has changed them since. */
export async function removeAddedPeople(database: Queries, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await database.execute(sql`delete from upstream.client_people where id in ${[...ids]} and updated_at = inserted_at`);
}
