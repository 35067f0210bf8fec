/** Marks addresses that bounce, and tells their clients' agents. */
import { sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { notify } from "./notify.ts";

const longestReason = 500;

interface Holder extends Record<string, unknown> {
  readonly workspace_id: string;
  readonly client_id: string;
  readonly account_id: string | null;
}

/** After a permanent failure, at once or by a report. @param emailKey normalized */
export async function markBounced(database: Queries, emailKey: string, reason: string): Promise<void> {
  await database.execute(sql`
    insert into mail.bounced_addresses (email_key, reason) values (${emailKey}, left(${reason}::text, ${longestReason}))
    on conflict (email_key) do update set reason = excluded.reason, bounced_at = clock_timestamp()`);
  const { rows } = await database.execute<Holder>(sql`
    select client.workspace_id, client.id as client_id, (
      select member.account_id from upstream.memberships member where member.workspace_id = client.workspace_id
        and (member.role = 'owner' or member.account_id = client.assigned_account_id)
      order by (member.account_id = client.assigned_account_id) is true desc limit 1) as account_id
    from upstream.clients client where not client.is_archived and (client.email_key = ${emailKey}
      or exists (select from upstream.client_people person where person.client_id = client.id and person.email_key = ${emailKey}))
    limit 100`);
  for (const { workspace_id: workspaceId, client_id: clientId, account_id: accountId } of rows) {
    if (accountId === null) continue;
    await notify(database, {
      kind: "mail_bounced",
      workspaceId,
      accounts: [accountId],
      clientId,
      subject: { type: "client", id: clientId, name: emailKey },
      joinKey: `mail_bounced:${clientId}:${emailKey}`,
    });
  }
}

/** For an address that was just proved. */
export async function unmarkBounced(database: Queries, emailKey: string): Promise<void> {
  await database.execute(sql`delete from mail.bounced_addresses where email_key = ${emailKey}`);
}
