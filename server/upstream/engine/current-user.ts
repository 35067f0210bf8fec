/** Who is asking: every read and write of the service is decided from this and from nothing else in the request. */

import type { Day } from "./days.ts";

const roles = ["owner", "admin", "manager", "member", "instructor"] as const;
export type Role = (typeof roles)[number];
export type Plan = "free" | "standard";

/** A signed-in account, in the workspace that the workspace header named or, without one, in its first. */
export interface CurrentUser {
  readonly accountId: string;
  readonly sessionId: string;
  /** Null when the account belongs to no workspace, or the header names one that it does not belong to. */
  readonly workspaceId: string | null;
  readonly role: Role | null;
  readonly plan: Plan | null;
  /** The day that it is where the workspace is; null without a workspace. */
  readonly today: Day | null;
}

/** A user inside a workspace. */
export interface Member extends CurrentUser {
  readonly workspaceId: string;
  readonly role: Role;
  readonly plan: Plan;
  readonly today: Day;
}

/** Looks the bearer token up, in one query; null when it is missing, unknown, expired or revoked. */
export type ResolveCurrentUser = (request: Request) => Promise<CurrentUser | null>;

/** What a route may demand of its current user, and what its code then gets. */
export interface CurrentUserByAccess {
  /** No look-up is made. */
  readonly anyone: null;
  /** 401 without a session. */
  readonly account: CurrentUser;
  /** 401 without a session, 404 without a workspace: to others a workspace does not exist. */
  readonly workspace: Member;
}
export type Access = keyof CurrentUserByAccess;

/** Narrows a user to one inside a workspace, or gives null. */
export function memberOf(currentUser: CurrentUser): Member | null {
  const { workspaceId, role, plan, today } = currentUser;
  if (workspaceId === null || role === null || plan === null || today === null) return null;
  return { ...currentUser, workspaceId, role, plan, today };
}
