/** Who is asking: every read and write of the service is decided from this and from nothing else in the request. */

import type { Language } from "../tables.ts";
import type { Day } from "./days.ts";

const roles = ["owner", "admin", "manager", "member", "instructor"] as const;
export type Role = (typeof roles)[number];
export type Plan = "free" | "standard";

/** A signed-in account, in the workspace that the workspace header named or, without one, in its first. */
export interface CurrentUser {
  readonly kind: "account";
  readonly accountId: string;
  readonly sessionId: string;
  /** Null when the account belongs to no workspace, or the header names one that it does not belong to. */
  readonly workspaceId: string | null;
  readonly role: Role | null;
  readonly plan: Plan | null;
  /** The day that it is where the workspace is; null without a workspace. */
  readonly today: Day | null;
  /** The workspace of the header, where it is shut to the account: it requires two-step sign-in, which the account has not set up. */
  readonly shutWorkspaceId?: string | null;
  /** Whether they read what is shared with them beside what is their own. Absent for writes: what is shared is there to look at. */
  readonly seesShared?: boolean;
  /** Whether they ask for their own records alone, though they may see all. Absent for writes. */
  readonly ownAlone?: boolean;
}

/** A user inside a workspace. */
export interface Member extends CurrentUser {
  readonly workspaceId: string;
  readonly role: Role;
  readonly plan: Plan;
  readonly today: Day;
}

/** Who writes about a deal: a member or, without an account, somebody of its client's household. */
export interface DealWriter {
  readonly accountId: string | null;
  readonly workspaceId: string;
  /** The day that it is where the workspace is. */
  readonly today: Day;
  readonly actorName?: string;
}

/**
 * Someone of a client's household, signed in by the address that they proved, or staff who look at a client's portal as the
 * client sees it. In the workspace that the workspace header named or, without one, in the only one that invited them.
 */
export interface PortalSession {
  readonly kind: "client";
  readonly sessionId: string;
  /** Of the person in the portal; null for staff who look. */
  readonly personId: string | null;
  /** In the spelling under which addresses are kept. */
  readonly email: string;
  readonly language: Language | null;
  /** Null for staff who look, who never write. */
  readonly viewerAccountId: string | null;
  /** The client whose portal is open; null where there is none, or the header has to choose between several. */
  readonly access: PortalAccess | null;
}

/** The portal of one client, as one of the household enters it. */
export interface PortalAccess {
  readonly workspaceId: string;
  readonly clientId: string;
  /** The person's name, as the household says it. */
  readonly name: string;
  readonly phoneNumber: string | null;
  /** The person in `client_people`; null for the client. */
  readonly clientPersonId: string | null;
  /** The invitation by which they enter; null for staff who look. */
  readonly invitationId: string | null;
  /** To them nothing of the portal exists, except whom to ask. */
  readonly isArchived: boolean;
  /** The day that it is where the workspace is. */
  readonly today: Day;
}

/** Who uses the portal of a client who is not archived: the current user of every route for clients. */
export interface PortalUser extends Omit<PortalSession, "access">, PortalAccess {}

/** Whoever a bearer token belongs to. */
export type SignedIn = CurrentUser | PortalSession;

/** Looks the bearer token up, in one query for an account; null when it is missing, unknown, expired or revoked. */
export type ResolveCurrentUser = (request: Request) => Promise<SignedIn | null>;

/** What a route may demand of its current user, and what its code then gets. */
export interface CurrentUserByAccess {
  /** No look-up is made. */
  readonly anyone: null;
  /** 401 without a session, of whichever kind. */
  readonly session: SignedIn;
  /** 401 without an account's session. */
  readonly account: CurrentUser;
  /** 401 without an account's session, 404 without a workspace: to others a workspace does not exist. */
  readonly workspace: Member;
  /** 401 without a client's session, 404 without the portal of a client: it never admits staff, except to look. */
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
