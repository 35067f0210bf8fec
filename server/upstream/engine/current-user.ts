import type { Language } from "../tables.ts";
import type { Day } from "./days.ts";

const roles = ["owner", "admin", "manager", "member", "instructor"] as const;
export type Role = (typeof roles)[number];
export type Plan = "free" | "standard";

/** A signed-in account, in the workspace of the workspace header or, without a header, in its first one. */
export interface CurrentUser {
  readonly kind: "account";
  readonly accountId: string;
  readonly sessionId: string;
  /** Null when the account belongs to no workspace, or the header names one that it does not belong to. */
  readonly workspaceId: string | null;
  readonly role: Role | null;
  readonly plan: Plan | null;
  readonly today: Day | null;
  /** The workspace of the header, where it requires two-step sign-in and the account has not set that up. */
  readonly shutWorkspaceId?: string | null;
  /** Whether records that are shared with the user are read beside their own. Absent for writes, which shared records refuse. */
  readonly seesShared?: boolean;
  /** Whether a user who may see all records asks for their own ones alone. Absent for writes. */
  readonly ownAlone?: boolean;
}

export interface Member extends CurrentUser {
  readonly workspaceId: string;
  readonly role: Role;
  readonly plan: Plan;
  readonly today: Day;
}

/** Who writes about an opportunity: a member or, without an account, a person of the client's household. */
export interface OpportunityWriter {
  readonly accountId: string | null;
  readonly workspaceId: string;
  /** Today in the workspace's time zone. */
  readonly today: Day;
  readonly actorName?: string;
}

/**
 * A person of clients' households, or staff who look at a client's portal. Of several households that of the client header is open,
 * within the workspace of the workspace header; without the headers it is the only one whose invitation the person accepted.
 */
export interface PortalSession {
  readonly kind: "client";
  readonly sessionId: string;
  readonly personId: string | null;
  /** Normalized. */
  readonly email: string;
  readonly language: Language | null;
  /** Null for staff who look, who never write. */
  readonly viewerAccountId: string | null;
  /** Null where no portal is open, or the client header has to choose between several. */
  readonly access: PortalAccess | null;
}

export interface PortalAccess {
  readonly workspaceId: string;
  readonly clientId: string;
  readonly name: string;
  readonly phoneNumber: string | null;
  readonly clientPersonId: string | null;
  readonly invitationId: string | null;
  /** Of an archived client's portal only the agent is shown. */
  readonly isArchived: boolean;
  readonly today: Day;
}

/** Who uses the portal of a client who is not archived: the current user of every route for clients. */
export interface PortalUser extends Omit<PortalSession, "access">, PortalAccess {}

export type SignedIn = CurrentUser | PortalSession;

/** Looks the bearer token up; null when it is missing, unknown, expired or revoked. */
export type ResolveCurrentUser = (request: Request) => Promise<SignedIn | null>;

/** The access levels of routes, and the current user that each of them gives. */
export interface CurrentUserByAccess {
  readonly anyone: null;
  readonly session: SignedIn;
  readonly account: CurrentUser;
  /** 401 without an account's session, 404 without a workspace, as for workspaces of others. */
  readonly workspace: Member;
  /** 401 without a client's session, 404 without an open portal. */
  readonly client: PortalUser;
}
export type Access = keyof CurrentUserByAccess;

/** Narrows a user to one inside a workspace, or gives null. */
export function memberOf(currentUser: CurrentUser): Member | null {
  const { workspaceId, role, plan, today } = currentUser;
  if (workspaceId === null || role === null || plan === null || today === null) return null;
  return { ...currentUser, workspaceId, role, plan, today };
}

/** Narrows a session of the portal to the client whose portal is open, or gives null. */
export function portalUserOf({ access, ...session }: PortalSession): PortalUser | null {
  return access === null || access.isArchived ? null : { ...session, ...access };
}
