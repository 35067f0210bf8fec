import { href } from "react-router";
import { asSpelled, isOver, rankChoices, ranks, type Stage, stageChoices, stages } from "../labels.ts";
import { pagesBelow, type WayBack, wayBackTo } from "../lists/change-in-place.ts";
import {
  byAgent,
  bySearch,
  defineList,
  filterParameters,
  type ListFilters,
  type Obeys,
  type StateOf,
} from "../lists/define-list.ts";
import { listQuery, oneOf, recordIdOrNull } from "../lists/list-state.ts";
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

const all = { value: "all", label: "All" };

/** The filters whose results are counted by stage. */
const countedFilters = {
  agent: byAgent,
  client: {
    read: recordIdOrNull,
    parameter: "filter[client_id]",
    label: "Filter client",
    said: "Client",
    pick: { kind: "clients", all: { label: "All clients", line: "All" } },
  },
  rank: {
    read: oneOf(ranks),
    parameter: "filter[rank]",
    label: "Filter rank",
    said: "Rank",
    options: [all, ...rankChoices],
    isNamedInside: true,
  },
} as const satisfies ListFilters;

/** What the counts by stage are asked for. */
export function countedParameters(state: OpportunityListState) {
  return filterParameters(countedFilters, state);
}

export const opportunityList = defineList(
  {
    name: "opportunities",
    path: opportunitiesPath,
    title: "Pipeline",
    all: "All opportunities",
    filters: {
      ...countedFilters,
      stage: {
        read: (text: string) => readStage(asSpelled(text)),
        parameter: "filter[stage]",
        label: "Filter stage",
        said: null,
        options: offeredStages,
        isNamedInside: true,
        isFirst: true,
      },
      q: bySearch,
    },
    // Those of the table; "stage" is by the days at the present one.
    orders: {
      "": { by: "-updated_at", label: "Recently changed" },
      "-rank": { by: "-rank", label: "Highest rank" },
      "-stage": { by: "stage_since", label: "Longest in stage" },
      rank: { by: "rank" },
      stage: { by: "-stage_since" },
    },
    columns: { Rank: ["rank", "-rank", "descending"], "In stage": ["stage", "-stage", "descending"] },
    page: {
      heading: "Opportunities",
      subtitle: "Track your clients' progress, rank opportunities, comment on them and manage requests",
      toolbar: "Filter opportunities",
      search: "Search opportunities",
      create: { may: "opportunities.create", label: "New opportunity", href: (query) => newOpportunityPath + query },
      export: { may: "opportunities.export", path: exportPath },
    },
  },
  { asked: ({ stage }) => (stage === "active" ? { "filter[stage]": undefined, "filter[active]": "true" } : {}) },
);

export type OpportunityListState = StateOf<typeof opportunityList>;

/** The stages of a deal under way, as the specification orders them: an accepted offer before one that was sent. */
function offeredStages(obeys: Obeys) {
  const placeOf = (stage: Stage) =>
    stage === "offer_accepted" ? stages.indexOf("offer_sent") - 0.5 : stages.indexOf(stage);
  const underWay = stageChoices
    .filter(({ value }) => !isOver(value))
    .toSorted((one, other) => placeOf(one.value) - placeOf(other.value));
  return [
    all,
    ...(obeys("filter[stage]") ? underWay : []),
    ...(obeys("filter[active]") ? [{ value: "active", label: "Open deals" }] : []),
    ...(obeys("filter[stage]") ? stageChoices.filter(({ value }) => isOver(value)) : []),
  ];
}

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
    const state = opportunityList.stateOf(url.searchParams);
    return { back: boardPath + listQuery(state), query: boardQuery(state) };
  }
  return wayBackTo(url, opportunityList, opportunityPath(id));
}
