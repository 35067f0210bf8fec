import { sql } from "drizzle-orm";
import type { Member } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { gigabyte, megabyte, planLimit, planLimits, planNames } from "../plan-limits.ts";
import { storageUsage } from "../tables.ts";

/** @throws Refusal 400 `plan_limit` for a file that the plan does not take */
export function checkFileSize({ plan }: Pick<Member, "plan">, size: number): void {
  const { file } = planLimits[plan];
  if (size <= file) return;
  throw planLimit(`Files can be up to ${file / megabyte} MB on the ${planNames[plan]} plan.`);
}

/** @throws Refusal 400 `plan_limit` where there is no room */
export async function checkRoom(
  database: Queries,
  { plan, workspaceId }: Pick<Member, "plan" | "workspaceId">,
  size: number,
): Promise<void> {
  const { storage } = planLimits[plan];
  if ((await usedStorage(database, workspaceId)) + size <= storage) return;
  const room = `${storage / gigabyte} GB`;
  throw planLimit(`There isn't enough storage left for this file: the ${planNames[plan]} plan includes ${room}.`);
}

/** Locks a workspace's storage until the transaction ends, so that of two uploads the second is counted. */
export async function lockStorage(transaction: Queries, workspaceId: string): Promise<void> {
  await transaction
    .insert(storageUsage)
    .values({ workspaceId, bytes: 0 })
    .onConflictDoUpdate({ target: storageUsage.workspaceId, set: { bytes: sql`${storageUsage.bytes}` } });
}

/** Bytes of all files of a workspace. */
export async function usedStorage(database: Queries, workspaceId: string): Promise<number> {
  const [row] = await database
    .select({ bytes: storageUsage.bytes })
    .from(storageUsage)
    .where(sql`${storageUsage.workspaceId} = ${workspaceId}`);
  return row?.bytes ?? 0;
}
