import { data, type RouterContextProvider, redirect } from "react-router";
import { TimeoutError, timeout } from "remix-utils/promise";
import { startForm } from "../forms/forms.server.ts";
import { ApiError } from "../json-api/api-error.ts";
import { areas } from "../session/area.ts";
import { readNextPath } from "../session/next-path.ts";
import { checkPortalLink, type PortalLinkPurpose, type PortalLinkState } from "../session/portal-identity.server.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { anonymousApiOf } from "../session/session.server.ts";
import { isSignedIn } from "../session/sign-in.server.ts";

type Context = Readonly<RouterContextProvider>;

/** The longest that the page waits for this, in milliseconds: pressing the button tells it as well. */
const patience = 1000;

/**
 * What the page of a mailed link shows: its button, or with status 410 that the link no longer works. Nothing is used up. A link
 * that was used goes on to its page where somebody is signed in.
 */
export async function loadPortalLink(context: Context, purpose: PortalLinkPurpose, token: string) {
  const { isLive, workspaceName } = await look(context, purpose, token);
  const next = context.get(requestSessionContext).url.searchParams.get("next");
  if (!isLive && next !== null && (await isSignedIn(context))) throw redirect(readNextPath(next, areas.portal));
  return data({ start: await startForm(context), isLive, workspaceName, token, next }, isLive ? 200 : 410);
}

async function look(context: Context, purpose: PortalLinkPurpose, token: string): Promise<PortalLinkState> {
  const check = checkPortalLink(anonymousApiOf(context), purpose, token);
  return timeout(check, { ms: patience }).catch((error: unknown) => {
    if (error instanceof ApiError || error instanceof TimeoutError) return { isLive: true, workspaceName: null };
    throw error;
  });
}
