import { href } from "react-router";
import { asSpelled, ranks, type Stage, stages } from "../labels.ts";
import { pagesBelow, type WayBack, wayBackTo } from "../lists/change-in-place.ts";
import { defineList } from "../lists/define-list.ts";
import { byAgent, bySearch, filterParameters, type ListFilters, readingsOf } from "../lists/list-filters.ts";
import { type ListState, listQuery, oneOf, readList, recordIdOrNull } from "../lists/list-state.ts";
import { newOpportunityPath, opportunitiesPath, opportunityPath } from "../record-paths.ts";

export const boardPath = href("/opportunities/board");
export const exportPath = href("/opportunities/export.csv");

/** Cards that a column of the board shows; the others are behind its link. */
export const cardsOfStage = 5;

/** What a deal leaves to tidy up once it is closed. @param packageId of its property */
export function afterClosingPath(id: string, packageId: string | null): string {
  const path = href("/opportunities/:opportunityId/after-closing", { opportunityId: id });
  return packageId === null ? path : `${path}?property=${encodeURIComponent(packageId)}`;
}

/**
 * Where its stage is updated.
 * @param to with the stage chosen already
 * @param query of `changeQuery` or `boardQuery`, where the list or the board is to be shown again afterwards
 */
export function stagePath(id: string, to?: string, query = ""): string {
  const path = href("/opportunities/:opportunityId/stage", { opportunityId: id });
  if (to === undefined) return path + query;
  return path + (query === "" ? `?to=${to}` : `${query}&to=${to}`);
}

/** Where its rank is changed. @param query of `changeQuery`, or "" */
export function rankPath(id: string, query: string): string {
  return href("/opportunities/:opportunityId/rank", { opportunityId: id }) + query;
}

/** Where its price and dates are changed. @param query of `changeQuery`, or "" */
export function termsPath(id: string, query = ""): string {
  return href("/opportunities/:opportunityId/terms", { opportunityId: id }) + query;
}

/** What the list's first filter may say: a stage, or all at which a deal is under way. */
export type StageChoice = Stage | "active";

/** Whether an opportunity at a stage is among those that the filter leaves. */
export function isChosen(stage: Stage, choice: StageChoice | null): boolean {
  if (choice === "active") return stage !== "closed" && stage !== "lost";
  return choice === null || choice === stage;
}

const readStage = oneOf<StageChoice>(["active", ...stages]);

/** The filters whose results are counted by stage. */
export const countedFilters = {
  agent: byAgent,
  client: { read: recordIdOrNull, parameter: "filter[client_id]" },
  rank: { read: oneOf(ranks), parameter: "filter[rank]" },
} as const satisfies ListFilters;

export const filters = {
  ...countedFilters,
  stage: {
    read: (text: string) => readStage(asSpelled(text)),
    parameter: "filter[stage]",
  },
  q: bySearch,
} as const satisfies ListFilters;

/** The orders are those of the table. */
export const listState = readingsOf(filters, oneOf(["rank", "-rank", "stage", "-stage"]));
export type OpportunityListState = ListState<typeof listState>;

export const opportunityList = defineList({
  name: "opportunities",
  path: opportunitiesPath,
  title: "Pipeline",
  all: "All opportunities",
  readings: listState,
  parametersOf: listParameters,
});

/** Which pages are shown over the list. */
export const { isOverList, isAlone } = pagesBelow(opportunitiesPath, newOpportunityPath);

/** In the address of a page that changes an opportunity: it was opened from the board, and leads back to it. */
const fromBoard = "board";

/** The query of pages that change an opportunity of the board in this state. */
export function boardQuery(state: OpportunityListState): string {
  return listQuery({ [fromBoard]: true, ...state });
}

/** Where a page that changes an opportunity leads back to. */
export function wayBack(url: URL, id: string): WayBack {
  if (url.searchParams.has(fromBoard)) {
    const state = readList(listState, url.searchParams);
    return { back: boardPath + listQuery(state), query: boardQuery(state) };
  }
  return wayBackTo(url, { listPath: opportunitiesPath, readings: listState, elsewhere: opportunityPath(id) });
}

/** What lists have of an opportunity that is changed in its place. */
export type ChangedCell = "stage" | "rank" | "terms";

/** The filter by a client. */
export const clientFilter = { name: "client", gone: "Unknown client", noun: "client" } as const;

/** Orders by their value in the URL, with the service's name for them; "stage" is by the days at the present one. */
export const orders = { rank: "rank", "-rank": "-rank", stage: "-stage_since", "-stage": "stage_since" } as const;

/** What the list asks its service for, besides the page. */
export function listParameters(state: OpportunityListState) {
  const { sort, stage } = state;
  return {
    sort: sort === null ? "-updated_at" : orders[sort],
    ...filterParameters(filters, state),
    ...(stage === "active" && { "filter[stage]": undefined, "filter[active]": "true" }),
  };
}
