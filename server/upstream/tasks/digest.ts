/**
 * Mails the tasks that are due, at seven in the morning of each workspace's time zone. Every server looks every minute whose
 * morning it is; a row for each workspace says for which day its people have been mailed, and is written in the
 * transaction that queues the mails: so they are mailed once, however many servers look and however often a job is tried.
 */
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { JobQueue } from "../../jobs/jobs.ts";
import type { Mailer } from "../../mail/mailer.ts";
import type { Vault } from "../../vault.ts";
import { clockIn, type Day, dayIn, dayNumber } from "../engine/days.ts";
import type { Queries } from "../engine/queries.ts";
import { isUuid } from "../engine/spelling.ts";
import { members, workspaces } from "../identity/tables.ts";
import { notifyOfDueTasks } from "../notifications/due.ts";
import { choiceOf, subscriberToken } from "../notifications/mail-choices.ts";
import { mailDailyNews } from "../notifications/mailing.ts";
import { mailDailyMessages } from "../notifications/message-mails.ts";
import type { ReplyAddresses } from "../replies/reply-addresses.ts";
import { digestMail } from "./mails/digest.ts";
import { taskDigests, tasks } from "./tables.ts";

export const digestQueue: JobQueue = {
  name: "task_digests",
  concurrency: 1,
  pollSeconds: 30,
  expireSeconds: 300,
  retries: 5,
  retrySeconds: 60,
};

/** Hours of the day. Servers that were down at seven still mail until noon; later the mail is of no use. */
const morning = { from: 7, until: 12 };
const usefulMs = 12 * 3_600_000;
/** A mail names so many of a person's tasks, and says how many more there are. */
const maxNamed = 15;

/** The day whose digest is to go out in a time zone at a moment; null when it is not the time for any. */
export function digestDay(timeZone: string, now: Date): Day | null {
  const { day, hour } = clockIn(timeZone, now);
  return hour >= morning.from && hour < morning.until ? day : null;
}

/** Wishes a digest for every workspace whose morning it is and that has none for the day. */
export async function enqueueDigests(
  database: Queries,
  now: Date,
  send: (queue: JobQueue, key: string) => Promise<void>,
): Promise<void> {
  const { rows: zones } = await database.execute<{ zone: string }>(
    sql`select distinct ${workspaces.timeZone} as zone from ${workspaces}`,
  );
  for (const { zone } of zones) {
    const day = digestDay(zone, now);
    if (day === null) continue;
    const { rows } = await database.execute<{ id: string }>(sql`
      select ${workspaces.id} as id from ${workspaces} where ${workspaces.timeZone} = ${zone} and not exists
        (select from ${taskDigests} where ${taskDigests.workspaceId} = ${workspaces.id} and ${taskDigests.sentFor} >= ${day}::date)`);
    for (const { id } of rows) await send(digestQueue, id);
  }
}

export interface DigestParts {
  readonly database: Queries;
  readonly mailer: Mailer;
  /** Origin of the pages that mails lead to, without a trailing slash. */
  readonly publicOrigin: string;
  readonly vault: Vault;
  /** Where replies by email go; null where emails name no address to reply to. */
  readonly addresses: ReplyAddresses | null;
  readonly now: Date;
}

/** Mails the members of a workspace their due tasks, unless that was done for the day already or it is too late. */
export async function sendDigests(
  { database, mailer, publicOrigin, vault, addresses, now }: DigestParts,
  workspaceId: string,
): Promise<void> {
  if (!isUuid(workspaceId)) throw new Error("A digest is a workspace's.");
  await database.transaction(async (transaction) => {
    const workspace = await claimDay(transaction, workspaceId, now);
    if (workspace === null) return;
    const { name, day } = workspace;
    await notifyOfDueTasks(transaction, workspaceId, day);
    const usefulUntil = new Date(now.getTime() + usefulMs);
    for (const { accountId, ...digest } of await readDigests(transaction, workspaceId, day)) {
      const mail = digestMail({ ...digest, workspaceName: name, today: day, url: `${publicOrigin}/tasks/` });
      const token = subscriberToken(vault, { kind: "account", workspaceId, name: accountId });
      const unsubscribeUrl = `${publicOrigin}/client-portal/mails/${token}`;
      await mailer.send({ ...mail, unsubscribeUrl, usefulUntil }, { within: transaction });
    }
    const mailing = { database: transaction, mailer, vault, publicOrigin, addresses, now };
    await mailDailyNews(mailing, workspaceId);
    await mailDailyMessages(mailing, workspaceId);
  });
}

/** Claims the day for one server, which then mails; null for all others. */
async function claimDay(transaction: Queries, workspaceId: string, now: Date) {
  const { rows } = await transaction.execute<{ name: string; zone: string }>(
    sql`select ${workspaces.name} as name, ${workspaces.timeZone} as zone from ${workspaces} where ${workspaces.id} = ${workspaceId}`,
  );
  const [workspace] = rows;
  if (workspace === undefined || digestDay(workspace.zone, now) === null) return null;
  const day = dayIn(workspace.zone, now);
  const { rowCount } = await transaction.execute(sql`
    insert into ${taskDigests} as digest (workspace_id, sent_for) values (${workspaceId}, ${day}::date)
    on conflict (workspace_id) do update set sent_for = excluded.sent_for where digest.sent_for < excluded.sent_for`);
  return rowCount === 0 ? null : { name: workspace.name, day };
}

const due = z.object({ title: z.string(), due_on: z.string() });
const digestRow = z.object({
  id: z.string(),
  email: z.string(),
  first_name: z.string(),
  overdue: z.int(),
  today: z.int(),
  named: z.array(due),
});

/** The due tasks of each member who has any, and wants them by email once a day. */
async function readDigests(transaction: Queries, workspaceId: string, day: Day) {
  const today = dayNumber(day);
  const { rows } = await transaction.execute(sql`
    select ${members.id} as id, ${members.email} as email, ${members.firstName} as first_name,
      (count(*) filter (where due.due_key < ${today}::integer))::integer as overdue,
      (count(*) filter (where due.due_key = ${today}::integer))::integer as today,
      json_agg(json_build_object('title', due.title, 'due_on', to_char(due.due_on, 'YYYY-MM-DD'))
        order by due.place) filter (where due.place <= ${maxNamed}::integer) as named
    from ${members} join (
      select ${tasks.assigneeAccountId} as assignee, ${tasks.title} as title, ${tasks.dueOn} as due_on, ${tasks.dueKey} as due_key,
        row_number() over (partition by ${tasks.assigneeAccountId} order by ${tasks.dueKey}, ${tasks.insertedAt}, ${tasks.id}) as place
      from ${tasks} where ${tasks.workspaceId} = ${workspaceId} and not ${tasks.isDone} and ${tasks.dueKey} <= ${today}::integer
    ) due on due.assignee = ${members.id}
    where ${members.workspaceId} = ${workspaceId}
      and ${choiceOf(sql`'tasks'::text`, sql`${members.id}`, sql`${members.workspaceId}`)} = 'daily'
    group by ${members.email}, ${members.firstName}, ${members.id} order by ${members.id}`);
  return z
    .array(digestRow)
    .parse(rows)
    .map(({ id: accountId, email: to, first_name: name, overdue, today, named }) => ({
      ...{ accountId, to, name, overdue, dueToday: today },
      named: named.map(({ title, due_on: dueOn }) => ({ title, dueOn })),
    }));
}
