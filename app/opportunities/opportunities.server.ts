import type { Api } from "../json-api/api.ts";
import { allPages, largePages, type Page } from "../json-api/page.ts";
import { type FoundPage, findPage } from "../json-api/pagination.ts";
import { path } from "../json-api/path.ts";
import type { RecordOf } from "../json-api/resource.ts";
import { obeys } from "../json-api/service.ts";
import { cardsOfStage, countedParameters, type OpportunityListState, opportunityList } from "./opportunity-list.ts";
import {
  type FoundMove,
  type FoundOffer,
  type FoundOpportunity,
  moveResource,
  offerResource,
  opportunityResource,
  stageCounts,
} from "./opportunity-resources.server.ts";

/** The calls that read opportunities. */

const pair = { include: "client,package" };

/** A page of opportunities with client and property. */
export function listOpportunities(api: Api, state: OpportunityListState): Promise<FoundPage<FoundOpportunity>> {
  const query = { ...opportunityList.parametersOf(state), ...pair };
  return findPage(state.page, (cursor) =>
    api.list("/opportunities", opportunityResource, { query: { ...query, ...cursor } }),
  );
}

/** Every opportunity of the table with client and property, a page at a time. @param connect for each page anew */
export function allOpportunities(
  connect: () => Api,
  state: OpportunityListState,
  ids: string | null = null,
): AsyncGenerator<readonly FoundOpportunity[], void, undefined> {
  const query = { ...opportunityList.parametersOf(state), "filter[ids]": ids ?? undefined, ...pair, ...largePages };
  return allPages((cursor) =>
    connect().list("/opportunities", opportunityResource, { query: { ...query, ...cursor } }),
  );
}

/** The newest cards of each stage, for a board; the newest of all where the service cannot tell those. */
export function listCards(api: Api, state: OpportunityListState): Promise<Page<FoundOpportunity>> {
  const isByStage = obeys(api.service, "opportunities", "filter[first_of_stage]");
  const query = {
    ...opportunityList.parametersOf(state),
    ...pair,
    sort: "-stage_since",
    ...(isByStage && { "filter[first_of_stage]": cardsOfStage }),
    "page[limit]": cardsOfStage * 10,
    "page[count]": false,
  };
  return api.list("/opportunities", opportunityResource, { query });
}

/** How many opportunities stand at each stage, counted up to a limit. */
export function countStages(api: Api): Promise<RecordOf<typeof stageCounts>> {
  return api.find("/opportunity_stage_counts", stageCounts);
}

/** The same of the opportunities that the filters leave, with what they come to. A search leaves what it finds, and is not counted. */
export function totalStages(api: Api, state: OpportunityListState): Promise<RecordOf<typeof stageCounts>> {
  const query = { ...countedParameters(state), values: "true" };
  return api.find("/opportunity_stage_counts", stageCounts, { query });
}

/** The opportunities of one client or of one package, newest first. */
export async function listPairs(
  api: Api,
  of: { readonly clientId: string } | { readonly packageId: string },
): Promise<Page<FoundOpportunity>> {
  const filter = "clientId" in of ? { "filter[client_id]": of.clientId } : { "filter[package_id]": of.packageId };
  const query = { ...filter, ...pair, "page[limit]": 100 };
  return api.list("/opportunities", opportunityResource, { query });
}

/** How many deals of a client are under way. */
export async function countOpen(api: Api, clientId: string): Promise<number> {
  const query = { "filter[client_id]": clientId, "filter[active]": "true", "page[limit]": 1 };
  const { items, page } = await api.list("/opportunities", opportunityResource, { query });
  return page.total ?? items.length;
}

/** An opportunity with client and property. @throws ApiError "missing" */
export function findOpportunity(api: Api, id: string): Promise<FoundOpportunity> {
  return api.find(path`/opportunities/${id}`, opportunityResource, { query: pair });
}

/** The one of a pair that is under way; null when there is none. */
export async function findActive(api: Api, clientId: string, packageId: string): Promise<FoundOpportunity | null> {
  const filters = { "filter[client_id]": clientId, "filter[package_id]": packageId, "filter[active]": "true" };
  const query = { ...filters, ...pair, "page[limit]": 1, "page[count]": false };
  const { items } = await api.list("/opportunities", opportunityResource, { query });
  return items[0] ?? null;
}

/** The moves of an opportunity, newest first. */
export async function listMoves(api: Api, id: string): Promise<readonly FoundMove[]> {
  const query = { "filter[opportunity_id]": id, sort: "-occurred_at", "page[limit]": 100, "page[count]": false };
  return (await api.list("/opportunity_moves", moveResource, { query })).items;
}

/** The offers of an opportunity, newest first. */
export async function listOffers(api: Api, id: string): Promise<readonly FoundOffer[]> {
  const query = { "filter[opportunity_id]": id, sort: "-sent_at", "page[limit]": 100, "page[count]": false };
  return (await api.list("/offers", offerResource, { query })).items;
}
