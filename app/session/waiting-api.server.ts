import type { RouterContextProvider } from "react-router";
import type { Api } from "../json-api/api.ts";
import { requestIdContext, upstreamContext } from "./context.ts";
import { requestSessionContext } from "./request-session.server.ts";
import { authenticatedContext, workspaceOfRecords } from "./session.server.ts";

/** For one call, in ms: longer than a service waits before it answers. */
const deadline = 30_000;

/**
 * Gives the API of the current user's records for calls that wait for something to happen, each with a time limit of its own. They
 * have connections of their own, so that however many wait, other calls do not. Behind a guard only.
 */
export function waitingApiOf(context: Readonly<RouterContextProvider>): () => Api {
  const authenticated = context.get(authenticatedContext);
  if (authenticated === null) throw new Error("This route has no guard above it: it belongs below session/agents.tsx.");
  const { waiting, fixedToken } = context.get(upstreamContext).records;
  const caller = {
    token: fixedToken ?? authenticated.session.token,
    workspaceId: workspaceOfRecords(context),
    requestId: context.get(requestIdContext),
    deadline,
    signal: context.get(requestSessionContext).request.signal,
  };
  return () => waiting.as(caller);
}
