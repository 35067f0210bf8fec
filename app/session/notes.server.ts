import type { RouterContextProvider } from "react-router";
import type { Session } from "./store.ts";
import { visitContext } from "./visit.server.ts";

type Context = Readonly<RouterContextProvider>;

/** How long a visitor's notes are kept, in milliseconds. */
const life = 24 * 60 * 60_000;

const visitor: Session = { kind: "visitor", personId: null, workspaceId: null, token: null, notes: {} };

/** What a visitor has typed so far on the way in; empty for somebody who has typed nothing. */
export async function readNotes(context: Context): Promise<Session["notes"]> {
  return (await context.get(visitContext).session())?.notes ?? {};
}

/** Keeps these notes in place of the earlier ones, in a session that begins now if there is none. */
export async function keepNotes(context: Context, notes: Session["notes"]): Promise<void> {
  const visit = context.get(visitContext);
  if ((await visit.session()) !== null) await visit.change({ notes });
  else await visit.open({ ...visitor, notes }, new Date(Date.now() + life));
}
