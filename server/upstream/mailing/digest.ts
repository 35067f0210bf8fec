/**
 * Daily emails at seven in the workspace's time zone. Every server looks each minute; a row for each workspace has the day that was
 * mailed, written with the mails, so that they go out once.
 */
import { type SQL, sql } from "drizzle-orm";
import type { JobQueue } from "../../jobs/jobs.ts";
import { clockIn, type Day, dayIn } from "../engine/days.ts";
import type { Queries } from "../engine/queries.ts";
import { isUuid } from "../engine/spelling.ts";
import { notifyOfDueTasks } from "../notifications/due.ts";
import { choiceOf } from "../notifications/mail-choices.ts";
import { notifications, taskDigests, workspaces } from "../tables.ts";
import { readDueTasks } from "../tasks/task.ts";
import { isOpenWorkspace } from "../visibility.ts";
import { dailyMail } from "./daily-mail.ts";
import { clientsIn, type MailingParts, readNewsReader, takeNews, unsubscribeUrlOf } from "./mailing.ts";
import { mailDailyMessages } from "./message-mails.ts";

export const digestQueue: JobQueue = {
  name: "task_digests",
  concurrency: 1,
  pollSeconds: 30,
  expireSeconds: 300,
  retries: 5,
  retrySeconds: 60,
};

/** Hours; later the emails are of no use. */
const morning = { from: 7, until: 12 };

/** The day of the digest that is due at a moment; null for none. */
export function digestDay(timeZone: string, now: Date): Day | null {
  const { day, hour } = clockIn(timeZone, now);
  return hour >= morning.from && hour < morning.until ? day : null;
}

/** Queues digests of workspaces whose morning it is. */
export async function enqueueDigests(
  database: Queries,
  now: Date,
  send: (queue: JobQueue, key: string) => Promise<void>,
): Promise<void> {
  const { rows: zones } = await database.execute<{ zone: string }>(
    sql`select distinct ${workspaces.timeZone} as zone from ${workspaces} where ${isOpenWorkspace}`,
  );
  for (const { zone } of zones) {
    const day = digestDay(zone, now);
    if (day === null) continue;
    const { rows } = await database.execute<{ id: string }>(sql`
      select ${workspaces.id} as id from ${workspaces} where ${workspaces.timeZone} = ${zone} and ${isOpenWorkspace} and not exists
        (select from ${taskDigests} where ${taskDigests.workspaceId} = ${workspaces.id} and ${taskDigests.sentFor} >= ${day}::date)`);
    for (const { id } of rows) await send(digestQueue, id);
  }
}

/** Mails a workspace's daily emails, unless that was done or it is too late. */
export async function sendDigests(parts: MailingParts, workspaceId: string): Promise<void> {
  if (!isUuid(workspaceId)) throw new Error("A digest is a workspace's.");
  await parts.database.transaction(async (transaction) => {
    const day = await claimDay(transaction, workspaceId, parts.now);
    if (day === null) return;
    await notifyOfDueTasks(transaction, workspaceId, day);
    const mailing = { ...parts, database: transaction };
    await mailDaily(mailing, workspaceId, day);
    await mailDailyMessages(mailing, workspaceId);
  });
}

/** Null where another server has the day. */
async function claimDay(transaction: Queries, workspaceId: string, now: Date): Promise<Day | null> {
  const { rows } = await transaction.execute<{ zone: string }>(
    sql`select ${workspaces.timeZone} as zone from ${workspaces} where ${workspaces.id} = ${workspaceId} and ${isOpenWorkspace}`,
  );
  const [workspace] = rows;
  if (workspace === undefined || digestDay(workspace.zone, now) === null) return null;
  const day = dayIn(workspace.zone, now);
  const { rowCount } = await transaction.execute(sql`
    insert into ${taskDigests} as digest (workspace_id, sent_for) values (${workspaceId}, ${day}::date)
    on conflict (workspace_id) do update set sent_for = excluded.sent_for where digest.sent_for < excluded.sent_for`);
  return rowCount === 0 ? null : day;
}

const usefulMs = 20 * 3_600_000;

/** Mails members who want daily emails, in the transaction that claimed the day. @param today of the workspace */
export async function mailDaily(parts: MailingParts, workspaceId: string, today: Day): Promise<void> {
  const { database, mailer, publicOrigin, now } = parts;
  const isMeant = isForDay(now);
  const due = await readDueTasks(database, workspaceId, today);
  const waiting = await database
    .selectDistinct({ accountId: notifications.accountId })
    .from(notifications)
    .where(sql`${notifications.workspaceId} = ${workspaceId} and ${isMeant}`);
  const accountIds = new Set([...due.keys(), ...waiting.map(({ accountId }) => accountId)]);
  for (const accountId of [...accountIds].sort()) {
    const member = { accountId, workspaceId };
    const reader = await readNewsReader(database, member);
    if (reader === null) continue;
    const tasks = due.get(accountId) ?? null;
    const told = await takeNews(database, member, { isMeant, now, quotesMessages: reader.quotes_messages });
    const mail = dailyMail({
      to: reader.email,
      name: reader.first_name,
      workspaceName: reader.workspace_name,
      today,
      due: tasks,
      told,
      publicOrigin,
      unsubscribeUrl: unsubscribeUrlOf(parts, member),
    });
    const usefulUntil = new Date(now.getTime() + usefulMs);
    const about = { workspaceId, namedClientIds: clientsIn([...(told?.news ?? []), ...(tasks?.named ?? [])]) };
    await mailer.send({ ...mail, usefulUntil, about }, { within: database });
  }
}

/** SQL of the day's news, up to now, since the next email is a day away, without due tasks. */
function isForDay(now: Date): SQL {
  const { accountId, workspaceId, topic, unreadSince, readAt, mailedAt } = notifications;
  return sql`${readAt} is null and ${mailedAt} is null and ${topic} <> 'tasks'
    and ${unreadSince} > ${now.toISOString()}::timestamptz - interval '2 days'
    and ${choiceOf(sql`${topic}`, sql`${accountId}`, sql`${workspaceId}`)} = 'daily'`;
}
