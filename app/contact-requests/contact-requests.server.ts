import * as z from "zod/mini";
import { largePages } from "../json-api/all-pages.ts";
import type { Api } from "../json-api/api.ts";
import type { Page } from "../json-api/page.ts";
import { path } from "../json-api/path.ts";
import { resource } from "../json-api/resource.ts";
import { type ContactRequest, requestAttributes } from "./contact-request.ts";

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
}

/**
 * Sends a request to a workspace; the answer is the same whoever has the address.
 * @throws ApiError "missing" where there is no such workspace, or it takes no registrations; "busy" past the day's share
 */
export async function sendRequest(api: Api, { phoneNumber, ...request }: NewRequest): Promise<void> {
  const input = { ...request, ...(phoneNumber !== null && { phoneNumber }) };
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
