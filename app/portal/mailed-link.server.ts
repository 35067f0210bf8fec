import { data, type RouterContextProvider } from "react-router";
import { TimeoutError, timeout } from "remix-utils/promise";
import { startForm } from "../forms/forms.server.ts";
import { ApiError } from "../json-api/api-error.ts";
import { checkPortalLink, type PortalLinkPurpose, type PortalLinkState } from "../session/portal-identity.server.ts";
import { anonymousApiOf } from "../session/session.server.ts";

type Context = Readonly<RouterContextProvider>;

/** The longest that the page waits for this, in milliseconds: pressing the button tells it as well. */
const patience = 1000;

/** What the page of a mailed link shows: its button, or with status 410 that the link no longer works. Nothing is used up. */
export async function loadPortalLink(context: Context, purpose: PortalLinkPurpose, token: string) {
  const { isLive, workspaceName } = await look(context, purpose, token);
  return data({ start: await startForm(context), isLive, workspaceName, token }, isLive ? 200 : 410);
}

async function look(context: Context, purpose: PortalLinkPurpose, token: string): Promise<PortalLinkState> {
  const check = checkPortalLink(anonymousApiOf(context), purpose, token);
  return timeout(check, { ms: patience }).catch((error: unknown) => {
    if (error instanceof ApiError || error instanceof TimeoutError) return { isLive: true, workspaceName: null };
    throw error;
  });
}
