import { data, href, matchRoutes, type RouterContextProvider, redirect } from "react-router";
import { TimeoutError, timeout } from "remix-utils/promise";
import { startForm } from "../forms/forms.server.ts";
import { ApiError } from "../json-api/api-error.ts";
import { areas } from "../session/area.ts";
import { upstreamContext } from "../session/context.ts";
import { connectAs, loadCurrentUser } from "../session/current-user.server.ts";
import type { CurrentUser } from "../session/current-user.ts";
import { readNextPath, withNext } from "../session/next-path.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { anonymousApiOf } from "../session/session.server.ts";
import { checkPortalLink, type PortalLinkPurpose, type PortalLinkState } from "../sign-in/portal-identity.server.ts";
import { isSignedIn } from "../sign-in/sign-in.server.ts";
import { findProperty } from "./portal-properties.server.ts";

type Context = Readonly<RouterContextProvider>;

/** The longest that the page waits for this, in milliseconds: pressing the button tells it as well. */
const patience = 1000;

/**
 * What the page of a mailed link shows: its button, or with status 410 that the link no longer works. Nothing is used up. A link
 * that was used goes on to its page where somebody is signed in who sees that; who has several workspaces is led to their choice.
 */
export async function loadPortalLink(context: Context, purpose: PortalLinkPurpose, token: string) {
  // A mail program has cut it: only the address can be asked for once more.
  if (!/^[\w-]{43}$/.test(token)) throw redirect(areas.portal.login);
  const { isLive, workspaceName, isShared } = await look(context, purpose, token);
  const next = context.get(requestSessionContext).url.searchParams.get("next");
  const signedIn = isLive ? null : await findSignedIn(context);
  if (next !== null && signedIn !== null && (await opens(context, next)))
    throw redirect(readNextPath(next, areas.portal));
  const choice = (signedIn?.workspaces.length ?? 0) > 1 ? withNext(href("/client-portal/workspaces"), next) : null;
  return data(
    { start: await startForm(context), isLive, workspaceName, isShared, token, next, choice },
    isLive ? 200 : 410,
  );
}

/** Null for somebody who is not signed in, and while the service cannot say. */
async function findSignedIn(context: Context): Promise<CurrentUser | null> {
  return (await isSignedIn(context)) ? loadCurrentUser(context) : null;
}

/** Whether a page is there for who is signed in: a link of another workspace may lead to a property that they do not see. */
async function opens(context: Context, next: string): Promise<boolean> {
  const id = matchRoutes([{ path: "/client-portal/dashboard/properties/:id/*" }], next)?.[0]?.params.id;
  const session = await context.get(requestSessionContext).session();
  if (id === undefined || session === null) return true;
  try {
    await findProperty(connectAs(context, context.get(upstreamContext).records, session), id);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return error.kind !== "missing";
    throw error;
  }
}

async function look(context: Context, purpose: PortalLinkPurpose, token: string): Promise<PortalLinkState> {
  const check = checkPortalLink(anonymousApiOf(context), purpose, token);
  return timeout(check, { ms: patience }).catch((error: unknown) => {
    if (error instanceof ApiError || error instanceof TimeoutError)
      return { isLive: true, workspaceName: null, isShared: false };
    throw error;
  });
}
