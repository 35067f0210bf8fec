import { data, href, type RouterContextProvider, redirectDocument } from "react-router";
import { ApiError } from "../json-api/api-error.ts";
import type { PermissionRefusal } from "../ui/error-view.tsx";
import { areas } from "./area.ts";
import { loadCurrentUser } from "./current-user.server.ts";
import type { Authenticated, CurrentUser } from "./current-user.ts";
import { dropBody } from "./drop-body.ts";
import { type KnownUser, knownUsersContext } from "./known-users.server.ts";
import { memberForm } from "./longest-form.ts";
import { refererPath } from "./next-path.ts";
import { parkForm } from "./parked-form.server.ts";
import { type RequestSession, requestSessionContext } from "./request-session.server.ts";
import { goToSignIn, isPost } from "./return-to.server.ts";
import { authenticatedContext, isRecordsElsewhere } from "./session.server.ts";

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
  const known = await findKnown(context, requestSession);
  if (known?.user.kind === kind) return answerKnown(known, context, next);
  const { user, session } = await identify(context, requestSession);
  if (user.kind !== kind) throw data(otherKind[kind], { status: 403 });
  if (requestSession.hasLeftWorkspace) leadOut(requestSession);
  context.set(authenticatedContext, { user, session });
  requestSession.formLimits = memberForm;
  return next();
}

/**
 * Who the session's user was when the service was last asked; null where they have to be asked for first. Who was asked for within the
 * last seconds is taken without reading the session again; on a page that looks again nobody counts as recent.
 */
async function findKnown(context: Context, requestSession: RequestSession): Promise<KnownUser | null> {
  const { id } = requestSession;
  // A service of its own for the records is called with its own token: it cannot check by itself who asks.
  if (id === null || isPost(requestSession) || isRecordsElsewhere(context)) return null;
  const users = context.get(knownUsersContext);
  const place = requestSession.readCookie(requestSession.area.cookies.workspace);
  const mayBeOld = !looksAgain(requestSession);
  const recent = mayBeOld ? users.recent(id, place) : null;
  if (recent !== null) {
    requestSession.takeRow(recent.session);
    return recent;
  }
  const session = await requestSession.session();
  const known = session && users.find(id, session);
  return known && { ...known, isRecent: known.isRecent && mayBeOld };
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

/**
 * Prepares the page for a known user. The service checks each call of the page by itself. Whoever was asked for within the last
 * seconds is shown it at once, unless it fails or the service refuses one of its calls: they may be somebody else by now. Everybody
 * else is asked for beside the page, which is shown only if the service still says the same.
 */
async function answerKnown(known: KnownUser, context: Context, next: () => Promise<Response>): Promise<Response> {
  const requestSession = context.get(requestSessionContext);
  const { isRecent } = known;
  const asked = isRecent ? null : Promise.allSettled([identify(context, requestSession)]);
  if (isRecent) {
    requestSession.currentUser = Promise.resolve(known.user);
    requestSession.moment = known.moment;
  }
  context.set(authenticatedContext, { user: known.user, session: known.session });
  const [prepared] = await Promise.allSettled([next()]);
  const isGood = prepared.status === "fulfilled" && prepared.value.status < 400 && !requestSession.wasRefused;
  if (isRecent && isGood) return prepared.value;
  if (isRecent) {
    requestSession.currentUser = null;
    requestSession.takeRow(null);
  }
  const [identified] = await (asked ?? Promise.allSettled([identify(context, requestSession)]));
  const isSame =
    identified.status === "fulfilled" && identified.value.user.authentication === known.user.authentication;
  if (isSame && prepared.status === "fulfilled") return prepared.value;
  if (prepared.status === "fulfilled") await dropBody(prepared.value.body);
  if (identified.status === "rejected") throw identified.reason;
  if (isSame && prepared.status === "rejected") throw prepared.reason;
  if (requestSession.id !== null) context.get(knownUsersContext).surprise(requestSession.id);
  requestSession.dropCookies();
  if (requestSession.hasLeftWorkspace) leadOut(requestSession);
  throw redirectDocument(requestSession.url.pathname + requestSession.url.search, 303);
}

/** Asks who the session's user is, and keeps the answer where it is only read. @throws what `ask` throws */
async function identify(context: Context, requestSession: RequestSession): Promise<Authenticated> {
  const { id } = requestSession;
  if (id === null || isPost(requestSession) || isRecordsElsewhere(context)) return ask(context, requestSession);
  const moment = {};
  requestSession.moment = moment;
  return context.get(knownUsersContext).ask(id, moment, () => ask(context, requestSession));
}

/** Asks who the session's user is. @throws the way to the sign-in page for someone who is not signed in (any more) */
async function ask(context: Context, requestSession: RequestSession): Promise<Authenticated> {
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
