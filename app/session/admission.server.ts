import { data, href, type RouterContextProvider, redirectDocument } from "react-router";
import { ApiError } from "../json-api/api-error.ts";
import type { PermissionRefusal } from "../ui/error-view.tsx";
import { areas } from "./area.ts";
import { upstreamContext } from "./context.ts";
import { loadCurrentUser } from "./current-user.server.ts";
import type { Admitted, CurrentUser } from "./current-user.ts";
import { refererPath } from "./next-path.ts";
import { parkForm } from "./parked-form.server.ts";
import { memberForm } from "./posted-form.server.ts";
import { type Recent, recentUsersContext } from "./recent-users.server.ts";
import { RememberedUsers } from "./remembered-users.server.ts";
import { type RequestSession, requestSessionContext } from "./request-session.server.ts";
import { admittedContext, isRecordsElsewhere } from "./session.server.ts";
import { goToSignIn, isPost } from "./way-back.server.ts";

/** Who is let into a page: they are asked for beside the page's own calls, or were within the last seconds. */

type Context = Readonly<RouterContextProvider>;

/** What someone is told who is signed in as the other kind of person. */
const otherKind: Readonly<Record<CurrentUser["kind"], PermissionRefusal>> = {
  agent: {
    refused: "You are signed in as a client, and this page is for the agents of a workspace.",
    back: { label: "Go to dashboard", href: areas.portal.home },
  },
  client: {
    refused: "You are signed in as an agent, and this page is for clients.",
    back: { label: "Go to dashboard", href: href("/dashboard") },
  },
};

/** Middleware that lets only one kind of person pass. @throws 403 for the other; the way to the sign-in page for nobody */
export async function requireKind(
  kind: CurrentUser["kind"],
  context: Context,
  next: () => Promise<Response>,
): Promise<Response> {
  const requestSession = context.get(requestSessionContext);
  const recent = await findRecent(context, requestSession);
  if (recent?.user.kind === kind) return answerFor(recent, context, next);
  const remembered = await findRemembered(context, requestSession);
  if (remembered?.user.kind === kind) return prepareFor(remembered, context, next);
  const { user, session } = await identify(context, requestSession);
  if (user.kind !== kind) throw data(otherKind[kind], { status: 403 });
  if (requestSession.hasLeftWorkspace) leadOut(requestSession);
  context.set(admittedContext, { user, session });
  requestSession.formLimits = memberForm;
  return next();
}

/** Who the service said the session's user was within the last seconds; null where they have to be asked for. */
async function findRecent(context: Context, requestSession: RequestSession): Promise<Recent | null> {
  const { id } = requestSession;
  if (id === null || isPost(requestSession) || isRecordsElsewhere(context) || looksAgain(requestSession)) return null;
  const session = await requestSession.session();
  return session === null ? null : context.get(recentUsersContext).find(id, session);
}

/**
 * Whether the page follows a write, maybe of another process, or is loaded again for what has changed. A form for something new asks
 * the service for nothing that could be refused: whoever may no longer make it would fill it in for nothing.
 */
function looksAgain(requestSession: RequestSession): boolean {
  const { request, url, area, pattern } = requestSession;
  if (pattern.endsWith("/new")) return true;
  const isReload = /no-cache|max-age=0/.test(request.headers.get("cache-control") ?? "");
  const isOwnUpdate = withoutSlash(refererPath(request, url) ?? "") === withoutSlash(url.pathname + url.search);
  return isReload || isOwnUpdate || requestSession.readCookie(area.cookies.toast) !== null;
}

/** A page that fetches its data has no slash at the end of its address. */
const withoutSlash = (path: string) => path.replace(/\/(?=$|\?)/, "");

/** By the connection to the service that knows people: one in each process. */
const rememberedUsers = new WeakMap<object, RememberedUsers>();

function rememberedUsersOf(context: Context): RememberedUsers {
  const { api } = context.get(upstreamContext).identity;
  const known = rememberedUsers.get(api) ?? new RememberedUsers();
  rememberedUsers.set(api, known);
  return known;
}

/** Who the session's user was a moment ago; null where they have to be asked for first. */
async function findRemembered(context: Context, requestSession: RequestSession): Promise<Admitted | null> {
  const { id } = requestSession;
  // Another service is called with a token of its own: it cannot check by itself who asks.
  if (id === null || isRecordsElsewhere(context)) return null;
  const users = rememberedUsersOf(context);
  if (isPost(requestSession)) {
    users.forget(id);
    return null;
  }
  const session = await requestSession.session();
  const user = users.find(id);
  const isSameWorkspace = user !== null && session !== null && user.workspace?.id === session.workspaceId;
  return isSameWorkspace ? { user, session } : null;
}

/**
 * Prepares the page for whom the session's user was a moment ago, while the service is asked again. The service checks each call
 * of the page by itself; the page is shown only if the user is still the same.
 */
async function prepareFor(remembered: Admitted, context: Context, next: () => Promise<Response>): Promise<Response> {
  const asked = identify(context, context.get(requestSessionContext));
  context.set(admittedContext, remembered);
  const [prepared, identified] = await Promise.allSettled([next(), asked]);
  return answerIfSame(context, remembered, prepared, identified);
}

/**
 * Answers whoever was asked for within the last seconds. Where the page fails, or the service refuses one of its calls, they may be
 * somebody else by now: then they are asked for all the same.
 */
async function answerFor(recent: Recent, context: Context, next: () => Promise<Response>): Promise<Response> {
  const requestSession = context.get(requestSessionContext);
  requestSession.currentUser = Promise.resolve(recent.user);
  requestSession.moment = recent.moment;
  context.set(admittedContext, recent);
  const [answer] = await Promise.allSettled([next()]);
  const isGood = answer.status === "fulfilled" && answer.value.status < 400 && !requestSession.wasRefused;
  if (isGood) return answer.value;
  requestSession.currentUser = null;
  const [identified] = await Promise.allSettled([identify(context, requestSession)]);
  return answerIfSame(context, recent, answer, identified);
}

/** A page that was prepared, if it was for whom the service names; else the way to the same page once more. */
async function answerIfSame(
  context: Context,
  { user }: Admitted,
  prepared: PromiseSettledResult<Response>,
  identified: PromiseSettledResult<Admitted>,
): Promise<Response> {
  const requestSession = context.get(requestSessionContext);
  const { id } = requestSession;
  const isSame = identified.status === "fulfilled" && identified.value.user.standing === user.standing;
  if (isSame && prepared.status === "fulfilled") return prepared.value;
  if (prepared.status === "fulfilled") await prepared.value.body?.cancel();
  if (identified.status === "rejected") throw identified.reason;
  if (isSame && prepared.status === "rejected") throw prepared.reason;
  if (id !== null) {
    rememberedUsersOf(context).forgetSurprised(id);
    context.get(recentUsersContext).end(id);
  }
  requestSession.dropCookies();
  if (requestSession.hasLeftWorkspace) leadOut(requestSession);
  throw redirectDocument(requestSession.url.pathname + requestSession.url.search, 303);
}

/** Asks who the session's user is, and remembers them where it is only read. @throws what `ask` throws */
async function identify(context: Context, requestSession: RequestSession): Promise<Admitted> {
  const { id } = requestSession;
  if (id === null || isPost(requestSession) || isRecordsElsewhere(context)) return ask(context, requestSession);
  const moment = {};
  requestSession.moment = moment;
  const users = context.get(recentUsersContext);
  const answer = await users.ask(id, moment, () => ask(context, requestSession));
  // One that was asked for before a write would have the page after it made twice, the second time as a new document.
  if (users.holds(id, moment)) rememberedUsersOf(context).keep(id, answer.user);
  return answer;
}

/** Asks who the session's user is. @throws the way to the sign-in page for someone who is not signed in (any more) */
async function ask(context: Context, requestSession: RequestSession): Promise<Admitted> {
  const user = await findUser(context, requestSession);
  const session = await requestSession.session();
  if (user === null || session === null) throw await goToSignIn(requestSession);
  return { user, session };
}

/** Pages for whoever has lost the workspace that was open: there they go on to another one. */
const openWithoutWorkspace = [href("/workspace/left"), href("/workspace/switch")];

const leftWorkspace: PermissionRefusal = {
  refused: "You no longer have access to this workspace. Nothing was saved.",
  back: { label: "Go on", href: href("/workspace/left") },
};

/** Whatever else they ask for leads to the page that says so: nothing of another workspace is shown in its place. */
function leadOut(requestSession: RequestSession): void {
  const path = requestSession.url.pathname.replace(/\/$/, "");
  if (openWithoutWorkspace.some((open) => open === path)) return;
  if (isPost(requestSession)) throw data(leftWorkspace, { status: 403 });
  throw redirectDocument(href("/workspace/left"), 303);
}

async function findUser(context: Context, requestSession: RequestSession): Promise<CurrentUser | null> {
  try {
    return await loadCurrentUser(context);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isKept = isPost(requestSession) && (await parkForm(requestSession));
    const promise = isKept ? " Your entries are kept for 30 minutes: open the form again to send them." : "";
    throw data(`Latchkey can't reach its service right now. Try again in a minute.${promise}`, { status: 503 });
  }
}
