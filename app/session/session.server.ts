import {
  createContext,
  data,
  type MiddlewareFunction,
  type RouterContextProvider,
  redirect,
  redirectDocument,
} from "react-router";
import type { Api } from "../json-api/api.ts";
import { ApiError } from "../json-api/api-error.ts";
import { askerOf, connectAs } from "./asker.server.ts";
import type { Agent, Asker } from "./asker.ts";
import { settingsContext, type UpstreamConnection, upstreamContext } from "./context.ts";
import { refererPath, signInPath } from "./next-path.ts";
import { parkForm } from "./parking.server.ts";
import type { KeptSession } from "./store.ts";
import { storeFor } from "./stranding.server.ts";
import { Visit, visitContext } from "./visit.server.ts";

type Context = Readonly<RouterContextProvider>;

/** Whom a guard let pass, and the session that they have. */
interface Member {
  readonly asker: Asker;
  readonly session: KeptSession;
}

const memberContext = createContext<Member | null>(null);

/** Root middleware: gives every request its visit, and turns an answer without a valid session into the sign-in page. */
export const loadSession: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const store = storeFor(context, () => visit);
  const visit = new Visit(request, url, store, context.get(settingsContext));
  context.set(visitContext, visit);
  const response = await next();
  if (!visit.isOver) return visit.seal(response);
  await response.body?.cancel();
  return visit.seal(await goToSignIn(visit));
};

/** Lets only staff pass; everybody else goes to the sign-in page, and what they had typed is kept. */
export const requireAgent: MiddlewareFunction<Response> = ({ context }, next) => letPass("agent", context, next);

/** Lets only buyers pass into the portal. */
export const requireClient: MiddlewareFunction<Response> = ({ context }, next) => letPass("client", context, next);

async function letPass(kind: Asker["kind"], context: Context, next: () => Promise<Response>): Promise<Response> {
  const visit = context.get(visitContext);
  const asker = await whoAsks(context, visit);
  const session = await visit.session();
  if (asker === null || session === null) throw await goToSignIn(visit);
  if (asker.kind !== kind) throw data("This page is not open to you.", { status: 403 });
  context.set(memberContext, { asker, session });
  return next();
}

async function whoAsks(context: Context, visit: Visit): Promise<Asker | null> {
  try {
    return await askerOf(context);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isKept = isPost(visit) && (await parkForm(visit));
    const promise = isKept ? " What you typed is kept for 30 minutes: open the form again to send it." : "";
    throw data(`Latchkey cannot reach its service right now. Try again in a minute.${promise}`, { status: 503 });
  }
}

function isPost(visit: Visit): boolean {
  return visit.request.method !== "GET" && visit.request.method !== "HEAD";
}

/** To the sign-in page and back afterwards; the form of a post is kept meanwhile. */
async function goToSignIn(visit: Visit): Promise<Response> {
  const isKept = isPost(visit) && (await parkForm(visit));
  const here = visit.url.pathname + visit.url.search;
  // A post that is not kept (the switcher, Lite and Full) goes back to the page that it came from.
  const location = signInPath(isPost(visit) && !isKept ? refererPath(visit.request, visit.url) : here);
  // 303 turns a post into a GET; the full load leaves nothing of the ended session in the page.
  return redirectDocument(location, 303);
}

/** The member of staff whom `requireAgent` let pass; somebody without a workspace is sent to make one. */
export function agentOf(context: Context): Agent {
  const { workspace, ...asker } = memberOf(context);
  if (workspace === null) throw redirect("/workspace/join");
  return { ...asker, kind: "agent", workspace };
}

/** Like `agentOf`, for the few pages that somebody without any workspace may see. */
export function memberOf(context: Context): Asker {
  const asker = findMember(context);
  if (asker === null) throw unguarded();
  return asker;
}

/** Whoever a guard let pass; null on pages without a guard. */
export function findMember(context: Context): Asker | null {
  return context.get(memberContext)?.asker ?? null;
}

/** Goes on in another workspace from the next request on. Whether the person belongs to it, the upstream decides. */
export async function switchWorkspace(context: Context, workspaceId: string): Promise<void> {
  const visit = context.get(visitContext);
  await visit.change({ workspaceId });
  visit.rememberWorkspace(workspaceId);
}

/** The API for the records of the asker's workspace. Behind a guard only. */
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
  const { asker, session } = member;
  const visit = context.get(visitContext);
  return connectAs(
    context,
    connection,
    { token: session.token, workspaceId: asker.workspace?.id ?? null },
    async () => {
      visit.isOver = true;
      await visit.end();
    },
  );
}

function unguarded(): Error {
  return new Error("This route has no guard above it: it belongs below session/agents.tsx.");
}
