/** What a plan has room for. Over a limit additions are refused; reading never is. */
import type { Plan } from "./engine/current-user.ts";
import { Refusal } from "./engine/refusal.ts";

export const megabyte = 1024 ** 2;
export const gigabyte = 1024 ** 3;

export interface PlanLimits {
  /** Members and pending invitations; null: as many as are paid for. */
  readonly users: number | null;
  /** Bytes of all files of a workspace, in the trash too. */
  readonly storage: number;
  /** Bytes of one file. */
  readonly file: number;
  /** Active share links, those that clients are mailed left out; null: any number. */
  readonly links: number | null;
  /** AI summaries in a month of the workspace's own calendar. */
  readonly summaries: number;
}

/** By plan. */
export const planLimits: Readonly<Record<Plan, PlanLimits>> = {
  free: { users: 2, storage: gigabyte, file: 25 * megabyte, links: 10, summaries: 20 },
  standard: { users: null, storage: 50 * gigabyte, file: 100 * megabyte, links: null, summaries: 200 },
};

export const planNames: Readonly<Record<Plan, string>> = { free: "Free", standard: "Standard" };

/** An addition for which a plan has no room. @param attribute what asks for it, as the wire writes it */
export function planLimit(detail: string, attribute = "size"): Refusal {
  const source = { pointer: `/data/attributes/${attribute}` };
  return new Refusal([{ status: 400, code: "plan_limit", detail, source }]);
}
