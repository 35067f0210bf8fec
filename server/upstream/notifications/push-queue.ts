/** Queues pushes in the transaction of what they tell, so that nothing is told that was not written. */
import { type SQL, sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { portalAccess, pushDeliveries, pushSubscriptions } from "../tables.ts";

/** A waiting one about the same stays, unless it may be on its way with less to tell. */
const again = sql`on conflict (subscription_id, about_id) do update set due_at = excluded.due_at
  where waiting.tries = 0 and not waiting.is_held`;

/** SQL that queues a push for each notification, to every browser that is told of its topic. @param told inserts notifications */
export function withPushes(told: SQL): SQL {
  return sql`with news as (${told} returning id, workspace_id, account_id, topic)
    insert into ${pushDeliveries} as waiting (subscription_id, about_id, due_at)
    select ${pushSubscriptions.id}, news.id, clock_timestamp() from news join ${pushSubscriptions}
      on ${pushSubscriptions.accountId} = news.account_id and ${pushSubscriptions.workspaceId} = news.workspace_id
      and news.topic = any(${pushSubscriptions.topics})
    ${again}`;
}

/** Queues a push about a client's thread to the people of the household. */
export async function queueForClient(database: Queries, clientId: string): Promise<void> {
  await database.execute(sql`
    insert into ${pushDeliveries} as waiting (subscription_id, about_id, due_at)
    select ${pushSubscriptions.id}, ${portalAccess.clientId}, clock_timestamp() from ${portalAccess} join ${pushSubscriptions}
      on ${pushSubscriptions.clientEmail} = ${portalAccess.email} and ${pushSubscriptions.workspaceId} = ${portalAccess.workspaceId}
    where ${portalAccess.clientId} = ${clientId} and ${portalAccess.acceptedAt} is not null and not ${portalAccess.isArchived}
    ${again}`);
}
