import { redirectDocument } from "react-router";
import { pageAddress } from "../ui/send-address.ts";
import { askedByWorker } from "./asked-by-worker.ts";
import { refererPath, secondStepPath, signInPath, withNext } from "./next-path.ts";
import { parkForm } from "./parked-form.server.ts";
import type { RequestSession } from "./request-session.server.ts";
import { isSharedPath, sharedPath } from "./shared-path.ts";

/** Where somebody goes on whom a guard has stopped. */

/** Whether a request may change something. */
export function isPost(requestSession: RequestSession): boolean {
  return requestSession.request.method !== "GET" && requestSession.request.method !== "HEAD";
}

/** To the sign-in page and back afterwards; a posted form is kept meanwhile. A stream of events just ends, and a worker keeps its own forms. */
export async function goToSignIn(requestSession: RequestSession): Promise<Response> {
  // A browser does not ask again after a 204 (https://html.spec.whatwg.org/multipage/server-sent-events.html), and complains of a page.
  if (requestSession.request.headers.get("accept") === "text/event-stream") return new Response(null, { status: 204 });
  // What was told to whoever was signed in is nobody else's.
  requestSession.clearCookie(requestSession.area.cookies.toast);
  const worker = askedByWorker(requestSession.request.headers);
  if (worker !== null && worker !== "read") return new Response(null, { status: 401 });
  const next = await returnTo(requestSession);
  const waiting = (await requestSession.session())?.visitorState.secondStep;
  const location = waiting === undefined ? signInPath(next, requestSession.area) : withNext(secondStepPath, next);
  // 303 turns a POST into a GET; the full load leaves nothing of the ended session in the page.
  return redirectDocument(location, 303);
}

/** Where to go on afterwards; a posted form is kept for then. */
export async function returnTo(requestSession: RequestSession): Promise<string | null> {
  const isKept = isPost(requestSession) && (await parkForm(requestSession));
  // What a device shares comes from no page.
  if (isPost(requestSession) && !isKept && isSharedPath(requestSession.url.pathname)) return sharedPath;
  // A form that is not kept (the switcher, the page mode) leads back to the page it was on.
  if (isPost(requestSession) && !isKept) return refererPath(requestSession.request, requestSession.url);
  return pageAddress(requestSession.url);
}
