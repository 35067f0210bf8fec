import {
  createContext,
  data,
  type MiddlewareFunction,
  type RouterContextProvider,
  redirect,
  redirectDocument,
} from "react-router";
import { parkForm } from "../forms/parked-form.server.ts";
import type { Api } from "../json-api/api.ts";
import { ApiError } from "../json-api/api-error.ts";
import type { PermissionRefusal } from "../ui/error-view.tsx";
import { settingsContext, type UpstreamConnection, upstreamContext } from "./context.ts";
import { connectAs, currentUserOf } from "./current-user.server.ts";
import type { Agent, CurrentUser } from "./current-user.ts";
import { refererPath, signInPath } from "./next-path.ts";
import { RequestSession, requestSessionContext } from "./request-session.server.ts";
import { watchedStore } from "./session-store-unavailable.server.ts";
import type { KeptSession } from "./store.ts";

type Context = Readonly<RouterContextProvider>;

/** Whom a guard let pass, and the session that they have. */
interface Member {
  readonly currentUser: CurrentUser;
  readonly session: KeptSession;
}

const memberContext = createContext<Member | null>(null);

/** Root middleware: gives every request its session, and turns an answer without a valid session into the sign-in page. */
export const loadSession: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const store = watchedStore(context, () => requestSession);
  const requestSession = new RequestSession(request, url, store, context.get(settingsContext));
  context.set(requestSessionContext, requestSession);
  const response = await next();
  if (!requestSession.isOver) return requestSession.seal(response);
  await response.body?.cancel();
  return requestSession.seal(await goToSignIn(requestSession));
};

/** Lets only staff pass; everybody else goes to the sign-in page, and what they had typed is kept. */
export const requireAgent: MiddlewareFunction<Response> = ({ context }, next) => letPass("agent", context, next);

/** Lets only buyers pass into the portal. */
export const requireClient: MiddlewareFunction<Response> = ({ context }, next) => letPass("client", context, next);

/** What someone is told who is signed in as the other kind of person. */
const otherKind: Readonly<Record<CurrentUser["kind"], PermissionRefusal>> = {
  agent: {
    refused: "You are signed in as a client, and this page is for the agents of a workspace.",
    back: { label: "Go to the start", href: "/" },
  },
  client: {
    refused: "You are signed in as an agent, and this page is for clients.",
    back: { label: "Go to dashboard", href: "/dashboard" },
  },
};

async function letPass(kind: CurrentUser["kind"], context: Context, next: () => Promise<Response>): Promise<Response> {
  const requestSession = context.get(requestSessionContext);
  const currentUser = await whoAsks(context, requestSession);
  const session = await requestSession.session();
  if (currentUser === null || session === null) throw await goToSignIn(requestSession);
  if (currentUser.kind !== kind) throw data(otherKind[kind], { status: 403 });
  context.set(memberContext, { currentUser, session });
  return next();
}

async function whoAsks(context: Context, requestSession: RequestSession): Promise<CurrentUser | null> {
  try {
    return await currentUserOf(context);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isKept = isPost(requestSession) && (await parkForm(requestSession));
    const promise = isKept ? " What you typed is kept for 30 minutes: open the form again to send it." : "";
    throw data(`Latchkey cannot reach its service right now. Try again in a minute.${promise}`, { status: 503 });
  }
}

function isPost(requestSession: RequestSession): boolean {
  return requestSession.request.method !== "GET" && requestSession.request.method !== "HEAD";
}

/** To the sign-in page and back afterwards; the form of a post is kept meanwhile. */
async function goToSignIn(requestSession: RequestSession): Promise<Response> {
  const isKept = isPost(requestSession) && (await parkForm(requestSession));
  const here = requestSession.url.pathname + requestSession.url.search;
  // A post that is not kept (the switcher, Lite and Full) goes back to the page that it came from.
  const location = signInPath(
    isPost(requestSession) && !isKept ? refererPath(requestSession.request, requestSession.url) : here,
  );
  // 303 turns a post into a GET; the full load leaves nothing of the ended session in the page.
  return redirectDocument(location, 303);
}

/** The member of staff whom `requireAgent` let pass; somebody without a workspace is sent to make one. */
export function agentOf(context: Context): Agent {
  const { workspace, ...currentUser } = memberOf(context);
  if (workspace === null) throw redirect("/workspace/join");
  return { ...currentUser, kind: "agent", workspace };
}

/** Like `agentOf`, for the few pages that somebody without any workspace may see. */
export function memberOf(context: Context): CurrentUser {
  const currentUser = findMember(context);
  if (currentUser === null) throw unguarded();
  return currentUser;
}

/** Whoever a guard let pass; null on pages without a guard. */
export function findMember(context: Context): CurrentUser | null {
  return context.get(memberContext)?.currentUser ?? null;
}

/** Goes on in another workspace from the next request on. Whether the person belongs to it, the upstream decides. */
export async function switchWorkspace(context: Context, workspaceId: string): Promise<void> {
  const requestSession = context.get(requestSessionContext);
  await requestSession.change({ workspaceId });
  requestSession.rememberWorkspace(workspaceId);
}

/** The API for the records of the current user's workspace. Behind a guard only. */
export function apiOf(context: Context): Api {
  return memberApi(context, context.get(upstreamContext).records);
}

/** The API for people, sessions and workspaces, which another service than the records' may serve. Behind a guard only. */
export function identityApiOf(context: Context): Api {
  return memberApi(context, context.get(upstreamContext).identity);
}

/** The same for somebody who is not signed in: signing in, registering, choosing a new password. */
export function anonymousApiOf(context: Context): Api {
  return connectAs(context, context.get(upstreamContext).identity, { token: null, workspaceId: null });
}

function memberApi(context: Context, connection: UpstreamConnection): Api {
  const member = context.get(memberContext);
  if (member === null) throw unguarded();
  const { currentUser, session } = member;
  const requestSession = context.get(requestSessionContext);
  return connectAs(
    context,
    connection,
    { token: session.token, workspaceId: currentUser.workspace?.id ?? null },
    async () => {
      requestSession.isOver = true;
      await requestSession.end();
    },
  );
}

function unguarded(): Error {
  return new Error("This route has no guard above it: it belongs below session/agents.tsx.");
}
