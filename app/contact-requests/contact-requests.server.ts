import * as z from "zod/mini";
import { largePages } from "../json-api/all-pages.ts";
import type { Api } from "../json-api/api.ts";
import type { Page } from "../json-api/page.ts";
import { path } from "../json-api/path.ts";
import { resource } from "../json-api/resource.ts";
import { type ContactRequest, type HeldRequest, heldAttributes, requestAttributes } from "./contact-request.ts";

/** The calls about contact requests: the only file that names their JSON:API types. */

const contactRequest = resource("contact_request", requestAttributes);
const receipt = z.optional(z.looseObject({}));

/** What somebody types on a public page. */
export interface NewRequest {
  /** Follows from the form's key and content: the same id is the same request. */
  readonly id: string;
  /** Of the workspace. */
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

/** Those of one client that wait for an answer or were accepted, the oldest first. */
export async function listRequests(api: Api, clientId: string): Promise<readonly ContactRequest[]> {
  const query = { ...largePages, sort: "inserted_at", "page[count]": false, "filter[client_id]": clientId };
  const { items } = await api.list("/contact_requests", contactRequest, { query, failure });
  return items.filter(({ state }) => state !== "dismissed");
}

/** Those that wait for an answer, the longest first. @param most how many */
export function listWaitingRequests(api: Api, most: number): Promise<Page<ContactRequest>> {
  const query = { sort: "inserted_at", "page[limit]": most, "page[count]": false, "filter[waiting]": true };
  return api.list("/contact_requests", contactRequest, { query, failure });
}

/** @throws ApiError "missing" */
export function findRequest(api: Api, id: string): Promise<ContactRequest> {
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

/** What came from the public page beyond the day's share, and is filed with nobody yet. */
const heldRequest = resource("held_request", heldAttributes);
const settled = resource("held_requests_settled", { count: z.number() });

/** Those that wait to be looked through, the oldest first. */
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
