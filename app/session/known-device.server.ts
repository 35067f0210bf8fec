import type { RequestSession } from "./request-session.server.ts";

/**
 * A browser in which a client has been signed in: it may ask for links when strangers have used up the share of that address.
 * The cookie holds the id of the upstream's session, which nobody else knows and which signs nobody in.
 */
const cookie = "latchkey_device";

/** In seconds. */
const life = 90 * 24 * 60 * 60;

export function rememberDevice(requestSession: RequestSession, upstreamSessionId: string): void {
  requestSession.setCookie(cookie, upstreamSessionId, life);
}

/** The id of an earlier session in this browser; null without one. */
export function knownSession(requestSession: RequestSession): string | null {
  return requestSession.readCookie(cookie);
}
