import type { RouterContextProvider } from "react-router";
import { ApiError } from "../json-api/api-error.ts";
import { isUuid } from "../json-api/record.ts";
import { revokeOtherSessions } from "../session/identity.server.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { currentUserOf, identityApiOf, notFound } from "../session/session.server.ts";
import type { KeptSession, ListedSession, SessionOwner } from "../session/store.ts";
import { revoke } from "./sign-in.server.ts";

/** Where the current user is signed in. Their sessions are kept here, whichever service knows the person. */

type Context = Readonly<RouterContextProvider>;

/** Tells the service that nobody signed out on that device. */
const endedElsewhere = { "x-ended-elsewhere": "1" };

const ownerOf = (context: Context): SessionOwner => ({ kind: "agent", personId: currentUserOf(context).person.id });

/** The sessions of the current user, the last used first. */
export function listSessions(context: Context): Promise<readonly ListedSession[]> {
  const { store, id } = context.get(requestSessionContext);
  return store.sessions.list(ownerOf(context), id);
}

/** Ends one of the current user's sessions, here and upstream. A second time changes nothing. @throws 404 for somebody else's */
export async function endListedSession(context: Context, listedId: string): Promise<void> {
  const { store } = context.get(requestSessionContext);
  // Sessions are kept here, under UUIDs.
  if (!isUuid(listedId)) throw notFound();
  const ended = await store.sessions.endListed(ownerOf(context), listedId);
  if (ended === undefined) throw notFound();
  if (ended !== null) await revoke(context, { ...ended, headers: endedElsewhere });
}

/** Ends all of the current user's sessions but this one, here and upstream. @returns how many there were here */
export async function endOtherSessions(context: Context): Promise<number> {
  const ended = await forgetOtherSessions(context);
  if (!(await revokeOthers(context)))
    await Promise.all(ended.map((session) => revoke(context, { ...session, headers: endedElsewhere })));
  return ended.length;
}

/** Removes the current user's other sessions from the list after the service has ended them. */
export function forgetOtherSessions(context: Context): Promise<readonly KeptSession[]> {
  const { store, id } = context.get(requestSessionContext);
  return store.sessions.endOthers(ownerOf(context), id);
}

/** After the service has ended every session of an account: they are gone here, too. */
export async function forgetSessionsOf(context: Context, personId: string): Promise<void> {
  await context.get(requestSessionContext).store.sessions.endOthers({ kind: "agent", personId }, null);
}

/** Whether the service has ended them all at once, those of no browser too. */
async function revokeOthers(context: Context): Promise<boolean> {
  try {
    await revokeOtherSessions(identityApiOf(context));
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
