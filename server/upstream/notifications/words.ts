/** SQL of what a notification says, for pages and for emails alike. */
import { type SQL, sql } from "drizzle-orm";
import { activities, clients, packages, notifications as table } from "../tables.ts";
import type { NotificationKind } from "./kinds.ts";

const ofActivity = (column: SQL) =>
  sql`(select ${column} from ${activities} where ${activities.id} = ${table.activityId})`;

export const actorName = sql`coalesce(${table.actorName}, ${ofActivity(sql`${activities.actorName}`)})`;
export const clientName = sql`(select ${clients.name} from ${clients} where ${clients.id} = ${table.clientId})`;
export const packageStreet = sql`(select ${packages.street} from ${packages} where ${packages.id} = ${table.packageId})`;
const label = ofActivity(sql`${activities.label}`);

const actor = sql`coalesce(${actorName}, 'Somebody')`;
const street = sql`coalesce(${packageStreet}, 'a property')`;
const subject = sql`coalesce(${table.subjectName}, 'a document')`;

const stage = sql`case ${table.subjectName} when 'open' then 'Opportunity' when 'offer_suggeted' then 'Offer suggested'
  else upper(left(${table.subjectName}, 1)) || replace(substr(${table.subjectName}, 2), '_', ' ') end`;

const more = sql`case when ${table.times} > 1 then ' (' || ${table.times} || ' new messages)' else '' end`;

const titles: Readonly<Record<NotificationKind, SQL>> = {
  message_received: sql`${actor} || ' sent a message' || ${more}`,
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
  report_failed: sql`'Inspection report could not be analyzed: ' || ${subject}`,
  export_ready: sql`'Archive of the workspace ready to download'`,
  export_failed: sql`'Archive of the workspace could not be made'`,
  task_assigned: sql`${actor} || ' assigned you a task'`,
  task_due: sql`'Task due today'`,
};

/** Where the title does not say it: the words of the other person, or what it is about. */
const details: Readonly<Partial<Record<NotificationKind, SQL>>> = {
  message_received: sql`${table.subjectName}`,
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

/** SQL of the sentence that says what has happened. */
export const titleOfNotification = byKind(titles, sql`coalesce(${label}, 'News')`);

/** SQL of a line below it, or null. */
export const detailOfNotification = byKind(details, sql`null`);
