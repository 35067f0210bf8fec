import { data, type RouterContextProvider, redirect } from "react-router";
import { TimeoutError, timeout } from "remix-utils/promise";
import { startForm } from "../forms/forms.server.ts";
import { ApiError } from "../json-api/api-error.ts";
import { areas } from "../session/area.ts";
import { loadCurrentUser } from "../session/current-user.server.ts";
import type { CurrentUser } from "../session/current-user.ts";
import { inHousehold, readNextPath } from "../session/next-path.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { anonymousApiOf } from "../session/session.server.ts";
import { checkPortalLink, type PortalLinkPurpose, type PortalLinkState } from "../sign-in/portal-identity.server.ts";
import { isSignedIn } from "../sign-in/sign-in.server.ts";

type Context = Readonly<RouterContextProvider>;

/** The longest that the page waits for this, in milliseconds: pressing the button tells it as well. */
const patience = 1000;

/**
 * What the page of a mailed link shows: its button, or with status 410 that the link no longer works. Nothing is used up. Whoever is
 * signed in is led on by a link that was used: to its page, in the portal that it is for.
 */
export async function loadPortalLink(context: Context, purpose: PortalLinkPurpose, token: string) {
  // A mail program has cut it: only the address can be asked for once more.
  if (!/^[\w-]{43}$/.test(token)) throw redirect(areas.portal.login);
  const { isLive, workspaceName, clientId, clientName, isShared } = await look(context, purpose, token);
  const next = context.get(requestSessionContext).url.searchParams.get("next");
  const signedIn = isLive ? null : await findSignedIn(context);
  const isTheirs = clientId === null || signedIn?.households.some((household) => household.clientId === clientId);
  if (signedIn !== null && isTheirs) {
    const page = readNextPath(next, areas.portal);
    throw redirect(clientId === null ? page : inHousehold(page, clientId));
  }
  return data(
    { start: await startForm(context), isLive, workspaceName, clientName, isShared, token, next },
    isLive ? 200 : 410,
  );
}

/** Null for somebody who is not signed in, and while the service cannot say. */
async function findSignedIn(context: Context): Promise<CurrentUser | null> {
  return (await isSignedIn(context)) ? loadCurrentUser(context) : null;
}

async function look(context: Context, purpose: PortalLinkPurpose, token: string): Promise<PortalLinkState> {
  const check = checkPortalLink(anonymousApiOf(context), purpose, token);
  return timeout(check, { ms: patience }).catch((error: unknown) => {
    if (error instanceof ApiError || error instanceof TimeoutError)
      return { isLive: true, workspaceName: null, clientId: null, clientName: null, isShared: false };
    throw error;
  });
}
