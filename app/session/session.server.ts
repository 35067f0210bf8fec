import {
  createContext,
  data,
  type MiddlewareFunction,
  type RouterContextProvider,
  redirect,
  redirectDocument,
} from "react-router";
import { type Api, ApiError, createApi } from "../json-api/api.ts";
import type { Agent, Asker } from "./asker.ts";
import {
  logContext,
  requestIdContext,
  sessionStoreContext,
  settingsContext,
  type UpstreamConnection,
  upstreamContext,
} from "./context.ts";
import { findAsker } from "./identity.server.ts";
import { signInPath } from "./next-path.ts";
import { parkForm } from "./parking.server.ts";
import { Visit } from "./visit.server.ts";

type Context = Readonly<RouterContextProvider>;

/** The request's view of its session; there from the root middleware on. */
export const visitContext = createContext<Visit>();

const askerContext = createContext<Asker | null>(null);

/** Root middleware: gives every request its visit, and turns an answer without a valid session into the sign-in page. */
export const loadSession: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const visit = new Visit(request, url, context.get(sessionStoreContext), context.get(settingsContext));
  context.set(visitContext, visit);
  const response = await next();
  return visit.seal(visit.isOver ? await goToSignIn(visit) : response);
};

/** Lets only staff pass; everybody else goes to the sign-in page, and what they had typed is kept. */
export const requireAgent: MiddlewareFunction<Response> = ({ context }, next) => letPass("agent", context, next);

/** Lets only buyers pass into the portal. */
export const requireClient: MiddlewareFunction<Response> = ({ context }, next) => letPass("client", context, next);

async function letPass(kind: Asker["kind"], context: Context, next: () => Promise<Response>): Promise<Response> {
  const visit = context.get(visitContext);
  const asker = await whoAsks(context, visit);
  if (asker === null) throw await goToSignIn(visit);
  if (asker.kind !== kind) throw data("This page is not for you.", { status: 403 });
  context.set(askerContext, asker);
  return next();
}

async function whoAsks(context: Context, visit: Visit): Promise<Asker | null> {
  try {
    return await askerOf(context);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isKept = await parkForm(visit);
    const promise = isKept ? " What you typed is kept for 30 minutes: open the form again to send it." : "";
    throw data(`Latchkey cannot reach its service right now. Please try again in a minute.${promise}`, { status: 503 });
  }
}

/** To the sign-in page and back afterwards; the form of a post is kept meanwhile. */
async function goToSignIn(visit: Visit): Promise<Response> {
  const isPost = visit.request.method !== "GET" && visit.request.method !== "HEAD";
  const isKept = isPost && (await parkForm(visit));
  const here = visit.url.pathname + visit.url.search;
  const location = signInPath(isPost && !isKept ? refererOf(visit) : here);
  // 303 turns a post into a GET; the full load leaves nothing of the ended session in the page.
  return redirectDocument(location, 303);
}

/** The page that a post without a page of its own (the switcher, Lite and Full) came from. */
function refererOf(visit: Visit): string | null {
  const referer = URL.parse(visit.request.headers.get("Referer") ?? "");
  return referer?.host === visit.url.host ? referer.pathname + referer.search : null;
}

/**
 * Who is asking, by one call to the upstream per request; null for somebody who is not signed in (any more).
 * @throws ApiError when the upstream cannot say
 */
export function askerOf(context: Context): Promise<Asker | null> {
  const visit = context.get(visitContext);
  visit.asker ??= askUpstream(context, visit);
  return visit.asker;
}

async function askUpstream(context: Context, visit: Visit): Promise<Asker | null> {
  const session = await visit.session();
  if (session === null || session.token === null) return null;
  try {
    const asker = await findAsker(connect(context, context.get(upstreamContext).identity, session));
    // The upstream chooses a workspace when the session names none, or one that the person has left.
    await visit.change({ workspaceId: asker.workspace?.id ?? null, personId: asker.person.id });
    return asker;
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== "unauthenticated") throw error;
    await visit.end();
    return null;
  }
}

/** The member of staff whom `requireAgent` let pass; somebody without a workspace is sent to make one. */
export function agentOf(context: Context): Agent {
  const { workspace, ...asker } = memberOf(context);
  if (workspace === null) throw redirect("/workspace/join");
  return { ...asker, kind: "agent", workspace };
}

/** Whoever a guard let pass; null on pages without a guard. */
export function findMember(context: Context): Asker | null {
  return context.get(askerContext);
}

/** Like `agentOf`, for the few pages that somebody without any workspace may see. */
export function memberOf(context: Context): Asker {
  const asker = findMember(context);
  if (asker === null) throw new Error("This route has no guard above it: put it below session/agents.tsx.");
  return asker;
}

/** The API for the records of the asker's workspace. */
export function apiOf(context: Context): Api {
  return signedInApi(context, context.get(upstreamContext).records);
}

/** The API for people, sessions and workspaces, which another service than the records' may serve (API_IDENTITY). */
export function identityApiOf(context: Context): Api {
  return signedInApi(context, context.get(upstreamContext).identity);
}

/** The same for somebody who is not signed in: signing in, registering, choosing a new password. */
export function anonymousApiOf(context: Context): Api {
  return connect(context, context.get(upstreamContext).identity, { token: null, workspaceId: null });
}
