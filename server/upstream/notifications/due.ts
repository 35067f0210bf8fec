/** Notifies members of what is due, once each. */
import { type SQL, sql } from "drizzle-orm";
import type { Day } from "../engine/days.ts";
import type { Queries } from "../engine/queries.ts";
import { offers, opportunities, packages, tasks, workspaces } from "../tables.ts";
import { isOpenWorkspace, isSampleClient, isSamplePackage, takesOffers } from "../visibility.ts";
import { notify } from "./notify.ts";

interface Due extends Record<string, unknown> {
  readonly workspace_id: string;
  readonly account_id: string;
  readonly package_id: string;
  readonly client_id: string | null;
  readonly opportunity_id: string | null;
  readonly key: string;
}

/** SQL of an account while it is a member; else the owner. */
const memberOrOwner = (accountId: SQL) => sql`(select member.account_id from upstream.memberships member
  where member.workspace_id = ${workspaces.id} and (member.role = 'owner' or member.account_id = ${accountId})
  order by (member.account_id = ${accountId}) is true desc limit 1)`;

const isNew = sql`not exists (select from upstream.notifications told
  where told.account_id = due.account_id and told.join_key = due.key)`;

/** Offers to the property, and clients' offers that expire, within a day. */
export async function notifyOfDueOffers(database: Queries, now: Date): Promise<void> {
  const from = sql`${now.toISOString()}::timestamptz`;
  const isSoon = (moment: SQL) => sql`${moment} between ${from} and ${from} + interval '1 day'`;
  const { rows: ofPackages } = await database.execute<Due>(sql`select * from (
      select ${workspaces.id} as workspace_id, ${memberOrOwner(sql`${packages.assignedAccountId}`)} as account_id,
        ${packages.id} as package_id, null as client_id, null as opportunity_id,
        'offer_due:' || ${packages.id} || ':' || ${packages.offerDueKey} as key
      from ${workspaces} join ${packages} on ${packages.workspaceId} = ${workspaces.id} and not ${packages.isArchived}
        and not ${packages.isSample}
      where ${isOpenWorkspace} and ${takesOffers} and ${isSoon(sql`${packages.offerDueKey}`)}) due where ${isNew} limit 500`);
  const { rows: ofOffers } = await database.execute<Due>(sql`select * from (
      select ${workspaces.id} as workspace_id, ${memberOrOwner(sql`${opportunities.assignedAccountId}`)} as account_id,
        ${opportunities.packageId} as package_id, ${opportunities.clientId} as client_id,
        ${opportunities.id} as opportunity_id, 'offer_expires:' || ${offers.id} || ':' || ${offers.expiresKey} as key
      from ${workspaces} join ${offers} on ${offers.workspaceId} = ${workspaces.id} and ${offers.state} = 'sent'
      join ${opportunities} on ${opportunities.id} = ${offers.opportunityId}
      where ${isOpenWorkspace} and ${isSoon(sql`${offers.expiresKey}`)}
        and not ${isSampleClient(opportunities.clientId)}) due where ${isNew} limit 500`);
  for (const { workspace_id, account_id, package_id, client_id, opportunity_id, key } of [...ofPackages, ...ofOffers]) {
    const subject =
      opportunity_id === null ? { type: "package", id: package_id } : { type: "opportunity", id: opportunity_id };
    const kind = opportunity_id === null ? "offer_due" : "offer_expires";
    const about = { packageId: package_id, clientId: client_id, opportunityId: opportunity_id };
    await notify(database, {
      kind,
      workspaceId: workspace_id,
      accounts: [account_id],
      subject,
      onceKey: key,
      ...about,
    });
  }
}

interface DueTask extends Record<string, unknown> {
  readonly id: string;
  readonly title: string;
  readonly assignee: string;
}

const opportunityClient = sql`(select ${opportunities.clientId} from ${opportunities} where ${opportunities.id} = ${tasks.opportunityId})`;

/** Notifies assignees of tasks that are due on a day. */
export async function notifyOfDueTasks(database: Queries, workspaceId: string, day: Day): Promise<void> {
  const { rows } = await database.execute<DueTask>(sql`
    select ${tasks.id} as id, ${tasks.title} as title, ${tasks.assigneeAccountId} as assignee from ${tasks}
    where ${tasks.workspaceId} = ${workspaceId} and not ${tasks.isDone} and ${tasks.dueOn} = ${day}::date
      and ${tasks.assigneeAccountId} is not null and not ${isSampleClient(tasks.clientId)}
      and not ${isSamplePackage(tasks.packageId)} and not ${isSampleClient(opportunityClient)} limit 1000`);
  for (const { id, title, assignee } of rows) {
    const subject = { type: "task", id, name: title };
    const onceKey = `task_due:${id}:${day}`;
    await notify(database, { kind: "task_due", workspaceId, accounts: [assignee], subject, onceKey });
  }
}
