import { data, type RouterContextProvider } from "react-router";
import { logContext, sessionStoreContext } from "./context.ts";
import { translateRejections } from "./rejections.ts";
import type { RequestSession } from "./request-session.server.ts";
import { type SessionStore, SessionStoreUnavailable } from "./store.ts";
import { findUnsentForm } from "./unsent-form.server.ts";

/** Responses while the session store is unavailable. */

const sentence = "Latchkey cannot reach its database right now. Try again in a minute.";

/**
 * The store as one request uses it: while it is unavailable it throws a page that says so, from which a posted form can be
 * sent again.
 * @param sessionOf gives the request's session, which is made with this store
 */
export function watchedStore(context: Readonly<RouterContextProvider>, sessionOf: () => RequestSession): SessionStore {
  const { sessions, submissions, parkedForms, keptDevices, ...others } = context.get(sessionStoreContext);
  const toResponse = async (reason: unknown) => {
    if (!(reason instanceof SessionStoreUnavailable)) return reason;
    context.get(logContext).error({ err: reason }, "The session store is unavailable");
    const unsent = await findUnsentForm(sessionOf(), sentence);
    return data(unsent ?? sentence, { status: 503 });
  };
  return {
    ...others,
    sessions: translateRejections(sessions, toResponse),
    submissions: translateRejections(submissions, toResponse),
    parkedForms: translateRejections(parkedForms, toResponse),
    keptDevices: translateRejections(keptDevices, toResponse),
  };
}
