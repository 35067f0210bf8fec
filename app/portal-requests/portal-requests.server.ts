import { type RouterContextProvider, redirect } from "react-router";
import type * as z from "zod/mini";
import { loadClientFor } from "../clients/load-client.server.ts";
import type { Api } from "../json-api/api.ts";
import { allItems, largePages, type Page } from "../json-api/page.ts";
import { path } from "../json-api/path.ts";
import { allows, type RecordOf, resource } from "../json-api/resource.ts";
import { type Settled, settle } from "../json-api/settle.ts";
import { clientPath } from "../record-paths.ts";
import { apiOf, load, logFaults, notFound, permitted } from "../session/session.server.ts";
import { type acceptanceForm, requestAttributes, reviewPath, suggestedWishes } from "./portal-request.ts";
import type { RequestRow } from "./requests-panel.tsx";

const request = resource("portal_request", requestAttributes);
export type FoundRequest = RecordOf<typeof request>;

const failure = "Failed to fetch what clients have sent";

/** All open ones of a client: wishes to be deleted, then newest first. @throws ApiError "missing" by a service that knows no portal */
async function listOpenOf(api: Api, clientId: string): Promise<readonly FoundRequest[]> {
  const query = { ...largePages, "filter[client_id]": clientId, "filter[open]": "true" };
  const found = await allItems((cursor) =>
    api.list("/portal_requests", request, { query: { ...query, ...cursor }, failure }),
  );
  return found.toSorted((one, other) => Number(other.kind === "deletion") - Number(one.kind === "deletion"));
}

/** The open ones of all clients, oldest first, but for wishes to be deleted. @param most how many */
export function listOpen(api: Api, most: number): Promise<Page<FoundRequest>> {
  const query = { "filter[open]": "true", "filter[deletion]": "false", sort: "inserted_at", "page[limit]": most };
  return api.list("/portal_requests", request, { query, failure });
}

/** Who asks to be deleted, the longest wait first. @param most how many */
export function listDeletions(api: Api, most: number): Promise<Page<FoundRequest>> {
  const query = { "filter[open]": "true", "filter[deletion]": "true", sort: "inserted_at", "page[limit]": most };
  return api.list("/portal_requests", request, { query, failure });
}

/** @throws ApiError "missing" */
export function findRequest(api: Api, id: string): Promise<FoundRequest> {
  return api.find(path`/portal_requests/${id}`, request, { failure });
}

/**
 * Takes these fields of a suggested buyer profile over, and settles it.
 * @param given with the etags of the suggestion and the profile that were shown
 * @throws ApiError "stale" when it or the suggestion has changed since, "forbidden" also for one that is settled, "missing"
 */
export async function acceptRequest(
  api: Api,
  id: string,
  given: z.output<typeof acceptanceForm>,
  key: string,
): Promise<void> {
  const options = { key, failure: "Failed to change the buyer profile" };
  await api.create(path`/portal_requests/${id}/acceptance`, request, { ...given }, options);
}

/** Marks a request as settled. @throws ApiError "forbidden" also for one that is settled, "missing" */
export async function settleRequest(api: Api, id: string, key: string): Promise<void> {
  const options = { key, failure: "Failed to settle the request" };
  await api.act(path`/portal_requests/${id}/settlement`, request, {}, options);
}

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
export function requestOf(clientId: string, request: FoundRequest): FoundRequest {
  if (request.clientId !== clientId) throw notFound();
  return request;
}

/** What a client has sent that waits for the agent. The promise never rejects. */
export function fetchRequests(
  context: Readonly<RouterContextProvider>,
  clientId: string,
): Promise<Settled<readonly RequestRow[]>> {
  return settle(
    apiOf(context),
    async (api) =>
      (await listOpenOf(api, clientId)).map(({ can, etag: _etag, suggestion, ...request }) => ({
        request,
        // Beside what the client saw: the page on which it is accepted shows what the profile holds now.
        wishes: suggestedWishes({ suggestion }, null),
        canSettle: request.kind === "deletion" || allows({ can }, "settle"),
      })),
    logFaults(context),
  );
}
