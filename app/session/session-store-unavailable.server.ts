import { data, type RouterContextProvider } from "react-router";
import { isSecret, typedFields } from "../forms/hidden-fields.ts";
import { mostKept, readUntaken } from "../forms/posted-form.server.ts";
import type { UnsentForm } from "../ui/error-view.tsx";
import { logContext, sessionStoreContext } from "./context.ts";
import { translateRejections } from "./rejections.ts";
import type { RequestSession } from "./request-session.server.ts";
import { type SessionStore, SessionStoreUnavailable } from "./store.ts";

/** Responses while the session store is unavailable. */

const sentence = "Latchkey cannot reach its database right now. Try again in a minute.";

/**
 * The store as one request uses it: while it is unavailable it throws a page that says so, from which a posted form can be
 * sent again.
 * @param sessionOf gives the request's session, which is made with this store
 */
export function watchedStore(context: Readonly<RouterContextProvider>, sessionOf: () => RequestSession): SessionStore {
  const { sessions, submissions, parkedForms, ...others } = context.get(sessionStoreContext);
  const toResponse = async (reason: unknown) => {
    if (!(reason instanceof SessionStoreUnavailable)) return reason;
    context.get(logContext).error({ err: reason }, "The session store is unavailable");
    const unsent = await unsentForm(sessionOf());
    return data(unsent ?? sentence, { status: 503 });
  };
  return {
    ...others,
    sessions: translateRejections(sessions, toResponse),
    submissions: translateRejections(submissions, toResponse),
    parkedForms: translateRejections(parkedForms, toResponse),
  };
}

/** Null where there is no form, or where it has files or secrets, which no page shows. */
async function unsentForm(requestSession: RequestSession): Promise<UnsentForm | null> {
  const { method, headers } = requestSession.request;
  if (method !== "POST" || headers.get("Content-Type")?.startsWith("multipart/")) return null;
  const form = await readUntaken(requestSession);
  if (form === null || [...form].some(([name, value]) => isSecret(name) && value !== "")) return null;
  const fields = typedFields(form);
  const size = fields.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return fields.length === 0 || size > mostKept ? null : { sentence, address: addressOf(requestSession), fields };
}

function addressOf({ url, request }: RequestSession): string {
  const query = new URLSearchParams(url.search);
  // React Router needs it to tell a list's own action from that of the layout above.
  if (new URL(request.url).searchParams.has("index")) query.set("index", "");
  return query.size === 0 ? url.pathname : `${url.pathname}?${query}`;
}
