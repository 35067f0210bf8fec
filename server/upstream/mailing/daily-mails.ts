/** The one email a day for members who chose "Once a day": the tasks that are due, then what happened. */
import { type SQL, sql } from "drizzle-orm";
import type { Day } from "../engine/days.ts";
import { choiceOf } from "../notifications/mail-choices.ts";
import { notifications } from "../tables.ts";
import { readDueTasks } from "../tasks/due-tasks.ts";
import { type MailingParts, unsubscribeUrlOf } from "./mailing.ts";
import { dailyMail } from "./mails/daily.ts";
import { readNewsReader, takeNews } from "./taken-news.ts";

/** It goes out before the next day's. */
const usefulMs = 20 * 3_600_000;

/**
 * Mails everybody of a workspace who wants one email a day and has something to be told, in the transaction that has claimed the
 * day. @param today the workspace's day
 */
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
    const mail = dailyMail({
      to: reader.email,
      name: reader.first_name,
      workspaceName: reader.workspace_name,
      today,
      due: due.get(accountId) ?? null,
      told: await takeNews(database, member, { isMeant, now, quotesMessages: reader.quotes_messages }),
      publicOrigin,
      unsubscribeUrl: unsubscribeUrlOf(parts, member),
    });
    const usefulUntil = new Date(now.getTime() + usefulMs);
    await mailer.send({ ...mail, usefulUntil, about: { workspaceId } }, { within: database });
  }
}

/**
 * SQL of what the day's email tells: also what came minutes ago, since the next one is a day away, and what came just before the
 * last one. The tasks that are due are told by themselves.
 */
function isForDay(now: Date): SQL {
  const { accountId, workspaceId, topic, unreadSince, readAt, mailedAt } = notifications;
  return sql`${readAt} is null and ${mailedAt} is null and ${topic} <> 'tasks'
    and ${unreadSince} > ${now.toISOString()}::timestamptz - interval '2 days'
    and ${choiceOf(sql`${topic}`, sql`${accountId}`, sql`${workspaceId}`)} = 'daily'`;
}
