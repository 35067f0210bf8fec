/** The resource `notification`. */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Vault } from "../../vault.ts";
import { action, type Route } from "../engine/action.ts";
import { found, nothing } from "../engine/answer.ts";
import type { Member } from "../engine/current-user.ts";
import { givenMoment } from "../engine/days.ts";
import { trueOrFalse } from "../engine/filters.ts";
import type { Queries } from "../engine/queries.ts";
import { computed, moment, recordType, text, uuid } from "../engine/record.ts";
import { notFound } from "../engine/refusal.ts";
import { defineTable, inWorkspace, type ListRules } from "../engine/table.ts";
import { changeRoute, findRoute, listRoute } from "../engine/table-routes.ts";
import { accessScopeOf } from "../permissions.ts";
import {
  accounts,
  activities,
  clients,
  type MailChoice,
  mailChoices,
  memberships,
  notifications,
  packages,
  notifications as table,
  workspaces,
} from "../tables.ts";
import { ofVisibleOpportunities, visibleClients, visiblePackages } from "../visibility.ts";
import { type NotificationKind, topics } from "./kinds.ts";
import {
  changeClientChoice,
  changeStaffChoices,
  readClientChoice,
  readStaffChoices,
  readSubscriberToken,
  type Subscriber,
} from "./mail-choices.ts";
import { markRead } from "./notify.ts";

/** The bar says "99+". */
const most = 100;

/** SQL of how many notifications the current user has not read. */
export function unreadNotificationCount(currentUser: Member): SQL {
  return sql`select count(*)::integer from (select from ${notifications} where ${ownNotifications(currentUser)}
    and not ${notifications.isRead} limit ${sql.raw(String(most))}) unread`;
}

const ofActivity = (column: SQL) =>
  sql`(select ${column} from ${activities} where ${activities.id} = ${table.activityId})`;

const actorName = sql`coalesce(${table.actorName}, ${ofActivity(sql`${activities.actorName}`)})`;
const clientName = sql`(select ${clients.name} from ${clients} where ${clients.id} = ${table.clientId})`;
const packageStreet = sql`(select ${packages.street} from ${packages} where ${packages.id} = ${table.packageId})`;
const label = ofActivity(sql`${activities.label}`);

const actor = sql`coalesce(${actorName}, 'Somebody')`;
const street = sql`coalesce(${packageStreet}, 'a property')`;
const subject = sql`coalesce(${table.subjectName}, 'a document')`;

const stage = sql`case ${table.subjectName} when 'open' then 'Opportunity' when 'offer_suggeted' then 'Offer suggested'
  else upper(left(${table.subjectName}, 1)) || replace(substr(${table.subjectName}, 2), '_', ' ') end`;

const more = sql`case when ${table.times} > 1 then ' (' || ${table.times} || ' new messages)' else '' end`;

const titles: Readonly<Record<NotificationKind, SQL>> = {
  message_received: sql`${actor} || ' sent a message' || ${more}`,
  mentioned: sql`${actor} || ' mentioned you in a ' || case ${table.subjectType} when 'comment' then 'comment' else 'note' end`,
  client_accepted: sql`${actor} || ' accepted the invitation to the client portal'`,
  client_answered: sql`${actor} || ' answered about ' || ${street}`,
  showing_requested: sql`${actor} || ' asked for a showing of ' || ${street}`,
  showing_cancelled: sql`${actor} || ' called off a showing of ' || ${street}`,
  question_asked: sql`${actor} || ' asked about ' || ${street}`,
  document_received: sql`${actor} || ' sent a document'`,
  deletion_requested: sql`${actor} || ' asked to be deleted'`,
  profile_suggested: sql`${actor} || ' suggested a change of the buyer profile'`,
  request_received: sql`coalesce(${label}, 'Request from the public page')`,
  mail_bounced: sql`'Email to ' || ${subject} || ' could not be delivered'`,
  record_assigned: sql`${actor} || ' made you the agent of ' || coalesce(${table.subjectName}, nullif(concat_ws(', ', ${clientName}, ${packageStreet}), ''), ${street})`,
  record_shared: sql`${actor} || ' shared ' || coalesce(${clientName}, ${street}) || ' with you'`,
  member_joined: sql`${actor} || ' joined the workspace'`,
  address_changed: sql`'Your workspace has a new address: /' || ${table.subjectName}`,
  records_assigned: sql`'You took over the records of ' || coalesce(${table.subjectName}, 'a former colleague')`,
  link_opened: sql`'Link to ' || ${street} || ' opened for the first time'`,
  property_opened: sql`${actor} || ' opened ' || ${street} || ' in the portal'`,
  document_opened: sql`${actor} || ' opened a document in the portal'`,
  stage_moved: sql`${actor} || ' moved a deal to “' || ${stage} || '”'`,
  offer_due: sql`'Offers for ' || ${street} || ' are due within a day'`,
  offer_expires: sql`'Offer for ' || ${street} || ' expires within a day'`,
  summary_ready: sql`'AI summary ready: ' || ${subject}`,
  summary_failed: sql`'AI summary failed: ' || ${subject}`,
  report_ready: sql`'Inspection report analyzed: ' || ${subject}`,
  report_failed: sql`'Look at this inspection report yourself: ' || ${subject}`,
  export_ready: sql`'Archive of the workspace ready to download'`,
  export_failed: sql`'Archive of the workspace could not be made'`,
  task_assigned: sql`${actor} || ' assigned you a task'`,
  task_due: sql`'Task due today'`,
};

/** For titles that do not name it. */
const details: Readonly<Partial<Record<NotificationKind, SQL>>> = {
  message_received: sql`${table.subjectName}`,
  mentioned: sql`${table.subjectName}`,
  client_answered: label,
  question_asked: sql`${table.subjectName}`,
  document_received: sql`${table.subjectName}`,
  document_opened: sql`${table.subjectName}`,
  link_opened: sql`${table.subjectName}`,
  task_assigned: sql`${table.subjectName}`,
  task_due: sql`${table.subjectName}`,
};

function byKind(texts: Readonly<Partial<Record<string, SQL>>>, otherwise: SQL): SQL {
  const branches = Object.entries(texts).flatMap(([kind, text]) =>
    text === undefined ? [] : [sql`when ${sql.raw(`'${kind}'`)} then ${text}`],
  );
  return sql`case ${table.kind} ${sql.join(branches, sql` `)} else ${otherwise} end`;
}

export const titleOfNotification = byKind(titles, sql`coalesce(${label}, 'News')`);

export const detailOfNotification = byKind(details, sql`null`);

/**
 * The user's notifications. Members who see their own records alone do not see those of clients handed over, but those of their tasks
 * and opportunities.
 */
function ownNotifications(user: Member): SQL {
  // Marking as read is a read here.
  const currentUser = { ...user, seesShared: accessScopeOf(user, "records.view") === "own" };
  const own = sql`${table.accountId} = ${currentUser.accountId} and ${inWorkspace(table, currentUser)}`;
  if (accessScopeOf(currentUser, "records.view") === "all") return own;
  return sql`${own} and (${table.topic} = 'tasks'
    or ${table.clientId} is null and ${table.packageId} is null
    or ${table.opportunityId} is not null and ${ofVisibleOpportunities(table, currentUser)}
    or exists (select from ${clients} where ${clients.id} = ${table.clientId} and ${visibleClients(currentUser)})
    or ${table.clientId} is null and exists
      (select from ${packages} where ${packages.id} = ${table.packageId} and ${visiblePackages(currentUser)}))`;
}

const notification = defineTable({
  type: "notification",
  path: "/notifications",
  table,
  attributes: {
    kind: text(table.kind),
    topic: text(table.topic),
    title: computed(titleOfNotification, z.string()),
    detail: computed(detailOfNotification, z.string().nullable()),
    actor_name: computed(actorName, z.string().nullable()),
    subject_type: text(table.subjectType),
    subject_id: uuid(table.subjectId),
    client_id: uuid(table.clientId),
    client_name: computed(clientName, z.string().nullable()),
    package_id: uuid(table.packageId),
    package_street: computed(packageStreet, z.string().nullable()),
    opportunity_id: uuid(table.opportunityId),
    inserted_at: moment(table.insertedAt),
    read_at: moment(table.readAt),
  },
  scope: ownNotifications,
  can: () => ["read"],
});

const notificationList: ListRules = {
  sorts: { inserted_at: { column: table.insertedAt, as: "moment" } },
  defaultSort: "-inserted_at",
  filters: { unread: trueOrFalse((isUnread) => (isUnread ? sql`not ${table.isRead}` : sql`${table.isRead}`)) },
  plannedByValue: ["unread"],
};

/** Reading is a click, never a fetch. */
export const notificationRoutes: readonly Route[] = [
  listRoute(notification, notificationList, "What the current user is told, newest first"),
  findRoute(notification, "Something that the current user is told"),
  changeRoute(notification, {
    summary: "Mark a notification as read; a second time changes nothing",
    method: "POST",
    below: "/reading",
    needs: "read",
    run: ({ database, record }) => markRead(database, sql`${notifications.id} = ${record.id}`),
  }),
  action({
    method: "POST",
    path: "/notification_readings",
    summary: "Mark all notifications up to a moment as read: what came later was not on the page",
    access: "workspace",
    input: { type: "notification_reading", attributes: z.object({ until: givenMoment("Say up to when.") }) },
    answers: { status: 204, of: null },
    async run({ database, currentUser, attributes: { until } }) {
      const isMeant = sql`${ownNotifications(currentUser)} and ${notifications.insertedAt} <= ${until}::timestamptz`;
      await markRead(database, isMeant);
      return nothing;
    },
  }),
];

const choice = z.enum(mailChoices);

const ofTopics = z.object({
  messages: choice,
  clients: choice,
  openings: choice,
  deals: choice,
  documents: choice,
  tasks: choice,
});

const choicesType = recordType("mail_choices", ofTopics);

const subscriptionType = recordType(
  "mail_subscription",
  z.object({
    kind: z.enum(["account", "client"]),
    email: z.string(),
    workspace_name: z.string(),
    choice: choice.nullable().describe("Null: several, for different topics"),
  }),
);
const ownType = recordType("portal_mail_choice", z.object({ choice }));

/** By topic for members; one choice for clients' people; both also by links in mails. */
export function mailChoiceRoutes(vault: Vault): readonly Route[] {
  return [
    action({
      method: "GET",
      path: "/mail_choices",
      summary: "Which emails the current user wants in the workspace, by topic",
      access: "workspace",
      answers: { status: 200, of: choicesType },
      run: ({ database, currentUser }) => answerChoices(database, currentUser),
    }),
    action({
      method: "PATCH",
      path: "/mail_choices",
      summary: "Choose the emails of some topics",
      access: "workspace",
      input: { type: "mail_choices", attributes: ofTopics.partial() },
      answers: { status: 200, of: choicesType },
      async run({ database, currentUser, attributes }) {
        await changeStaffChoices(database, currentUser, attributes);
        return answerChoices(database, currentUser);
      },
    }),
    action({
      method: "GET",
      path: "/portal/mail_choice",
      summary: "Which emails the client's person wants",
      access: "client",
      answers: { status: 200, of: ownType },
      run: async ({ database, currentUser: { clientId, workspaceId, email } }) => {
        const attributes = { choice: await readClientChoice(database, workspaceId, email) };
        return found(ownType, { id: clientId, attributes, path: "/portal/mail_choice" });
      },
    }),
    action({
      method: "PATCH",
      path: "/portal/mail_choice",
      summary: "Choose which emails one wants; links that sign in are mailed always",
      access: "client",
      input: { type: "portal_mail_choice", attributes: z.object({ choice }) },
      answers: { status: 200, of: ownType },
      async run({ database, currentUser: { clientId, workspaceId, email }, attributes }) {
        await changeClientChoice(database, workspaceId, email, attributes.choice);
        return found(ownType, { id: clientId, attributes, path: "/portal/mail_choice" });
      },
    }),
    action({
      method: "GET",
      path: "/mail_subscriptions/:token",
      summary: "Whose emails a link in an email is about, and which they want",
      access: "anyone",
      answers: { status: 200, of: subscriptionType },
      run: ({ database, segment }) =>
        answerSubscription(database, requireSubscriber(vault, segment("token")), segment("token")),
    }),
    action({
      method: "PATCH",
      path: "/mail_subscriptions/:token",
      summary: "Choose the emails that one gets, by the link in one of them",
      access: "anyone",
      input: { type: "mail_subscription", attributes: z.object({ choice }) },
      answers: { status: 200, of: subscriptionType },
      async run({ database, segment, attributes }) {
        const subscriber = requireSubscriber(vault, segment("token"));
        const answer = await answerSubscription(database, subscriber, segment("token"), attributes.choice);
        await change(database, subscriber, attributes.choice);
        return answer;
      },
    }),
  ];
}

async function answerChoices(database: Queries, currentUser: Member) {
  const { choices: attributes, version } = await readStaffChoices(database, currentUser);
  return found(choicesType, { id: currentUser.accountId, attributes, path: "/mail_choices", version });
}

function requireSubscriber(vault: Vault, token: string): Subscriber {
  const subscriber = readSubscriberToken(vault, token);
  if (subscriber === null) throw notFound();
  return subscriber;
}

async function change(database: Queries, { kind, workspaceId, name }: Subscriber, wanted: MailChoice): Promise<void> {
  if (kind === "client") return changeClientChoice(database, workspaceId, name, wanted);
  const all = Object.fromEntries(topics.map((topic) => [topic, wanted]));
  await changeStaffChoices(database, { accountId: name, workspaceId }, all);
}

/** @throws Refusal 404 */
async function answerSubscription(
  database: Queries,
  { kind, workspaceId, name }: Subscriber,
  token: string,
  changed?: MailChoice,
) {
  const [workspace] = await database
    .select({ name: workspaces.name })
    .from(workspaces)
    .where(sql`${workspaces.id} = ${workspaceId}`);
  const email = kind === "client" ? name : await addressOf(database, workspaceId, name);
  if (workspace === undefined || email === null) throw notFound();
  const present = changed ?? (await presentChoice(database, { kind, workspaceId, name }));
  const attributes = { kind, email, workspace_name: workspace.name, choice: present };
  return found(subscriptionType, { id: token.slice(0, 36), attributes, path: `/mail_subscriptions/${token}` });
}

async function addressOf(database: Queries, workspaceId: string, accountId: string): Promise<string | null> {
  const [row] = await database
    .select({ email: accounts.email })
    .from(accounts)
    .innerJoin(
      memberships,
      sql`${memberships.accountId} = ${accounts.id} and ${memberships.workspaceId} = ${workspaceId}`,
    )
    .where(sql`${accounts.id} = ${accountId}`);
  return row?.email ?? null;
}

async function presentChoice(database: Queries, { kind, workspaceId, name }: Subscriber): Promise<MailChoice | null> {
  if (kind === "client") return readClientChoice(database, workspaceId, name);
  const { choices } = await readStaffChoices(database, { accountId: name, workspaceId });
  const chosen = new Set(Object.values(choices));
  const [only, ...others] = chosen;
  return only === undefined || others.length > 0 ? null : only;
}
