/** A reply by email that waits for an agent, past the listener. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { TestPerson, UpstreamService } from "./upstream-service.ts";

const rows = z.array(z.object({ id: z.string() }));

/**
 * Adds an email of an unproved sender, taken for a person of a client; gives its id.
 * @param email the person's, who has to be in the client's portal for the email to be accepted
 */
export async function addWaitingMail(
  { database }: UpstreamService,
  { workspaceId }: Pick<TestPerson, "workspaceId">,
  { clientId, email }: { readonly clientId: string; readonly email: string },
): Promise<string> {
  const found = await database.orm.execute(sql`
    with address as (
      insert into upstream.reply_addresses (workspace_id, client_id, email) values (${workspaceId}, ${clientId}, ${email})
      on conflict (client_id, coalesce(account_id::text, email)) do update set email = excluded.email returning id
    )
    insert into upstream.inbound_mails (workspace_id, client_id, reply_address_id, storage_key, sender, state, reason, author_name, from_address, body)
    select ${workspaceId}, ${clientId}, address.id, 'inbound/none', ${email}, 'waiting', 'not_proved', 'Nora Lind', ${email}, 'Good morning.'
    from address returning id`);
  const [row] = rows.parse(found.rows);
  if (row === undefined) throw new Error("No email was added.");
  return row.id;
}
