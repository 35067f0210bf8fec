/** Emails that have not gone out, and another try. */
import { and, asc, desc, eq, gt, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import type { Jobs } from "../jobs/jobs.ts";
import { mailQueue } from "./delivery.ts";
import { outbox, type Queries } from "./outbox.ts";
import { plainReason } from "./plain-reason.ts";

/** A workspace's, or about one client. */
export interface MailHolder {
  readonly workspaceId: string;
  readonly clientId?: string;
}

export interface WaitingMail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly since: Date;
  /** In plain words; null before the first try. */
  readonly reason: string | null;
  /** Null during a try. */
  readonly nextTryAt: Date | null;
  readonly messageNumber: number | null;
}

export interface LostMail extends Pick<WaitingMail, "id" | "to" | "subject" | "reason"> {
  readonly at: Date;
}

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

/** Oldest first, at most 200. */
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

/** Given up within a week, newest first, at most 200. */
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

/** Tries a workspace's oldest 200 waiting emails at once. @param queries a transaction @returns their number */
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
  // One attempt stays counted, so that they still show as waiting.
  await queries
    .update(outbox)
    .set({ attempts: sql`least(${outbox.attempts}, 1)` })
    .where(inArray(outbox.id, ids));
  for (const id of ids) await jobs.hurry(mailQueue, id, queries);
  return ids.length;
}

/** Of all workspaces: how many wait, and how many were given up within a day. */
export async function countUnsent(queries: Queries): Promise<{ readonly waiting: number; readonly givenUp: number }> {
  const isLost = and(eq(outbox.state, "failed"), gt(outbox.settledAt, sql`now() - interval '1 day'`));
  const [waiting, givenUp] = await Promise.all([queries.$count(outbox, isLate), queries.$count(outbox, isLost)]);
  return { waiting, givenUp };
}
