/** Replies by email that wait for an agent, written past the service as it writes them. */
import type { Pool } from "pg";
import { z } from "zod";

const made = z.tuple([z.object({ id: z.string() })]);

interface WaitingMail {
  readonly clientId: string;
  /** Of the person of the client for whom it was taken, who has to be in the portal for it to be accepted; the owner without one. */
  readonly email?: string;
  readonly body?: string;
  /** All that the person wrote, where the body is a part of it. */
  readonly original?: string;
}

/** Adds a reply that came from another address to a client's thread; gives its id. */
export async function addWaitingMail(pool: Pool, { clientId, email, body = "Friday is fine.", original }: WaitingMail) {
  const { rows } = await pool.query(
    `with address as (
       insert into upstream.reply_addresses (workspace_id, client_id, account_id, email)
       select client.workspace_id, client.id, case when $3::text is null then member.account_id end, $3
       from upstream.clients client
       join upstream.memberships member on member.workspace_id = client.workspace_id and member.role = 'owner'
       where client.id = $1
       on conflict (client_id, coalesce(account_id::text, email)) where not is_former do update set client_id = excluded.client_id returning *
     )
     insert into upstream.inbound_mails (workspace_id, client_id, reply_address_id, storage_key, sender, state, reason,
       author_name, from_address, body, original, mail_key)
     select workspace_id, client_id, id, 'none/' || id, 'a@b.example', 'waiting', 'other_sender', 'Ada Marsh',
       'ada@elsewhere.example', $2, $4, gen_random_uuid()::text from address returning id`,
    [clientId, body, email ?? null, original ?? null],
  );
  return made.parse(rows)[0].id;
}
