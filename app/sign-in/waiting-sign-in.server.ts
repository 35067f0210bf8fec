import { type RouterContextProvider, redirect } from "react-router";
import { loginPath, withNext } from "../session/next-path.ts";
import { type RequestSession, requestSessionContext } from "../session/request-session.server.ts";
import type { Session } from "../session/store.ts";

/**
 * A sign-in between its two steps. Its session is a visitor's: it has no token that any guard or call would take, only what the
 * second step needs.
 */
export interface WaitingSignIn {
  /** Good for the second step alone. */
  readonly token: string;
  readonly email: string;
  readonly mayTrustBrowser: boolean;
  /** Whether the first step has ended the person's other sessions. */
  readonly endsOthers: boolean;
}

const yes = "yes";

/** What is kept of it. */
export function waitingSession({ token, email, mayTrustBrowser, endsOthers }: WaitingSignIn): Session {
  const visitorState = {
    secondStep: token,
    secondStepEmail: email,
    ...(mayTrustBrowser && { secondStepTrust: yes }),
    ...(endsOthers && { secondStepEndsOthers: yes }),
  };
  return { kind: "visitor", personId: null, workspaceId: null, clientId: null, token: null, visitorState };
}

/** The sign-in that waits in this browser; null for none. */
export async function findWaiting(context: Readonly<RouterContextProvider>): Promise<WaitingSignIn | null> {
  const state = (await context.get(requestSessionContext).session())?.visitorState ?? {};
  const { secondStep: token, secondStepEmail: email, secondStepTrust, secondStepEndsOthers } = state;
  if (token === undefined || email === undefined) return null;
  return { token, email, mayTrustBrowser: secondStepTrust === yes, endsOthers: secondStepEndsOthers === yes };
}

/** The same for the pages of the second step. @throws a redirect to the sign-in page when there is none (any more) */
export async function loadWaiting(context: Readonly<RouterContextProvider>): Promise<WaitingSignIn> {
  const waiting = await findWaiting(context);
  const next = context.get(requestSessionContext).url.searchParams.get("next");
  if (waiting === null) throw redirect(withNext(loginPath, next));
  return waiting;
}

const cookie = "latchkey_trusted";

/** In seconds. */
const trustLife = 30 * 24 * 60 * 60;

/** The service's tokens, one after the other, of people who share a browser. */
const tokenPattern = /[\w-]{43}/g;
const mostTokens = 4;

function readTokens(requestSession: RequestSession): readonly string[] {
  return requestSession.readCookie(cookie)?.match(tokenPattern)?.slice(0, mostTokens) ?? [];
}

/** What this browser has in place of second steps, as the service takes it; null for nothing. */
export function readBrowserTrust(requestSession: RequestSession): string | null {
  return readTokens(requestSession).join(".") || null;
}

/** Keeps one more, for 30 days. */
export function keepBrowserTrust(requestSession: RequestSession, token: string): void {
  if (!/^[\w-]{43}$/.test(token)) return;
  const all = [token, ...readTokens(requestSession)].slice(0, mostTokens);
  requestSession.setCookie(cookie, all.join(""), trustLife);
}
