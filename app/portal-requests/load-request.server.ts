import { type RouterContextProvider, redirect } from "react-router";
import { clientPath } from "../clients/client-links.ts";
import { loadClientFor } from "../clients/load-client.server.ts";
import { apiOf, load, notFound, permitted } from "../session/session.server.ts";
import { reviewPath } from "./portal-request.ts";
import { findRequest, type RequestRecord } from "./portal-requests.server.ts";

/**
 * A client, and something that they have sent in the portal and that is to be settled.
 * @throws 404; 403 for those with view-only access, also once it is settled; redirects to the client once it is settled, and to the page
 * of its own that a wish to be deleted has
 */
export async function loadOpenRequest(context: Readonly<RouterContextProvider>, clientId: string, requestId: string) {
  const [client, request] = await Promise.all([
    loadClientFor("update", context, clientId),
    load(findRequest(apiOf(context), requestId)),
  ]);
  const found = requestOf(client.id, request);
  if (found.settledAt !== null) throw redirect(clientPath(client.id));
  const { kind } = found;
  if (kind === "deletion") throw redirect(reviewPath(found));
  const back = { label: "Back to the client", href: clientPath(client.id) };
  return { client, found: { ...permitted(found, "settle", { refused: "You can't settle this.", back }), kind } };
}

/** A request of this client, since the service finds it under any client. @throws 404 */
export function requestOf(clientId: string, request: RequestRecord): RequestRecord {
  if (request.clientId !== clientId) throw notFound();
  return request;
}
