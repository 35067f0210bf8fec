/** What a plan has room for. */
import { sql } from "drizzle-orm";
import type { Member, Plan } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { Refusal } from "../engine/refusal.ts";
import { storageUsage } from "./tables.ts";

const megabyte = 1024 ** 2;
const gigabyte = 1024 ** 3;

export interface PlanLimits {
  /** Bytes of all files of a workspace, in the trash too. */
  readonly storage: number;
  /** Bytes of one file. */
  readonly file: number;
  /** AI summaries in a month. */
  readonly summaries: number;
}

/** By plan. */
export const planLimits: Readonly<Record<Plan, PlanLimits>> = {
  free: { storage: gigabyte, file: 25 * megabyte, summaries: 20 },
  standard: { storage: 50 * gigabyte, file: 100 * megabyte, summaries: 200 },
};

export const planNames: Readonly<Record<Plan, string>> = { free: "Free", standard: "Standard" };

/** Refuses a file that no workspace of this plan may have. @throws Refusal 400 `plan_limit` */
export function checkFileSize({ plan }: Pick<Member, "plan">, size: number): void {
  const { file } = planLimits[plan];
  if (size <= file) return;
  throw planLimit(`Files can be up to ${file / megabyte} MB on the ${planNames[plan]} plan.`);
}

/** Refuses a file for which there is no room left. @throws Refusal 400 `plan_limit` */
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

/**
 * Keeps everybody else from adding files to a workspace until the transaction ends: of two for which there is room for one,
 * the second is refused.
 */
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

/** An addition for which a plan has no room. @param attribute what asks for it, as the wire writes it */
export function planLimit(detail: string, attribute = "size"): Refusal {
  const source = { pointer: `/data/attributes/${attribute}` };
  return new Refusal([{ status: 400, code: "plan_limit", detail, source }]);
}
