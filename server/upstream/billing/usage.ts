/** Use of what plans limit. */
import { sql } from "drizzle-orm";
import type { Plan } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { usedStorage } from "../files/storage-limits.ts";
import { countUsers } from "../identity/memberships.ts";
import { gigabyte, type PlanLimits, planLimits, planNames } from "../plan-limits.ts";
import { countActiveLinks } from "../shares/share-link.ts";
import { countSummaries } from "../summaries/summarizing.ts";

type Usage = Readonly<Record<Exclude<keyof PlanLimits, "file">, number>>;

/** Reads what a workspace uses now. */
export async function readUsage(database: Queries, workspaceId: string, now: Date): Promise<Usage> {
  return {
    users: await countUsers(database, workspaceId, now),
    storage: await usedStorage(database, workspaceId),
    links: await countActiveLinks(database, workspaceId, now),
    summaries: await countSummaries(database, workspaceId, now),
  };
}

/** Why a workspace's use does not fit a plan, with what to do. Summaries do not count, since they start anew each month. */
export function reasonsAgainst(plan: Plan, { users, storage, links }: Usage): string[] {
  const limits = planLimits[plan];
  const reasons: string[] = [];
  if (limits.users !== null && users > limits.users)
    reasons.push(
      `It includes ${limits.users} users. This workspace has ${users}, with pending invitations. Remove ${users - limits.users}.`,
    );
  if (storage > limits.storage) {
    const over = Math.ceil(((storage - limits.storage) / gigabyte) * 10) / 10;
    reasons.push(
      `It includes ${limits.storage / gigabyte} GB of storage. Delete files of ${over} GB, and empty the trash.`,
    );
  }
  if (limits.links !== null && links > limits.links)
    reasons.push(
      `It includes ${limits.links} active share links. This workspace has ${links}. Revoke ${links - limits.links}.`,
    );
  return reasons;
}

/** @param reasons at least one */
export function explainReasons(plan: Plan, reasons: readonly string[]): string {
  return `The ${planNames[plan]} plan is too small at the moment. ${reasons.join(" ")}`;
}

/** Null when there is no such workspace. */
export async function lockPlan(transaction: Queries, workspaceId: string): Promise<Plan | null> {
  const { rows } = await transaction.execute<{ plan: Plan }>(
    sql`select plan from upstream.workspaces where id = ${workspaceId} for no key update`,
  );
  return rows[0]?.plan ?? null;
}
