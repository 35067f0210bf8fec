import { data, type RouterContextProvider } from "react-router";
import { isSecret, typedFields } from "../forms/hidden-fields.ts";
import { mostKept, readUntaken } from "../forms/posted-form.server.ts";
import type { UnsentForm } from "../ui/error-view.tsx";
import { logContext, sessionStoreContext } from "./context.ts";
import { translateRejections } from "./rejections.ts";
import type { RequestSession } from "./request-session.server.ts";
import { type SessionStore, SessionStoreUnavailable } from "./store.ts";

/** What is answered while that is out of reach which sessions and forms are remembered in. */

const sentence = "Latchkey cannot reach its database right now. Try again in a minute.";

/**
 * The store as one request uses it: out of reach, it throws the page that says so, from which a posted form can be sent again.
 * @param visitOf gives the request's requestSession, which is made with this store
 */
export function watchedStore(context: Readonly<RouterContextProvider>, visitOf: () => RequestSession): SessionStore {
  const { sessions, submissions, parkedForms, sweep } = context.get(sessionStoreContext);
  const strand = async (reason: unknown) => {
    if (!(reason instanceof SessionStoreUnavailable)) return reason;
    context.get(logContext).error({ err: reason }, "The session store is out of reach");
    const unsent = await unsentForm(visitOf());
    return data(unsent ?? sentence, { status: 503 });
  };
  return {
    sessions: translateRejections(sessions, strand),
    submissions: translateRejections(submissions, strand),
    parkedForms: translateRejections(parkedForms, strand),
    sweep,
  };
}

/** Null where there is no form, or where it would not be the same without the files or secrets that no page shows. */
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
  // By this React Router tells a list's own action from that of the layout above it.
  if (new URL(request.url).searchParams.has("index")) query.set("index", "");
  return query.size === 0 ? url.pathname : `${url.pathname}?${query}`;
}
