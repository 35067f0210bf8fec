import type { RouterContextProvider } from "react-router";
import { requestSessionContext } from "./request-session.server.ts";
import type { Session } from "./store.ts";

type Context = Readonly<RouterContextProvider>;

/** How long a visitor's notes are kept, in milliseconds. */
const life = 24 * 60 * 60_000;

const visitor: Session = { kind: "visitor", personId: null, workspaceId: null, token: null, notes: {} };

/** What a visitor has typed so far on the way in; empty for somebody who has typed nothing. */
export async function readVisitorState(context: Context): Promise<Session["notes"]> {
  return (await context.get(requestSessionContext).session())?.notes ?? {};
}

/** Keeps these notes in place of the earlier ones, in a session that begins now if there is none. */
export async function keepVisitorState(context: Context, notes: Session["notes"]): Promise<void> {
  const requestSession = context.get(requestSessionContext);
  if ((await requestSession.session()) !== null) await requestSession.change({ notes });
  else await requestSession.open({ ...visitor, notes }, new Date(Date.now() + life));
}
