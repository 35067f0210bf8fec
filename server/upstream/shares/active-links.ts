/** How many links a plan has room for. */
import { sql } from "drizzle-orm";
import type { Member, Plan } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { Refusal } from "../engine/refusal.ts";
import { workspaces } from "../identity/tables.ts";
import { shareLinks } from "./tables.ts";

const maxActive: Readonly<Record<Plan, number | null>> = { free: 10, standard: null };

/**
 * Refuses one link more than the plan has room for. Links that clients are mailed are not counted. Of two who ask at once the
 * second waits for the first's transaction.
 * @throws Refusal 400 `plan_limit`
 */
export async function checkLinkLimit(transaction: Queries, { plan, workspaceId }: Member, now: Date): Promise<void> {
  const most = maxActive[plan];
  if (most === null) return;
  await transaction
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(sql`${workspaces.id} = ${workspaceId}`)
    .for("no key update");
  const [row] = await transaction
    .select({ active: sql<number>`count(*)::integer` })
    .from(shareLinks)
    .where(
      sql`${shareLinks.workspaceId} = ${workspaceId} and ${shareLinks.revokedAt} is null
        and ${shareLinks.clientId} is null
        and (${shareLinks.expiresAt} is null or ${shareLinks.expiresAt} > ${now.toISOString()}::timestamptz)`,
    );
  if ((row?.active ?? 0) < most) return;
  const detail = `The Free plan includes ${most} active links. Revoke one or upgrade to Standard.`;
  throw new Refusal([{ status: 400, code: "plan_limit", detail, source: { pointer: "/data/attributes/label" } }]);
}
