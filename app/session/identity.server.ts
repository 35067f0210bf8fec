import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { ApiError, required } from "../json-api/api-error.ts";
import { resource } from "../json-api/resource.ts";
import type { CurrentUser } from "./current-user.ts";
import { foot } from "./foot.ts";

/** The calls about sessions and the people who have them: the only file that names their JSON:API types. */

const person = z.object({
  id: z.string(),
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phoneNumber: z.nullable(z.string()),
  photoId: z.nullish(z.string()),
});

const membership = z.object({
  id: z.string(),
  name: z.string(),
  handle: z.string(),
  initials: z.string(),
  role: z.string(),
  plan: z.string(),
  timeZone: z.nullable(z.string()),
  apiWorkspaceId: z.nullable(z.string()),
  isShut: z._default(z.boolean(), false),
  logoId: z.nullish(z.string()),
  erasedAt: z.nullish(z.string()),
});

const portal = z.object({
  clientId: z.string(),
  isArchived: z.boolean(),
  language: z.nullable(z.enum(["en", "es"])),
  clientLanguage: z.nullish(z.enum(["en", "es"])),
  agent: z.object({
    name: z.string(),
    email: z.string(),
    phoneNumber: z.nullable(z.string()),
    photoId: z.nullish(z.string()),
  }),
  logoId: z.nullish(z.string()),
  foot: z.nullable(foot),
  unreadMessages: z._default(z.nullable(z.number()), null),
});

const household = z.object({
  clientId: z.string(),
  name: z.string(),
  agentName: z.string(),
  workspaceId: z.string(),
  workspaceName: z.string(),
  isAccepted: z.boolean(),
  isArchived: z.boolean(),
});

const currentSession = resource("session", {
  kind: z.enum(["account", "client"]),
  person,
  workspaces: z.array(membership),
  households: z._default(z.array(household), []),
  workspaceId: z.nullable(z.string()),
  hasDeletedWorkspaces: z._default(z.boolean(), false),
  permissions: z.array(z.string()),
  counts: z.object({
    clients: z.nullable(z.number()),
    tasksDue: z.nullable(z.number()),
    threadsUnread: z.nullable(z.number()),
    openDeals: z.nullable(z.number()),
    notifications: z.nullable(z.number()),
  }),
  portal: z.nullable(portal),
});

const newSession = resource("session", {
  token: z.string(),
  expiresAt: z.string(),
  secondStep: z.nullish(z.object({ email: z.string(), mayTrustBrowser: z.boolean() })),
  browserTrust: z.nullish(z.string()),
  workspaceId: z.nullable(z.string()),
  clientId: z.nullish(z.string()),
});
const accepted = z.optional(z.looseObject({}));

/** A session that the upstream has just started. */
export interface UpstreamSession {
  readonly id: string;
  readonly token: string;
  readonly expiresAt: Date;
  /** Whose second step is awaited, for which alone the token is good; null: the person is signed in. */
  readonly secondStep: { readonly email: string; readonly mayTrustBrowser: boolean } | null;
  /** For this browser to keep, in place of a second step later; null for none. */
  readonly browserTrust: string | null;
  /** Where the person goes on; null: where they were last. */
  readonly workspaceId: string | null;
  /** Of a sign-in by an invitation: the client whose portal it is for. */
  readonly clientId: string | null;
}

/** The user of the session that the API client carries. @throws ApiError "unauthenticated" when it is not valid any more */
export async function fetchCurrentUser(api: Api): Promise<CurrentUser> {
  const found = await api.find("/sessions/current", currentSession, { failure: "Failed to fetch session" });
  const permissions = new Set(found.permissions);
  return {
    kind: found.kind === "account" ? "agent" : "client",
    person: found.person,
    workspaces: found.workspaces,
    households: found.households,
    workspace: found.workspaces.find((workspace) => workspace.id === found.workspaceId) ?? null,
    hasDeletedWorkspaces: found.hasDeletedWorkspaces,
    counts: found.counts,
    portal: found.portal,
    authentication: authenticationOf(found),
    can: (permission) => permissions.has(permission),
  };
}

/** Without the numbers and moments, which change from page to page, as does the etag of the answer. */
function authenticationOf(found: z.output<typeof currentSession.schema>): string {
  const { kind, person, workspaces, households, workspaceId, hasDeletedWorkspaces, permissions, counts, portal } =
    found;
  // A service that counts something, or counts it no more, is asked for other things.
  const counted = Object.entries(counts).map(([name, count]) => [name, count !== null]);
  const told = portal && { ...portal, unreadMessages: portal.unreadMessages !== null };
  const places = [workspaces.map(({ erasedAt, ...told }) => told), households, workspaceId, hasDeletedWorkspaces];
  return JSON.stringify([kind, person, places, permissions, counted, told]);
}

/** What an emailed link is for, as the service calls it. */
export type LinkPurpose = "sign_in" | "registration" | "password_reset" | "invitation";

const mailedLinkCheck = resource("mailed_link_check", { isLive: z.boolean() });

/** Whether a mailed link would work now; it is not used up. @throws ApiError "missing" by a service that cannot tell */
export async function isLinkLive(api: Api, purpose: LinkPurpose, token: string): Promise<boolean> {
  const failure = "Failed to look at the link";
  const check = await api.act("/mailed_link_checks", mailedLinkCheck, { purpose, token }, { failure });
  return required(check, failure).isLive;
}

/** What someone signs in with. */
export type Credentials =
  | { readonly email: string; readonly password: string }
  | { readonly email: string; readonly code: string }
  | { readonly linkToken: string };

/** @throws ApiError "unauthenticated", without saying whether the account exists */
export function signIn(api: Api, credentials: Credentials, browserTrust: string | null): Promise<UpstreamSession> {
  const trust = browserTrust === null ? {} : { browserTrust };
  return beginSession(api, "/sessions", { ...credentials, ...trust }, "Failed to sign in");
}

/** The code of a second step, and whether this browser shall be asked for none in the next 30 days. */
export interface SecondStep {
  readonly token: string;
  readonly code: string;
  readonly trustBrowser: boolean;
}

/** Completes a sign-in. @throws ApiError "unauthenticated" when it took too long, "invalid" with the field `code` */
export function enterSecondStep(api: Api, step: SecondStep): Promise<UpstreamSession> {
  return beginSession(api, "/second_steps", { ...step }, "Failed to sign in");
}

/** Whether the credentials were checked and refused. */
export function isWrong(error: unknown): boolean {
  return error instanceof ApiError && ["unauthenticated", "invalid", "forbidden", "missing"].includes(error.kind);
}

/** Ends the session that the API client carries. */
export async function revokeSession(api: Api): Promise<void> {
  await api.remove("/sessions/current", { failure: "Failed to sign out" });
}

/** Ends every other session of the account that the API client's session belongs to. */
export async function revokeOtherSessions(api: Api): Promise<void> {
  await api.remove("/sessions/others", { failure: "Failed to sign out the other devices" });
}

/** Emails a sign-in link and a 6-digit code, if the address has an account; the answer is the same if not. */
export async function requestSignInLink(api: Api, email: string): Promise<void> {
  await api.act("/sign_in_links", accepted, { email }, { type: "sign_in_link", failure: "Failed to send the link" });
}

/** Emails a link to choose a new password, if the address has an account; the answer is the same if not. */
export async function requestPasswordReset(api: Api, email: string): Promise<void> {
  await api.act(
    "/password_resets",
    accepted,
    { email },
    { type: "password_reset", failure: "Failed to send the link" },
  );
}

/** Sets a new password with a mailed token, which is used up; ends all other sessions. */
export function resetPassword(api: Api, token: string, password: string): Promise<UpstreamSession> {
  return beginSession(api, "/passwords", { token, password }, "Failed to set the password");
}

/** Ends the person's other sessions. @throws ApiError "invalid" with the field `currentPassword` when it is wrong */
export async function changePassword(
  api: Api,
  change: { readonly currentPassword: string; readonly newPassword: string },
): Promise<void> {
  await api.act("/password_changes", accepted, change, {
    type: "password_change",
    failure: "Failed to change the password",
  });
}

/** Without a key: each of these uses a token up or starts another session, so none is ever sent again by itself. */
export async function beginSession(
  api: Api,
  address: string,
  attributes: Record<string, string | boolean>,
  failure: string,
): Promise<UpstreamSession> {
  // As everywhere, an address ends in the plural of the type that it takes.
  const type = address.slice(address.lastIndexOf("/") + 1).replace(/s$/, "");
  const begun = required(await api.act(address, newSession, attributes, { type, failure }), failure);
  const { id, token, expiresAt, workspaceId, clientId = null, secondStep = null, browserTrust = null } = begun;
  return { id, token, expiresAt: new Date(expiresAt), workspaceId, clientId, secondStep, browserTrust };
}
