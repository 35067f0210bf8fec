import type { RouterContextProvider } from "react-router";
import type { Api } from "../json-api/api.ts";
import { ApiError } from "../json-api/api-error.ts";
import { defaultLimits } from "../json-api/limits.ts";
import { absentOf, offers } from "../json-api/service.ts";
import type { ApiCaller } from "../json-api/shared-connection.ts";
import { requestIdContext, type Upstream, type UpstreamConnection, upstreamContext } from "./context.ts";
import type { CurrentUser } from "./current-user.ts";
import { fetchCurrentUser } from "./identity.server.ts";
import { knownUsersContext } from "./known-users.server.ts";
import { isServed } from "./permission.server.ts";
import { type RequestSession, requestSessionContext } from "./request-session.server.ts";
import type { Session } from "./store.ts";

type Context = Readonly<RouterContextProvider>;

/** Each call gets at least this long, in milliseconds, however late in the request it starts. */
const leastTime = 2_000;

/** The lists that are counted, and what their pages filter them by. */
const wordsOfCounts: Readonly<Record<keyof CurrentUser["counts"], string>> = {
  clients: "clients",
  tasksDue: "tasks filter[assignee_id]",
  openDeals: "opportunities",
  threadsUnread: "message_threads",
  notifications: "notifications",
};

/**
 * The current user, by one call to the upstream per request; null for someone who is not signed in (any more).
 * @throws ApiError when the upstream cannot say
 */
export function loadCurrentUser(context: Context): Promise<CurrentUser | null> {
  const requestSession = context.get(requestSessionContext);
  requestSession.currentUser ??= askUpstream(context, requestSession);
  return requestSession.currentUser;
}

async function askUpstream(context: Context, requestSession: RequestSession): Promise<CurrentUser | null> {
  const session = await requestSession.session();
  if (session === null || session.token === null) return null;
  try {
    const { identity, records } = context.get(upstreamContext);
    const found = await fetchCurrentUser(connectAs(context, identity, session));
    const currentUser = asServed(found, { identity, records });
    // The upstream chooses a workspace when the session names none, or one that the person has left.
    const workspaceId = currentUser.workspace?.id ?? null;
    const isLost = ![null, workspaceId].includes(session.workspaceId) && currentUser.kind === "agent";
    // Whoever has no other one is told so once; one that was deleted has a page of its own.
    if (isLost) requestSession.hasLeftWorkspace = workspaceId !== null || !currentUser.hasDeletedWorkspaces;
    // Staff choose another one themselves: what they see next must not be taken for the one that they had open.
    const isKept = isLost && workspaceId !== null;
    const clientId = currentUser.portal?.clientId ?? null;
    const isElsewhere = workspaceId !== session.workspaceId || clientId !== session.clientId;
    if (isElsewhere && !isKept) await requestSession.change({ workspaceId, clientId });
    return currentUser;
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== "unauthenticated") throw error;
    await requestSession.end();
    return null;
  }
}

/** The current user without what the services do not have: what is null is neither shown nor linked to. */
function asServed(found: CurrentUser, upstream: Upstream): CurrentUser {
  const { identity, records } = upstream;
  const absent = absentOf(records.service, wordsOfCounts);
  // The service that knows people cannot count the records of another one.
  const count = (name: keyof CurrentUser["counts"]) =>
    identity !== records || absent.includes(name) ? null : found.counts[name];
  const hasFaces = offers(identity.service, "portal/faces");
  return {
    ...found,
    can: (permission) => found.can(permission) && isServed(upstream, permission),
    counts: {
      clients: count("clients"),
      tasksDue: count("tasksDue"),
      openDeals: count("openDeals"),
      threadsUnread: count("threadsUnread"),
      notifications: count("notifications"),
    },
    person: hasFaces ? found.person : { ...found.person, photoId: null },
    workspace: found.workspace && (hasFaces ? found.workspace : { ...found.workspace, logoId: null }),
  };
}

/** Whose calls an API sends, and where: `clientId` names the portal that is open. */
export type ApiUser = Pick<Session, "token" | "workspaceId"> &
  Partial<Pick<Session, "clientId">> &
  Pick<ApiCaller, "headers">;

/**
 * An API for a session's user; all calls of one request share its time limit.
 * @param onUnauthenticated awaited when the service refuses the session's token
 */
export function connectAs(
  context: Context,
  { api, fixedToken, service }: UpstreamConnection,
  { token, workspaceId, clientId, headers }: ApiUser,
  onUnauthenticated?: () => Promise<void>,
): Api {
  const requestSession = context.get(requestSessionContext);
  const knownUsers = context.get(knownUsersContext);
  const { repeatedSince, id } = requestSession;
  // Who knows people notes where they sign in. Other services are told nothing of it.
  const visitor = api === context.get(upstreamContext).identity.api ? visitorHeaders(requestSession) : {};
  return api.as({
    token: fixedToken ?? token,
    workspaceId,
    headers: { ...visitor, ...headers, ...(clientId != null && { "x-portal-client": encodeURIComponent(clientId) }) },
    requestId: context.get(requestIdContext),
    deadline: Math.max(leastTime, defaultLimits.deadline - requestSession.elapsed),
    signal: requestSession.request.signal,
    // A token of the service's own that it refuses says nothing about our session.
    onUnauthenticated: fixedToken === null ? onUnauthenticated : undefined,
    isOwnToken: fixedToken !== null,
    // A service that honours keys tells a repeated write by its key.
    isRepeat: repeatedSince !== null && !service.keys,
    onUnkept: (attributes) => requestSession.unkept.push(...attributes),
    onOutdated: (reason) => {
      if (reason === "refusal") requestSession.wasRefused = true;
      if (id !== null) knownUsers.age(id);
    },
  });
}

function visitorHeaders({ origin }: RequestSession): Readonly<Record<string, string>> {
  const { device, network } = origin;
  return {
    ...(device !== "" && { "x-visitor-device": device }),
    ...(network !== "" && { "x-visitor-network": network }),
  };
}
