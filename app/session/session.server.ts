import { createContext, href, type RouterContextProvider, redirect } from "react-router";
import type { Api } from "../json-api/api.ts";
import type { OnFault } from "../json-api/settle.ts";
import { type Day, dayIn } from "../ui/date-format.ts";
import type { PermissionRefusal } from "../ui/error-view.tsx";
import { logContext, settingsContext, type UpstreamConnection, upstreamContext } from "./context.ts";
import { connectAs, loadCurrentUser } from "./current-user.server.ts";
import type { Agent, Authenticated, CurrentUser, Household } from "./current-user.ts";
import { writePerson } from "./hidden-fields.ts";
import { isServed, notOffered, refuse, rolesWith } from "./permission.server.ts";
import { requestSessionContext } from "./request-session.server.ts";

/** What loaders and actions need of the session: the one module of this room that routes of other rooms import. */

export { load, loadBoth, notFound, recordId, requireOffered } from "./load.server.ts";
export { noPurge, notOffered, permitted, refuse, viewOnly } from "./permission.server.ts";
export { recentReads, sharedRead } from "./shared-reads.server.ts";

type Context = Readonly<RouterContextProvider>;

/** Set only by the guards. */
export const authenticatedContext = createContext<Authenticated | null>(null);

/**
 * The current agent. Someone without a workspace is redirected to create one, or to the one that was deleted. Below `requireAgent`
 * only.
 */
export function agentOf(context: Context): Agent {
  const { workspace, ...user } = currentUserOf(context);
  if (workspace === null)
    throw redirect(user.hasDeletedWorkspaces ? href("/workspace/deleted") : href("/workspace/join"));
  return { ...user, kind: "agent", workspace };
}

/** Like `agentOf`, for the few pages that work without a workspace. */
export function currentUserOf(context: Context): CurrentUser {
  const user = findCurrentUser(context);
  if (user === null) throw unguarded();
  return user;
}

/**
 * The same as the service says it at this moment: `currentUserOf` may have the numbers of an earlier page, since pages are
 * prepared while the service is asked.
 */
export async function presentUserOf(context: Context): Promise<CurrentUser> {
  const known = currentUserOf(context);
  // Where the service cannot say, the guard answers for the page.
  return (await loadCurrentUser(context).catch(() => null)) ?? known;
}

/** The current user; null on pages without a guard. */
export function findCurrentUser(context: Context): CurrentUser | null {
  return context.get(authenticatedContext)?.user ?? null;
}

/** How forms name whoever they are shown to; null for somebody who is not signed in. */
export function markedPerson(context: Context): string | null {
  const personId = findCurrentUser(context)?.person.id;
  if (personId === undefined) return null;
  return writePerson(personId, context.get(requestSessionContext).store.parkedForms.markOf(personId));
}

/** Switches the session to another workspace from the next request on. The upstream decides whether the person belongs to it. */
export async function switchWorkspace(context: Context, workspaceId: string): Promise<void> {
  const requestSession = context.get(requestSessionContext);
  await requestSession.change({ workspaceId });
  requestSession.rememberPlace(workspaceId);
}

/** The same for the portal of another household. */
export async function switchHousehold(
  context: Context,
  { workspaceId, clientId }: Pick<Household, "workspaceId" | "clientId">,
): Promise<void> {
  const requestSession = context.get(requestSessionContext);
  await requestSession.change({ workspaceId, clientId });
  requestSession.rememberPlace(clientId);
}

/**
 * The API for the records of the current user's workspace. Behind a guard only.
 * @throws 403 where another service keeps the records and has none of this workspace
 */
export function apiOf(context: Context): Api {
  return userApi(context, context.get(upstreamContext).records, workspaceOfRecords(context));
}

/** The same in another of the current user's households than the one that is open. */
export function householdApiOf(context: Context, { workspaceId, clientId }: Household): Api {
  return userApi(context, context.get(upstreamContext).records, workspaceId, {}, clientId);
}

/** The same for reads of the current user's own records alone, where the service knows that: `can("records.own_alone")`. */
export function ownApiOf(context: Context): Api {
  return userApi(context, context.get(upstreamContext).records, workspaceOfRecords(context), { "x-records": "own" });
}

/** The API for people, sessions and workspaces, which another service than the records' may serve. Behind a guard only. */
export function identityApiOf(context: Context): Api {
  return userApi(context, context.get(upstreamContext).identity, currentUserOf(context).workspace?.id ?? null);
}

/**
 * The current user's workspace as the service that keeps the records calls it; null for someone without a workspace. Another
 * service is called with a token of its own, whoever asks, so a workspace that it has no id of gets nothing of it.
 * @throws 403
 */
export function workspaceOfRecords(context: Context): string | null {
  const { workspace } = currentUserOf(context);
  if (!isRecordsElsewhere(context)) return workspace?.id ?? null;
  if (workspace?.apiWorkspaceId != null) return workspace.apiWorkspaceId;
  throw refuse({
    refused: "This workspace isn't connected with the service that keeps its records, so there is nothing to show.",
    who: `The workspace's id at that service is missing. Ask ${context.get(settingsContext).supportEmail} to set it.`,
    back: { label: "Workspace settings", href: href("/settings/general") },
  });
}

/** The same for someone who is not signed in: to sign in, register, or choose a new password. */
export function anonymousApiOf(context: Context): Api {
  return connectAs(context, context.get(upstreamContext).identity, { token: null, workspaceId: null });
}

/** Whether another service than that of people and workspaces keeps the records. */
export function isRecordsElsewhere(context: Context): boolean {
  const { identity, records } = context.get(upstreamContext);
  return identity !== records;
}

function userApi(
  context: Context,
  connection: UpstreamConnection,
  workspaceId: string | null,
  headers: Readonly<Record<string, string>> = {},
  household?: string,
): Api {
  const authenticated = context.get(authenticatedContext);
  if (authenticated === null) throw unguarded();
  const { token } = authenticated.session;
  const clientId = household ?? authenticated.user.portal?.clientId ?? null;
  const requestSession = context.get(requestSessionContext);
  return connectAs(context, connection, { token, workspaceId, clientId, headers }, async () => {
    requestSession.hasEnded = true;
    await requestSession.end();
  });
}

function unguarded(): Error {
  return new Error("This route has no guard above it: it belongs below session/agents.tsx.");
}

/**
 * Stops everyone who does not have a permission in their workspace.
 * @param permission as in "clients.create"
 * @param action completes "You don't have permission to …", as in "create clients"
 * @throws 403; 501 where it is the service that does not do it
 */
export function requirePermission(
  context: Context,
  permission: string,
  action: string,
  back: PermissionRefusal["back"],
): void {
  if (agentOf(context).can(permission)) return;
  if (!isServed(context.get(upstreamContext), permission)) throw notOffered();
  const who = rolesWith[permission];
  throw refuse({ refused: `You don't have permission to ${action}.`, ...(who !== undefined && { who }), back });
}

/** Logs programming errors in secondary data: the page stays, so nobody would notice otherwise. */
export function logFaults(context: Context): OnFault {
  const log = context.get(logContext);
  return (error) => log.error({ err: error }, "A part of a page failed");
}

/** The day that it is where the workspace is. */
export function todayOf(context: Readonly<RouterContextProvider>): Day {
  return dayIn(agentOf(context).workspace.timeZone ?? "UTC");
}
