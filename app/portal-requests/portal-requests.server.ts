import type * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import type { Page } from "../json-api/page.ts";
import { path } from "../json-api/path.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { requestAttributes } from "./portal-request.ts";
import type { acceptanceForm } from "./suggested-wishes.ts";

/** The staff's calls about what clients have sent in the portal: the only file that names their JSON:API type. */

const request = resource("portal_request", requestAttributes);
export type RequestRecord = RecordOf<typeof request>;

const failure = "Failed to fetch what clients have sent";

/** The open ones of a client, newest first. @throws ApiError "missing" by a service that knows no portal */
export async function listOpenOf(api: Api, clientId: string): Promise<readonly RequestRecord[]> {
  const query = { "filter[client_id]": clientId, "filter[open]": "true", "page[limit]": 50, "page[count]": false };
  return (await api.list("/portal_requests", request, { query, failure })).items;
}

/** The open ones of all clients, oldest first. @param most how many */
export function listOpen(api: Api, most: number): Promise<Page<RequestRecord>> {
  const query = { "filter[open]": "true", sort: "inserted_at", "page[limit]": most, "page[count]": false };
  return api.list("/portal_requests", request, { query, failure });
}

/** @throws ApiError "missing" */
export function findRequest(api: Api, id: string): Promise<RequestRecord> {
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

/** It needs no more attention. @throws ApiError "forbidden" also for one that is settled, "missing" */
export async function settleRequest(api: Api, id: string, key: string): Promise<void> {
  const options = { key, failure: "Failed to settle the request" };
  await api.act(path`/portal_requests/${id}/settlement`, request, {}, options);
}
