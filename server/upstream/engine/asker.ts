/** Who is asking: every read and write of the service is decided from this and from nothing else in the request. */

import type { Day } from "./days.ts";

export const roles = ["owner", "admin", "manager", "member", "instructor"] as const;
export type Role = (typeof roles)[number];
export type Plan = "free" | "standard";

/** A signed-in account, in the workspace that the workspace header named or, without one, in its first. */
export interface Asker {
  readonly accountId: string;
  readonly sessionId: string;
  /** Null when the account belongs to no workspace, or the header names one that it does not belong to. */
  readonly workspaceId: string | null;
  readonly role: Role | null;
  readonly plan: Plan | null;
  /** The day that it is where the workspace is; null without a workspace. */
  readonly today: Day | null;
}

/** An asker inside a workspace. */
export interface Member extends Asker {
  readonly workspaceId: string;
  readonly role: Role;
  readonly plan: Plan;
  readonly today: Day;
}

/** Looks the bearer token up, in one query; null when it is missing, unknown, expired or revoked. */
export type ResolveAsker = (request: Request) => Promise<Asker | null>;

/** What a route may demand of its asker, and what its code then gets. */
export interface AskerByAccess {
  /** No look-up is made. */
  readonly anyone: null;
  /** 401 without a session. */
  readonly account: Asker;
  /** 401 without a session, 404 without a workspace: to others a workspace does not exist. */
  readonly workspace: Member;
}
export type Access = keyof AskerByAccess;

/** Narrows an asker to one inside a workspace, or gives null. */
export function memberOf(asker: Asker): Member | null {
  const { workspaceId, role, plan, today } = asker;
  if (workspaceId === null || role === null || plan === null || today === null) return null;
  return { ...asker, workspaceId, role, plan, today };
}
