import { href } from "react-router";
import { type PageTurn, type PageWish, readPageWish, turnParameters } from "../json-api/page-turn.ts";
import { isRecordId } from "../json-api/record.ts";
import { isStage, type Rank, ranks, type Stage } from "./deal-labels.ts";

/** The list of opportunities as its URL says it: filters, and the page. Table and board are two views of it. */

export const listPath = href("/opportunities");
export const boardPath = href("/opportunities/board");
export const newOpportunityPath = href("/opportunities/new");
export const newOpportunitySubtitle =
  "An opportunity moves a client forward with one specific property, from the first look to the keys.";

/** Cards that a column of the board shows; the others are behind its link. */
export const cardsOfStage = 10;

export function opportunityPath(id: string): string {
  return href("/opportunities/:opportunityId", { opportunityId: id });
}

/** Where its stage is updated. @param to with the stage chosen already */
export function stagePath(id: string, to?: string): string {
  return href("/opportunities/:opportunityId/stage", { opportunityId: id }) + (to === undefined ? "" : `?to=${to}`);
}

/** What the list's first filter may say: a stage, or all at which a deal is under way. */
export type StageChoice = Stage | "active";

/** Whether an opportunity at a stage is among those that the filter leaves. */
export function isChosen(stage: Stage, choice: StageChoice | null): boolean {
  if (choice === "active") return stage !== "closed" && stage !== "lost";
  return choice === null || choice === stage;
}

export interface OpportunityListState {
  readonly stage: StageChoice | null;
  readonly clientId: string | null;
  readonly rank: Rank | null;
  readonly page: PageWish;
}

/** Reads the list's state; whatever the list does not know, or cannot be, counts as not said. */
export function readListState(parameters: URLSearchParams): OpportunityListState {
  const stage = parameters.get("stage") ?? "";
  const clientId = parameters.get("client") ?? "";
  return {
    stage: stage === "active" || isStage(stage) ? stage : null,
    clientId: isRecordId(clientId) ? clientId : null,
    rank: ranks.find((known) => known === parameters.get("rank")) ?? null,
    page: readPageWish(parameters),
  };
}

/** The state as a query string with its "?", empty for the list as it opens. */
export function writeListState(state: OpportunityListState, turn: PageTurn | null = null): string {
  const parameters = new URLSearchParams(turnParameters(turn));
  if (state.clientId !== null) parameters.set("client", state.clientId);
  if (state.rank !== null) parameters.set("rank", state.rank);
  if (state.stage !== null) parameters.set("stage", state.stage);
  return parameters.size === 0 ? "" : `?${parameters}`;
}

/** What the list asks its service for, besides the page. */
export function listParameters({ stage, clientId, rank }: OpportunityListState) {
  return {
    sort: "-updated_at",
    ...(stage === null ? {} : stage === "active" ? { "filter[active]": "true" } : { "filter[stage]": stage }),
    ...(clientId === null ? {} : { "filter[client_id]": clientId }),
    ...(rank === null ? {} : { "filter[rank]": rank }),
  };
}
