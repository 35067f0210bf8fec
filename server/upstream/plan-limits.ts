/** Limits of plans: additions are refused, reading never is. */
import type { Plan } from "./engine/current-user.ts";
import { Refusal } from "./engine/refusal.ts";

export const megabyte = 1024 ** 2;
export const gigabyte = 1024 ** 3;

export interface PlanLimits {
  /** Members and open invitations; null: unlimited. */
  readonly users: number | null;
  /** Bytes in a workspace, the trash included. */
  readonly storage: number;
  readonly file: number;
  /** Active share links without those mailed to clients; null: unlimited. */
  readonly links: number | null;
  /** In a calendar month of the workspace. */
  readonly summaries: number;
}

export const planLimits: Readonly<Record<Plan, PlanLimits>> = {
  free: { users: 2, storage: gigabyte, file: 25 * megabyte, links: 10, summaries: 20 },
  standard: { users: null, storage: 50 * gigabyte, file: 100 * megabyte, links: null, summaries: 200 },
};

export const planNames: Readonly<Record<Plan, string>> = { free: "Free", standard: "Standard" };

/** @param attribute that the refusal is about, in wire spelling */
export function planLimit(detail: string, attribute = "size"): Refusal {
  const source = { pointer: `/data/attributes/${attribute}` };
  return new Refusal([{ status: 400, code: "plan_limit", detail, source }]);
}
