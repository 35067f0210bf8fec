import { href, type MiddlewareFunction, redirect, redirectDocument } from "react-router";
import { requireKind } from "./authentication.server.ts";
import { networkContext, settingsContext } from "./context.ts";
import { dropBody } from "./drop-body.ts";
import { allowLongForms } from "./known-device.server.ts";
import { type KnownUsers, knownUsersContext } from "./known-users.server.ts";
import { withNext } from "./next-path.ts";
import { RequestSession, requestSessionContext } from "./request-session.server.ts";
import { goToSignIn, isPost, returnTo } from "./return-to.server.ts";
import { currentUserOf, isRecordsElsewhere, workspaceOfRecords } from "./session.server.ts";
import { watchedStore } from "./session-store-unavailable.server.ts";

/** Middleware that lets only signed-in people pass: no page below it is reached without it. */

/** Root middleware: gives every request its session, and answers with the sign-in page when the session has ended. */
export const loadSession: MiddlewareFunction<Response> = async ({ request, url, pattern, context }, next) => {
  const store = watchedStore(context, () => requestSession);
  const requestSession = new RequestSession(request, url, store, context.get(settingsContext));
  requestSession.pattern = pattern;
  requestSession.network = context.get(networkContext);
  context.set(requestSessionContext, requestSession);
  if (isPost(requestSession)) allowLongForms(requestSession);
  const response = await (isPost(requestSession)
    ? write(context.get(knownUsersContext), requestSession.id, next)
    : next());
  if (!requestSession.hasEnded) return requestSession.seal(response);
  await dropBody(response.body);
  return requestSession.seal(await goToSignIn(requestSession));
};

/** What was known of the user ends before anything is changed, and once more for what was asked meanwhile. */
async function write(users: KnownUsers, id: string | null, next: () => Promise<Response>): Promise<Response> {
  if (id === null) return next();
  users.end(id);
  try {
    return await next();
  } finally {
    users.end(id);
  }
}

/** Lets only staff pass; everyone else goes to the sign-in page, and a posted form is kept. */
export const requireAgent: MiddlewareFunction<Response> = ({ context }, next) => requireKind("agent", context, next);

/** Lets nobody into a workspace that they have to set up two-step sign-in for; a posted form is kept meanwhile. */
export const requireOpenWorkspace: MiddlewareFunction<Response> = async ({ context }, next) => {
  if (currentUserOf(context).workspace?.isShut !== true) return next();
  const requestSession = context.get(requestSessionContext);
  throw redirectDocument(withNext(href("/settings/account/two-step/setup"), await returnTo(requestSession)), 303);
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
