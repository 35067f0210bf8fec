/** Emails that have not gone out: what a workspace is told of them, and another try. */
import { and, asc, desc, eq, gt, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import type { Jobs } from "../jobs/jobs.ts";
import { mailQueue } from "./delivery.ts";
import { outbox, type Queries } from "./outbox.ts";
import { plainReason } from "./plain-reason.ts";

/** Whose emails: all of a workspace, or those about one of its clients. */
export interface MailHolder {
  readonly workspaceId: string;
  readonly clientId?: string;
}

/** An email that has not gone out. */
export interface WaitingMail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly since: Date;
  /** In plain words; null before the first try has ended. */
  readonly reason: string | null;
  /** Null while it is tried. */
  readonly nextTryAt: Date | null;
  /** Of the newest message that it tells of; null for other emails. */
  readonly messageNumber: number | null;
}

export interface LostMail extends Pick<WaitingMail, "id" | "to" | "subject" | "reason"> {
  /** When it was given up. */
  readonly at: Date;
}

/** What is listed, and tried again in one go. */
const mostListed = 200;

const isLate = and(
  eq(outbox.state, "queued"),
  or(gt(outbox.attempts, 0), lt(outbox.insertedAt, sql`now() - interval '2 minutes'`)),
);

function isWaiting({ workspaceId, clientId }: MailHolder): SQL | undefined {
  return and(
    isLate,
    eq(outbox.workspaceId, workspaceId),
    clientId === undefined ? undefined : eq(outbox.clientId, clientId),
  );
}

export function countWaiting(queries: Queries, holder: MailHolder): Promise<number> {
  return queries.$count(outbox, isWaiting(holder));
}

/** The oldest first; at most 200. */
export async function listWaiting(queries: Queries, jobs: Jobs, holder: MailHolder): Promise<readonly WaitingMail[]> {
  const rows = await queries
    .select()
    .from(outbox)
    .where(isWaiting(holder))
    .orderBy(asc(outbox.insertedAt), asc(outbox.id))
    .limit(mostListed);
  const ids = rows.map(({ id }) => id);
  const runs = await jobs.nextRuns(mailQueue, ids, queries);
  return rows.map(({ id, recipient: to, subject, insertedAt: since, lastError, messageNumber }) => ({
    id,
    to,
    subject,
    since,
    messageNumber,
    reason: lastError === null ? null : plainReason(lastError),
    nextTryAt: runs.get(id) ?? null,
  }));
}

/** Those given up within a week, the newest first; at most 200. */
export async function listLost(queries: Queries, { workspaceId }: MailHolder): Promise<readonly LostMail[]> {
  const rows = await queries
    .select()
    .from(outbox)
    .where(
      and(
        eq(outbox.state, "failed"),
        eq(outbox.workspaceId, workspaceId),
        gt(outbox.settledAt, sql`now() - interval '7 days'`),
      ),
    )
    .orderBy(desc(outbox.settledAt), desc(outbox.id))
    .limit(mostListed);
  return rows.map(({ id, recipient: to, subject, lastError, settledAt, insertedAt }) => ({
    id,
    to,
    subject,
    at: settledAt ?? insertedAt,
    reason: lastError === null ? null : plainReason(lastError),
  }));
}

/**
 * Has a workspace's waiting emails tried at once, the oldest 200, and again for some hours when that fails.
 * @param queries a transaction
 * @returns how many
 */
export async function hurryWaiting(queries: Queries, jobs: Jobs, holder: MailHolder): Promise<number> {
  const rows = await queries
    .select({ id: outbox.id })
    .from(outbox)
    .where(isWaiting(holder))
    .orderBy(asc(outbox.insertedAt), asc(outbox.id))
    .limit(mostListed)
    .for("update", { skipLocked: true });
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return 0;
  // One stays counted: what was tried before goes on to be shown as waiting.
  await queries
    .update(outbox)
    .set({ attempts: sql`least(${outbox.attempts}, 1)` })
    .where(inArray(outbox.id, ids));
  for (const id of ids) await jobs.hurry(mailQueue, id, queries);
  return ids.length;
}

/** How many emails of all workspaces wait, and how many were given up within a day. */
export async function countUnsent(queries: Queries): Promise<{ readonly waiting: number; readonly givenUp: number }> {
  const isLost = and(eq(outbox.state, "failed"), gt(outbox.settledAt, sql`now() - interval '1 day'`));
  const [waiting, givenUp] = await Promise.all([queries.$count(outbox, isLate), queries.$count(outbox, isLost)]);
  return { waiting, givenUp };
}
