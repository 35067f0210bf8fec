/** How many summaries a plan has in a month: a month of the workspace's own calendar. */
import { sql } from "drizzle-orm";
import type { Member } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { planLimit, planLimits, planNames } from "../plan-limits.ts";
import { summaryMonths, workspaces } from "../tables.ts";

/**
 * Counts a summary, inside the transaction that wishes it.
 * @returns the month that it counts against, as in "2026-05"
 * @throws Refusal 400 `plan_limit`
 */
export async function countSummary(transaction: Queries, currentUser: Member, now: Date): Promise<string> {
  const { workspaceId, plan } = currentUser;
  const limit = planLimits[plan].summaries;
  const { month, next } = await findMonth(transaction, workspaceId, now);
  // The row is locked: of two for the last one the second waits, and is refused.
  const { rowCount } = await transaction.execute(sql`
    insert into ${summaryMonths} as kept (workspace_id, month, used) values (${workspaceId}, ${month}, 1)
    on conflict (workspace_id, month) do update set used = kept.used + 1 where kept.used < ${limit}`);
  if (rowCount === 1) return month;
  const all = `all ${limit} AI summaries of this month on the ${planNames[plan]} plan`;
  throw planLimit(`Your workspace has used ${all}. You can create more starting ${next} 1.`, "document_id");
}

/** How many summaries of this month a workspace has used. */
export async function countSummaries(queries: Queries, workspaceId: string, now: Date): Promise<number> {
  const { month } = await findMonth(queries, workspaceId, now);
  const isMonth = sql`${summaryMonths.workspaceId} = ${workspaceId} and ${summaryMonths.month} = ${month}`;
  const [row] = await queries.select({ used: summaryMonths.used }).from(summaryMonths).where(isMonth);
  return row?.used ?? 0;
}

/** The month of a workspace's own calendar, as in "2026-05", and the name of the one after it. */
async function findMonth(queries: Queries, workspaceId: string, now: Date): Promise<{ month: string; next: string }> {
  const { rows } = await queries.execute<{ month: string; next: string }>(sql`
    select to_char(there.at, 'YYYY-MM') as month, to_char(there.at + interval '1 month', 'FMMonth') as next
    from ${workspaces}, lateral (select ${now.toISOString()}::timestamptz at time zone ${workspaces.timeZone} as at) there
    where ${workspaces.id} = ${workspaceId}`);
  return rows[0] ?? { month: "", next: "" };
}

/** Gives one back that came to nothing. */
export async function uncountSummary(transaction: Queries, workspaceId: string, month: string): Promise<void> {
  const isMonth = sql`${summaryMonths.workspaceId} = ${workspaceId} and ${summaryMonths.month} = ${month}`;
  const used = sql`greatest(${summaryMonths.used} - 1, 0)`;
  await transaction.update(summaryMonths).set({ used }).where(isMonth);
}
