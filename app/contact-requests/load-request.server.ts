import { type RouterContextProvider, redirect } from "react-router";
import { clientPath } from "../clients/client-links.ts";
import { loadClient } from "../clients/load-client.server.ts";
import { startForm } from "../forms/forms.server.ts";
import type { Api } from "../json-api/api.ts";
import { type Settled, settle } from "../json-api/settle.ts";
import { apiOf, load, logFaults, notFound, permitted, recordId } from "../session/session.server.ts";
import type { ContactRequest } from "./contact-request.ts";
import { findRequest, listRequests } from "./contact-requests.server.ts";

type Context = Readonly<RouterContextProvider>;

interface Addressed {
  readonly id: string;
  readonly contactRequestId: string;
}

/** For the client's page: what came from the public page for this client. The promise never rejects. */
export function fetchContactRequests(context: Context, clientId: string): Promise<Settled<readonly ContactRequest[]>> {
  return settle(apiOf(context), (api) => listRequests(api, clientId), logFaults(context));
}

/** For the page that asks before a request is accepted or dismissed. @throws 404; 403; a redirect where it is settled */
export async function loadRequestFor(action: "accept" | "dismiss", context: Context, params: Addressed) {
  const [id, requestId] = [recordId(params.id), recordId(params.contactRequestId)];
  const [client, found] = await Promise.all([loadClient(context, id), load(findRequest(apiOf(context), requestId))]);
  const request = requestOf(client.id, found);
  if (request.state !== "waiting") throw redirect(clientPath(client.id));
  const back = { label: "Back to the client", href: clientPath(client.id) };
  permitted(request, action, { refused: "You don't have permission to answer this request.", back });
  const { kind, name } = request;
  return { client: { id: client.id, name: client.name }, request: { kind, name }, start: await startForm(context) };
}

/** The request that a URL names. @throws ApiError; 404 when it belongs to another client */
export async function findRequestOf(api: Api, { id, contactRequestId }: Addressed): Promise<ContactRequest> {
  return requestOf(recordId(id), await findRequest(api, recordId(contactRequestId)));
}

/** A request of this client, since the service finds it under any client. @throws 404 */
function requestOf(clientId: string, request: ContactRequest): ContactRequest {
  if (request.clientId !== clientId) throw notFound();
  return request;
}
