import type { RouterContextProvider } from "react-router";
import { requestSessionContext } from "./request-session.server.ts";
import type { Session } from "./store.ts";

type Context = Readonly<RouterContextProvider>;

/** How long a visitor's session lasts, in milliseconds. */
const life = 24 * 60 * 60_000;

const visitor: Session = {
  kind: "visitor",
  personId: null,
  workspaceId: null,
  clientId: null,
  token: null,
  visitorState: {},
};

/** What a visitor has typed so far while signing in or registering. */
export async function readVisitorState(context: Context): Promise<Session["visitorState"]> {
  return (await context.get(requestSessionContext).session())?.visitorState ?? {};
}

/** Replaces the visitor's state, in a new session if there is none. */
export async function keepVisitorState(context: Context, visitorState: Session["visitorState"]): Promise<void> {
  const requestSession = context.get(requestSessionContext);
  if ((await requestSession.session()) !== null) await requestSession.change({ visitorState });
  else await requestSession.open({ ...visitor, visitorState }, new Date(Date.now() + life));
}
