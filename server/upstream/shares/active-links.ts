/** How many links a plan has room for. */
import { sql } from "drizzle-orm";
import type { Member } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { planLimit, planLimits } from "../plan-limits.ts";
import { shareLinks, workspaces } from "../tables.ts";

/**
 * Refuses one link more than the plan has room for. Links that clients are mailed are not counted. Of two who ask at once the
 * second waits for the first's transaction.
 * @throws Refusal 400 `plan_limit`
 */
export async function checkLinkLimit(transaction: Queries, { plan, workspaceId }: Member, now: Date): Promise<void> {
  const most = planLimits[plan].links;
  if (most === null) return;
  await transaction
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(sql`${workspaces.id} = ${workspaceId}`)
    .for("no key update");
  if ((await countActiveLinks(transaction, workspaceId, now)) < most) return;
  throw planLimit(`The Free plan includes ${most} active links. Revoke one or upgrade to Standard.`, "label");
}

/** Links of a workspace that its plan counts. */
export async function countActiveLinks(queries: Queries, workspaceId: string, now: Date): Promise<number> {
  const [row] = await queries
    .select({ active: sql<number>`count(*)::integer` })
    .from(shareLinks)
    .where(
      sql`${shareLinks.workspaceId} = ${workspaceId} and ${shareLinks.revokedAt} is null
        and ${shareLinks.clientId} is null
        and (${shareLinks.expiresAt} is null or ${shareLinks.expiresAt} > ${now.toISOString()}::timestamptz)`,
    );
  return row?.active ?? 0;
}
