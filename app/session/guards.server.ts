import {
  data,
  href,
  type MiddlewareFunction,
  type RouterContextProvider,
  redirect,
  redirectDocument,
} from "react-router";
import { parkForm } from "../forms/parked-form.server.ts";
import { memberForm } from "../forms/posted-form.server.ts";
import { ApiError } from "../json-api/api-error.ts";
import type { PermissionRefusal } from "../ui/error-view.tsx";
import { areas } from "./area.ts";
import { networkContext, settingsContext, upstreamContext } from "./context.ts";
import { loadCurrentUser } from "./current-user.server.ts";
import type { CurrentUser } from "./current-user.ts";
import { allowLongForms } from "./known-device.server.ts";
import { refererPath, secondStepPath, signInPath, withNext } from "./next-path.ts";
import { RememberedUsers } from "./remembered-users.server.ts";
import { RequestSession, requestSessionContext } from "./request-session.server.ts";
import {
  type Admitted,
  admittedContext,
  currentUserOf,
  isRecordsElsewhere,
  workspaceOfRecords,
} from "./session.server.ts";
import { watchedStore } from "./session-store-unavailable.server.ts";

/** Middleware that lets only signed-in people pass: no page below it is reached without it. */

type Context = Readonly<RouterContextProvider>;

/** Root middleware: gives every request its session, and answers with the sign-in page when the session has ended. */
export const loadSession: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const store = watchedStore(context, () => requestSession);
  const requestSession = new RequestSession(request, url, store, context.get(settingsContext));
  requestSession.network = context.get(networkContext);
  context.set(requestSessionContext, requestSession);
  if (isPost(requestSession)) allowLongForms(requestSession);
  const response = await next();
  if (!requestSession.hasEnded) return requestSession.seal(response);
  await response.body?.cancel();
  return requestSession.seal(await goToSignIn(requestSession));
};

/** Lets only staff pass; everyone else goes to the sign-in page, and a posted form is kept. */
export const requireAgent: MiddlewareFunction<Response> = ({ context }, next) => requireKind("agent", context, next);

/** Lets nobody into a workspace that they have to set up two-step sign-in for; a posted form is kept meanwhile. */
export const requireOpenWorkspace: MiddlewareFunction<Response> = async ({ context }, next) => {
  if (currentUserOf(context).workspace?.isShut !== true) return next();
  const requestSession = context.get(requestSessionContext);
  throw redirectDocument(withNext(href("/settings/account/two-step/setup"), await wayBack(requestSession)), 303);
};

/** Lets only buyers pass into the portal. */
export const requireClient: MiddlewareFunction<Response> = ({ context }, next) => requireKind("client", context, next);

/**
 * Below `requireAgent`: lets only those pass whose workspace has records. Another service is called with a token of its own,
 * whoever asks, so nobody else may cause a call to it.
 */
export const requireRecords: MiddlewareFunction<Response> = ({ context }, next) => {
  const isElsewhere = isRecordsElsewhere(context);
  if (isElsewhere && currentUserOf(context).workspace === null) throw redirect(href("/workspace/join"));
  workspaceOfRecords(context);
  return next();
};

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

async function requireKind(
  kind: CurrentUser["kind"],
  context: Context,
  next: () => Promise<Response>,
): Promise<Response> {
  const requestSession = context.get(requestSessionContext);
  const remembered = await findRemembered(context, requestSession);
  if (remembered?.user.kind === kind) return prepareFor(remembered, context, next);
  const { user, session } = await identify(context, requestSession);
  if (user.kind !== kind) throw data(otherKind[kind], { status: 403 });
  if (requestSession.hasLeftWorkspace) leadOut(requestSession);
  context.set(admittedContext, { user, session });
  requestSession.formLimits = memberForm;
  return next();
}

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
  const requestSession = context.get(requestSessionContext);
  const { id } = requestSession;
  const asked = identify(context, requestSession);
  context.set(admittedContext, remembered);
  const [prepared, identified] = await Promise.allSettled([next(), asked]);
  const isSame = identified.status === "fulfilled" && identified.value.user.standing === remembered.user.standing;
  if (isSame && prepared.status === "fulfilled") return prepared.value;
  if (prepared.status === "fulfilled") await prepared.value.body?.cancel();
  if (identified.status === "rejected") throw identified.reason;
  if (isSame && prepared.status === "rejected") throw prepared.reason;
  if (id !== null) rememberedUsersOf(context).forgetSurprised(id);
  requestSession.dropCookies();
  if (requestSession.hasLeftWorkspace) leadOut(requestSession);
  throw redirectDocument(requestSession.url.pathname + requestSession.url.search, 303);
}

/** Asks who the session's user is. @throws the way to the sign-in page for someone who is not signed in (any more) */
async function identify(context: Context, requestSession: RequestSession): Promise<Admitted> {
  const { id } = requestSession;
  const user = await findUser(context, requestSession);
  const session = await requestSession.session();
  if (user === null || session === null) throw await goToSignIn(requestSession);
  const isRemembered = !isPost(requestSession) && !isRecordsElsewhere(context);
  if (id !== null && isRemembered) rememberedUsersOf(context).keep(id, user);
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

function isPost(requestSession: RequestSession): boolean {
  return requestSession.request.method !== "GET" && requestSession.request.method !== "HEAD";
}

/** To the sign-in page and back afterwards; a posted form is kept meanwhile. */
async function goToSignIn(requestSession: RequestSession): Promise<Response> {
  const next = await wayBack(requestSession);
  const waiting = (await requestSession.session())?.visitorState.secondStep;
  const location = waiting === undefined ? signInPath(next, requestSession.area) : withNext(secondStepPath, next);
  // 303 turns a POST into a GET; the full load leaves nothing of the ended session in the page.
  return redirectDocument(location, 303);
}

/** Where to go on afterwards; a posted form is kept for then. */
async function wayBack(requestSession: RequestSession): Promise<string | null> {
  const isKept = isPost(requestSession) && (await parkForm(requestSession));
  // A form that is not kept (the switcher, the page mode) leads back to the page it was on.
  if (isPost(requestSession) && !isKept) return refererPath(requestSession.request, requestSession.url);
  return requestSession.url.pathname + requestSession.url.search;
}
