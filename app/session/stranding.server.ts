import { data, type RouterContextProvider } from "react-router";
import type { UnsentForm } from "../ui/error-view.tsx";
import { logContext, sessionStoreContext } from "./context.ts";
import { isSecret, typedFields } from "./form-fields.ts";
import { mostKept, readUntaken } from "./form-reading.server.ts";
import { translateRejections } from "./rejections.ts";
import { type SessionStore, StoreUnreachable } from "./store.ts";
import type { Visit } from "./visit.server.ts";

/** What is answered while that is out of reach which sessions and forms are remembered in. */

const sentence = "Latchkey cannot reach its database right now. Try again in a minute.";

/**
 * The store as one request uses it: out of reach, it throws the page that says so, from which a posted form can be sent again.
 * @param visitOf gives the request's visit, which is made with this store
 */
export function storeFor(context: Readonly<RouterContextProvider>, visitOf: () => Visit): SessionStore {
  const { sessions, submissions, parkedForms, sweep } = context.get(sessionStoreContext);
  const strand = async (reason: unknown) => {
    if (!(reason instanceof StoreUnreachable)) return reason;
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
async function unsentForm(visit: Visit): Promise<UnsentForm | null> {
  const { method, headers } = visit.request;
  if (method !== "POST" || headers.get("Content-Type")?.startsWith("multipart/")) return null;
  const form = await readUntaken(visit);
  if (form === null || [...form].some(([name, value]) => isSecret(name) && value !== "")) return null;
  const fields = typedFields(form);
  const size = fields.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return fields.length === 0 || size > mostKept ? null : { sentence, address: addressOf(visit), fields };
}

function addressOf({ url, request }: Visit): string {
  const query = new URLSearchParams(url.search);
  // By this React Router tells a list's own action from that of the layout above it.
  if (new URL(request.url).searchParams.has("index")) query.set("index", "");
  return query.size === 0 ? url.pathname : `${url.pathname}?${query}`;
}
