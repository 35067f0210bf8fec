/** Notifies members in the transaction of what happens; never whoever did it. */
import { type SQL, sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { nextVersion } from "../engine/writing.ts";
import { isAdministrator, mayBeAgent, membershipAs } from "../permissions.ts";
import { notifications } from "../tables.ts";
import { type NotificationKind, type NotifiedEvent, notifiedEvents, topicOf } from "./kinds.ts";
import { withPushes } from "./push-queue.ts";

/** Characters of a subject's name. */
export const longestName = 200;

export interface News {
  readonly kind: NotificationKind;
  readonly workspaceId: string;
  /** Members, or nobody. */
  readonly accounts: readonly string[];
  readonly subject: { readonly type: string; readonly id: string; readonly name?: string | null };
  readonly actorName?: string | null;
  readonly clientId?: string | null;
  readonly packageId?: string | null;
  readonly opportunityId?: string | null;
  /** Joins an unread one with this key. */
  readonly joinKey?: string;
  /** Once, read or not. */
  readonly onceKey?: string;
  /** Whether an email of its own says it. */
  readonly isMailed?: true;
}

const columns = sql`workspace_id, account_id, kind, topic, activity_id, client_id, package_id, opportunity_id, subject_type,
  subject_id, subject_name, actor_name, join_key`;

/** A second one with the same key changes the unread one, or nothing. */
export async function notify(database: Queries, news: News): Promise<void> {
  const { kind, workspaceId, accounts, subject, actorName = null, onceKey, joinKey } = news;
  const { clientId = null, packageId = null, opportunityId = null, isMailed = false } = news;
  if (accounts.length === 0) return;
  const key = onceKey ?? joinKey ?? null;
  await database.execute(
    withPushes(sql`
    insert into ${notifications} as told (${columns}, mailed_at)
    select member.workspace_id, member.account_id, ${kind}::text, ${topicOf(kind)}::text, null, ${clientId}::uuid,
      ${packageId}::uuid, ${opportunityId}::uuid, ${subject.type}::text, ${subject.id}::uuid,
      left(${subject.name ?? null}::text, ${longestName}), ${actorName}::text, ${key}::text,
      case when ${isMailed} then clock_timestamp() end
    from upstream.memberships member
    where member.workspace_id = ${workspaceId} and member.account_id in ${[...accounts]}
      ${onceKey === undefined ? sql`` : sql`and ${isNew(sql`member.account_id`, sql`${key}::text`)}`}
    ${onceKey === undefined ? joining : sql`on conflict do nothing`}`),
  );
}

/** SQL of whether somebody was never told of a key. */
function isNew(accountId: SQL, key: SQL): SQL {
  return sql`not exists (select from ${notifications} as earlier
    where earlier.account_id = ${accountId} and earlier.join_key = ${key})`;
}

/** The newest, but not mailed again. */
const joining = sql`
  on conflict (account_id, join_key) where join_key is not null and read_at is null do update set
    times = told.times + 1, inserted_at = excluded.inserted_at, version = told.version + 1, activity_id = excluded.activity_id,
    kind = excluded.kind, topic = excluded.topic, subject_type = excluded.subject_type, subject_id = excluded.subject_id,
    subject_name = excluded.subject_name, actor_name = excluded.actor_name, package_id = excluded.package_id`;

/** Notifies of an event, if its kind is told. @param kind of the event */
export async function notifyOfEvent(database: Queries, kind: string, activityId: string): Promise<void> {
  const event = notifiedEvents[kind];
  if (event === undefined) return;
  const { changed, unless } = event;
  const isByClient = event.isByClient === true;
  const isOnce = event.isOnce === true;
  const conditions = [
    sql`happened.id = ${activityId}`,
    sql`recipient.account_id is distinct from happened.actor_account_id`,
    // Samples cause no notifications.
    sql`client.is_sample is not true and package.is_sample is not true`,
    ...(isByClient
      ? [sql`happened.actor_account_id is null`, sql`happened.client_id is not null or ${isAboutLink}`]
      : []),
    ...(changed === undefined ? [] : [sql`happened.changes @> ${JSON.stringify([{ field: changed }])}::jsonb`]),
    ...(unless === undefined ? [] : [sql`not ${sql.raw(unless)}`]),
    ...(isOnce ? [isNew(sql`recipient.account_id`, keyOf(event))] : []),
  ];
  const condition = sql.join(
    conditions.map((part) => sql`(${part})`),
    sql` and `,
  );
  await database.execute(
    withPushes(sql`
    insert into ${notifications} as told (${columns}, inserted_at, unread_since)
    select happened.workspace_id, recipient.account_id, ${event.kind}::text, ${topicOf(event.kind)}::text, happened.id,
      happened.client_id, happened.package_id, deal.id, happened.subject_type, happened.subject_id,
      left(${nameOfSubject}, ${longestName}), null, ${keyOf(event)},
      happened.occurred_at, happened.occurred_at
    from upstream.activities happened
    left join upstream.clients client on client.id = happened.client_id
    left join upstream.packages package on package.id = happened.package_id
    left join upstream.opportunities deal on deal.id = coalesce(happened.opportunity_id, (select pair.id
      from upstream.opportunities pair where pair.client_id = happened.client_id and pair.package_id = happened.package_id
        and pair.is_active))
    ${recipientsOf(event)}
    where ${condition}
    ${isOnce ? sql`on conflict do nothing` : joining}`),
  );
}

const isAboutLink = sql`happened.subject_type = 'share_link'`;

function keyOf({ kind, isOnce, isJoinedBy }: NotifiedEvent): SQL {
  if (isOnce) return sql`${kind}::text || ':' || happened.subject_id`;
  if (isJoinedBy === undefined) return sql`null::text`;
  return sql`${kind}::text || ':' || ${sql.raw(`happened.${isJoinedBy}_id`)}`;
}

/** Other subjects have a name of their own. */
const nameOfSubject = sql`case happened.subject_type
  when 'document' then (select label from upstream.documents where id = happened.subject_id)
  when 'message' then (select case when is_verified then body end from upstream.messages where id = happened.subject_id)
  when 'task' then (select title from upstream.tasks where id = happened.subject_id)
  when 'share_link' then (select label from upstream.share_links where id = happened.subject_id)
  when 'portal_question' then (select body from upstream.portal_questions where id = happened.subject_id)
  when 'portal_opening' then (select document.label from upstream.portal_openings opening
    join upstream.documents document on document.id = opening.document_id where opening.id = happened.subject_id)
  when 'opportunity' then (select stage from upstream.opportunities where id = happened.subject_id) end`;

/** SQL of those to tell who may answer: whoever works the deal and the client's agent; else the property's agent, else the owner. */
function recipientsOf({ to }: NotifiedEvent): SQL {
  if (to === "assignee")
    return sql`join upstream.memberships recipient on recipient.workspace_id = happened.workspace_id
      and recipient.account_id = (select assignee_account_id from upstream.tasks where id = happened.subject_id)`;
  if (to === "deciders")
    return sql`join upstream.memberships recipient on recipient.workspace_id = happened.workspace_id
      and (${isAdministrator(membershipAs("recipient"))} or recipient.account_id in (deal.assigned_account_id, client.assigned_account_id))`;
  const sharer = sql`(select account_id from upstream.share_links where id = happened.subject_id)`;
  const isSharer = to === "sharer" ? sql`when member.account_id = ${sharer} then 0` : sql``;
  return sql`join lateral (
      select member.account_id from upstream.memberships member
      cross join lateral (select case ${isSharer}
        when member.account_id in (deal.assigned_account_id, client.assigned_account_id) then 1
        when member.account_id = package.assigned_account_id then 2
        when member.role = 'owner' then 3 end as place) as candidate
      where member.workspace_id = happened.workspace_id and place is not null and ${mayBeAgent(membershipAs("member"))}
      order by place fetch first 1 row with ties
    ) recipient on true`;
}

type OutcomeKind = "summary_ready" | "summary_failed" | "report_ready" | "report_failed";

interface Requested extends Record<string, unknown> {
  readonly workspace_id: string;
  readonly account_id: string | null;
  readonly client_id: string | null;
  readonly package_id: string | null;
  readonly document_id: string | null;
  readonly label: string;
}

const ofSummary = sql`select summary.workspace_id, summary.document_id, document.label, summary.id, 'documents' as topic
  from upstream.document_summaries summary join upstream.documents document on document.id = summary.document_id`;

const ofReport = sql`select report.workspace_id, report.document_id, report.document_label as label, report.id, 'inspections' as topic
  from upstream.inspection_reports report`;

const sources: Readonly<Record<OutcomeKind, SQL>> = {
  summary_ready: ofSummary,
  summary_failed: ofSummary,
  report_ready: ofReport,
  report_failed: ofReport,
};

/** @param id of the summary or report */
export async function notifyOfOutcome(database: Queries, kind: OutcomeKind, id: string): Promise<void> {
  // The newest request in the history.
  const { rows } = await database.execute<Requested>(sql`
    select made.workspace_id, made.document_id, made.label, asked.actor_account_id as account_id, asked.client_id,
      asked.package_id
    from (${sources[kind]}) made join lateral (
      select actor_account_id, client_id, package_id from upstream.activities happened
      where happened.workspace_id = made.workspace_id and happened.topic = made.topic and happened.subject_id = made.id
        and happened.kind like '%.requested'
      order by happened.occurred_at desc limit 1
    ) asked on true where made.id = ${id}`);
  const [made] = rows;
  if (made === undefined || made.account_id === null) return;
  const isReport = kind.startsWith("report_");
  const subject =
    isReport || made.document_id === null
      ? { type: "inspection_report", id }
      : { type: "document", id: made.document_id };
  await notify(database, {
    kind,
    workspaceId: made.workspace_id,
    accounts: [made.account_id],
    subject: { ...subject, name: made.label },
    clientId: made.client_id,
    packageId: made.package_id,
  });
}

/** Marks notifications as read; those that were read already stay as they are. */
export async function markRead(database: Queries, isMeant: SQL): Promise<void> {
  await database
    .update(notifications)
    .set({ ...nextVersion(notifications), readAt: sql`clock_timestamp()` })
    .where(sql`${isMeant} and ${notifications.readAt} is null`);
}

/** For members who read the thread. */
export async function readAboutMessages(database: Queries, accountId: string, clientId: string): Promise<void> {
  const joinKey = `message_received:${clientId}`;
  await markRead(database, sql`${notifications.accountId} = ${accountId} and ${notifications.joinKey} = ${joinKey}`);
}
