import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { ApiError, mapFieldErrors } from "../json-api/api-error.ts";
import { changedAttributes } from "../json-api/changed-attributes.ts";
import type { Page } from "../json-api/page.ts";
import { type FoundPage, findPage } from "../json-api/pagination.ts";
import { path } from "../json-api/path.ts";
import type { ChangeTerms } from "../json-api/record.ts";
import { one, type RecordOf, resource } from "../json-api/resource.ts";
import { money } from "../json-api/values.ts";
import { lackingAt } from "../lists/lacking.server.ts";
import type { Lacking } from "../lists/lacking.ts";
import { momentAt } from "../ui/clock.server.ts";
import type { Rank } from "./deal-labels.ts";
import type { TypedTerms } from "./deal-terms.ts";
import { chosenShowing, type TypedMove } from "./move-form.ts";
import { type NewOpportunity, opportunityAttributes } from "./opportunity.ts";
import { cardsOfStage, listParameters, type OpportunityListState } from "./opportunity-list.ts";

/** The calls about opportunities: the only file that names their JSON:API types. */

const text = z.nullable(z.string());
const pairedClient = resource("client", { name: z.string(), email: text, phoneNumber: text, profileImageUrl: text });
const pairedPackage = resource("package", {
  street: z.string(),
  city: text,
  state: text,
  zip: text,
  timeZone: text,
  photoUrl: text,
  listPrice: z.nullable(money),
});
const opportunityResource = resource("opportunity", opportunityAttributes, {
  client: one(pairedClient),
  package: one(pairedPackage),
});
export type FoundOpportunity = RecordOf<typeof opportunityResource>;

const moveResource = resource("opportunity_move", {
  from: z.string(),
  to: z.string(),
  showingAt: text,
  price: z.nullable(money),
  expiresAt: text,
  acceptedOn: text,
  deadlineOn: text,
  closedOn: text,
  reason: text,
  reasonText: text,
  undoesId: text,
  actorName: text,
  occurredAt: z.string(),
});
export type FoundMove = RecordOf<typeof moveResource>;

const offerResource = resource("offer", {
  state: z.string(),
  price: money,
  expiresAt: text,
  sentAt: z.string(),
  acceptedPrice: z.nullable(money),
  acceptedOn: text,
});
export type FoundOffer = RecordOf<typeof offerResource>;

const stageCounts = resource("stage_counts", {
  counts: z.array(z.object({ stage: z.string(), total: z.number() })),
  most: z.number(),
});

const fetching = "Failed to fetch data";
const saving = "Failed to save the opportunity";
const pair = { include: "client,package" };

const optional = [
  "sort",
  "filter[search]",
  "filter[active]",
  "filter[stage]",
  "filter[client_id]",
  "filter[assigned_account_id]",
  "filter[rank]",
];

const filterNames = {
  "filter[search]": "search",
  "filter[active]": "a filter by stage",
  "filter[stage]": "a filter by stage",
  "filter[client_id]": "a filter by client",
  "filter[assigned_account_id]": "a list of one agent's records",
  "filter[rank]": "a filter by rank",
  include: "the client and property of each opportunity",
};
const tableNames = { ...filterNames, sort: "this sort order", "page[count]": "a total" };
const boardNames = {
  ...filterNames,
  "sort=-stage_since": "sorting by time in stage",
  "filter[first_of_stage]": "the newest of each stage",
};

/** What the service does not offer of the opportunities as a table or a board. Call it after the list. */
export function lackingOfOpportunities(api: Api, view: "table" | "board"): Lacking {
  return lackingAt(api, "/opportunities", view === "table" ? tableNames : boardNames);
}

/** A page of opportunities with client and property, as far as the service offers what the state asks for. */
export function listOpportunities(api: Api, state: OpportunityListState): Promise<FoundPage<FoundOpportunity>> {
  const query = { ...listParameters(state), ...pair };
  return findPage(state.page, (cursor) =>
    api.list("/opportunities", opportunityResource, { query: { ...query, ...cursor }, optional, failure: fetching }),
  );
}

/** The newest cards of each stage, for a board. */
export function listCards(api: Api, state: OpportunityListState): Promise<Page<FoundOpportunity>> {
  const query = {
    ...listParameters(state),
    ...pair,
    sort: "-stage_since",
    "filter[first_of_stage]": cardsOfStage,
    "page[limit]": cardsOfStage * 10,
    "page[count]": false,
  };
  const cards = { query, optional: [...optional, "filter[first_of_stage]"], failure: fetching };
  return api.list("/opportunities", opportunityResource, cards);
}

/** How many opportunities stand at each stage, counted up to a limit. */
export function countStages(api: Api): Promise<RecordOf<typeof stageCounts>> {
  return api.find("/opportunity_stage_counts", stageCounts, { failure: fetching });
}

/** The opportunities of one client or of one package, newest first. */
export async function listPairs(
  api: Api,
  of: { readonly clientId: string } | { readonly packageId: string },
): Promise<Page<FoundOpportunity>> {
  const filter = "clientId" in of ? { "filter[client_id]": of.clientId } : { "filter[package_id]": of.packageId };
  const query = { ...filter, ...pair, "page[limit]": 100 };
  return api.list("/opportunities", opportunityResource, { query, failure: fetching });
}

/** An opportunity with client and property. @throws ApiError "missing" */
export function findOpportunity(api: Api, id: string): Promise<FoundOpportunity> {
  return api.find(path`/opportunities/${id}`, opportunityResource, { query: pair, failure: fetching });
}

/** The one of a pair that is under way; null when there is none. */
export async function findActive(api: Api, clientId: string, packageId: string): Promise<FoundOpportunity | null> {
  const filters = { "filter[client_id]": clientId, "filter[package_id]": packageId, "filter[active]": "true" };
  const query = { ...filters, ...pair, "page[limit]": 1, "page[count]": false };
  const { items } = await api.list("/opportunities", opportunityResource, { query, failure: fetching });
  return items[0] ?? null;
}

/**
 * @returns null where the service opened it without saying more
 * @throws ApiError "conflict" when the pair has one under way, "invalid" with the form's fields, "forbidden"
 */
export function openOpportunity(api: Api, wanted: NewOpportunity, key: string): Promise<FoundOpportunity | null> {
  return mapFieldErrors(
    (name) => typedFor[name] ?? name,
    () => api.create("/opportunities", opportunityResource, { ...wanted }, { key, failure: saving }),
  );
}

/** The fields of the form in which people type what the service has under these names. */
const typedFor: Readonly<Record<string, string>> = { clientId: "client", packageId: "property", street: "property" };

/** @throws ApiError "stale", "invalid", "forbidden", "missing" */
export async function updateRank(api: Api, id: string, rank: Rank, terms: ChangeTerms): Promise<void> {
  const changed = changedAttributes({ rank }, terms.isChanged);
  await api.update(path`/opportunities/${id}`, opportunityResource, id, changed, { ...terms, failure: saving });
}

/**
 * Changes price and days; times are by the clock of the property.
 * @throws ApiError "stale", "conflict" when the offer was answered meanwhile, "invalid" with fields, "forbidden", "missing"
 */
export async function changeTerms(
  api: Api,
  id: string,
  { offerExpiresAt, ...rest }: TypedTerms,
  { timeZone, ...terms }: ChangeTerms & { readonly timeZone: string },
): Promise<void> {
  const given = {
    ...rest,
    ...(offerExpiresAt !== undefined && {
      offerExpiresAt: offerExpiresAt === null ? null : momentAt(offerExpiresAt, timeZone),
    }),
  };
  const changed = changedAttributes(given, terms.isChanged, fieldsOfMoney);
  const options = { ...terms, failure: saving };
  await mapFieldErrors(
    (name) => fieldOfTerms[name] ?? name,
    () => api.update(path`/opportunities/${id}`, opportunityResource, id, changed, options),
  );
}

const fieldsOfMoney = {
  offerPrice: ["offerPrice.amount", "offerPrice.currency"],
  acceptedPrice: ["acceptedPrice.amount", "acceptedPrice.currency"],
};

/** The fields of the form in which people type what the service has under these names. */
const fieldOfTerms: Readonly<Record<string, string>> = {
  ...{ price: "offerPrice.amount", offerPrice: "offerPrice.amount", acceptedPrice: "acceptedPrice.amount" },
  ...{ expiresAt: "offerExpiresAt", closedOn: "closingOn" },
};

/**
 * Moves an opportunity; times are by the clock of the property.
 * @returns it as it is now; null where the service moved it without saying more
 * @throws ApiError "stale" when somebody moved it meanwhile, "conflict", "invalid" with fields, "forbidden", "missing"
 */
export async function moveOpportunity(
  api: Api,
  id: string,
  typed: TypedMove,
  { key, timeZone }: { readonly key: string; readonly timeZone: string },
): Promise<FoundOpportunity | null> {
  const { showingId: _chosen, showingAt, showingOutcome, expiresAt, dealPrice, reason, ...rest } = typed;
  const moment = (local: string | null | undefined) => (local == null ? null : momentAt(local, timeZone));
  const given = {
    ...rest,
    price: dealPrice ?? null,
    showingId: chosenShowing(typed),
    showingAt: moment(showingAt),
    ...(showingOutcome ? { showingOutcome } : {}),
    expiresAt: moment(expiresAt),
    reason: reason === "" || reason === undefined ? null : reason,
  };
  const failure = "Failed to move the opportunity";
  try {
    return await mapFieldErrors(
      (name) => fieldOfMove[name] ?? name,
      () => api.create(path`/opportunities/${id}/moves`, opportunityResource, given, { key, failure }),
    );
  } catch (error) {
    if (!(error instanceof ApiError) || error.cause.code !== "stage_changed") throw error;
    throw new ApiError(error.message, "stale", error.cause);
  }
}

/** The fields of the form in which people type what the service has under these names. */
const fieldOfMove: Readonly<Record<string, string>> = { price: "dealPrice.amount", showingId: "showingAt" };

/** Takes a move back. @throws ApiError "conflict" when it is too late, "forbidden", "missing" */
export async function undoMove(api: Api, id: string, moveId: string, key: string): Promise<void> {
  const failure = "Failed to undo the change of stage";
  await api.create(path`/opportunities/${id}/undoing`, opportunityResource, { moveId }, { key, failure });
}

/** The moves of an opportunity, newest first. */
export async function listMoves(api: Api, id: string): Promise<readonly FoundMove[]> {
  const query = { "filter[opportunity_id]": id, sort: "-occurred_at", "page[limit]": 100, "page[count]": false };
  return (await api.list("/opportunity_moves", moveResource, { query, failure: fetching })).items;
}

/** The offers of an opportunity, newest first. */
export async function listOffers(api: Api, id: string): Promise<readonly FoundOffer[]> {
  const query = { "filter[opportunity_id]": id, sort: "-sent_at", "page[limit]": 100, "page[count]": false };
  return (await api.list("/offers", offerResource, { query, failure: fetching })).items;
}

/** Whether a write was refused because of what is there already. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.kind === "conflict";
}

/** Whether a move was refused because it does not say what became of a showing that is still to come. */
export function isShowingToCome(error: unknown): boolean {
  return error instanceof ApiError && error.cause.code === "showing_to_come";
}

/** Whether it was refused because the two have an opportunity under way. */
export function isOpenAlready(error: unknown): boolean {
  return error instanceof ApiError && error.cause.code === "already_open";
}
