import { type RouterContextProvider, redirect } from "react-router";
import * as z from "zod/mini";
import { loadClient } from "../clients/load-client.server.ts";
import type { Api } from "../json-api/api.ts";
import { required } from "../json-api/api-error.ts";
import { largePages, type Page } from "../json-api/page.ts";
import { path } from "../json-api/path.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { type Settled, settle } from "../json-api/settle.ts";
import { clientPath } from "../record-paths.ts";
import { apiOf, load, logFaults, notFound, permitted, recordId } from "../session/session.server.ts";
import { type ContactRequest, type HeldRequest, heldAttributes, requestAttributes } from "./contact-request.ts";

const registration = resource("portal_registration", {
  isConfirmed: z.boolean(),
  workspaceName: z.string(),
  handle: z.string(),
  agentName: z.string(),
});
export type Registration = RecordOf<typeof registration>;

const registrationFailure = "Failed to look at the registration";

/** Looks at a registration without confirming it. @throws ApiError "missing" for a link that is unknown or too old */
export async function checkRegistration(api: Api, token: string): Promise<Registration> {
  return required(
    await api.act("/portal/registration_checks", registration, { token }, { failure: registrationFailure }),
    failure,
  );
}

/** Confirms the address. Doing so again changes nothing. @throws ApiError "missing" */
export async function confirmRegistration(api: Api, token: string): Promise<void> {
  const registrationFailure = "Failed to confirm the address";
  await api.act("/portal/registration_confirmations", registration, { token }, { failure: registrationFailure });
}

const contactRequest = resource("contact_request", requestAttributes);
const receipt = z.optional(z.looseObject({}));

export interface NewRequest {
  /** Follows from the form's key and content: the same id is the same request. */
  readonly id: string;
  readonly handle: string;
  readonly kind: "message" | "registration";
  readonly name: string;
  readonly email: string;
  readonly phoneNumber: string | null;
  readonly message?: string;
  readonly language: "en" | "es";
  /** How many its network has sent to this workspace within a day. */
  readonly sentBefore: number;
}

/**
 * Sends a request to a workspace; the answer is the same whoever has the address.
 * @throws ApiError "missing" where there is no such workspace, or it takes no registrations; "busy" where others wait and its network has sent much
 */
export async function sendRequest(api: Api, { phoneNumber, sentBefore, ...request }: NewRequest): Promise<void> {
  const input = {
    ...request,
    ...(phoneNumber !== null && { phoneNumber }),
    ...(sentBefore > 0 && { sentBefore }),
  };
  await api.act("/portal/contact_requests", receipt, input, {
    type: "contact_request",
    failure: "Failed to send the request",
  });
}

const failure = "Failed to fetch the requests";

async function listRequests(api: Api, clientId: string): Promise<readonly ContactRequest[]> {
  const query = { ...largePages, sort: "inserted_at", "page[count]": false, "filter[client_id]": clientId };
  const { items } = await api.list("/contact_requests", contactRequest, { query, failure });
  return items.filter(({ state }) => state !== "dismissed");
}

/** Requests that wait for an answer, the oldest first. @param most how many */
export function listWaitingRequests(api: Api, most: number): Promise<Page<ContactRequest>> {
  const query = { sort: "inserted_at", "page[limit]": most, "filter[waiting]": true };
  return api.list("/contact_requests", contactRequest, { query, failure });
}

/** @throws ApiError "missing" */
function findRequest(api: Api, id: string): Promise<ContactRequest> {
  return api.find(path`/contact_requests/${id}`, contactRequest, { failure: "Failed to fetch the request" });
}

/** Accepts a request; whoever registered is invited. @throws ApiError "invalid" past the day's share of mails, "forbidden", "missing" */
export async function acceptRequest(api: Api, id: string, key: string): Promise<void> {
  const failure = "Failed to accept the request";
  await api.act(path`/contact_requests/${id}/acceptance`, contactRequest, {}, { key, failure });
}

/** @throws ApiError "forbidden", "missing" */
export async function dismissRequest(api: Api, id: string, key: string): Promise<void> {
  const failure = "Failed to dismiss the request";
  await api.act(path`/contact_requests/${id}/dismissal`, contactRequest, {}, { key, failure });
}

const heldRequest = resource("held_request", heldAttributes);
const settled = resource("held_requests_settled", { count: z.number() });

/** Requests that wait to be looked through, the oldest first. */
export function listHeldRequests(
  api: Api,
  query: Readonly<Record<string, string | number>>,
): Promise<Page<HeldRequest>> {
  const failure = "Failed to fetch the requests";
  return api.list("/held_requests", heldRequest, { query: { sort: "inserted_at", ...query }, failure });
}

/**
 * Files several with clients, or dismisses them.
 * @returns how many were still waiting; null where the service does not say
 * @throws ApiError "forbidden"
 */
export async function settleHeld(
  api: Api,
  below: "filings" | "dismissals",
  ids: readonly string[],
  key: string,
): Promise<number | null> {
  const failure = "Failed to settle the requests";
  return (await api.act(path`/held_requests/${below}`, settled, { ids }, { key, failure }))?.count ?? null;
}

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
  return { client, request };
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
