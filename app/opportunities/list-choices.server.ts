import { columnOrders, withPresentOrder } from "../lists/column-orders.server.ts";
import { isLacking, type Lacking } from "../lists/lacking.ts";
import { listQuery } from "../lists/list-state.ts";
import { isOver, rankChoices, type Stage, stageChoices, stages } from "./deal-labels.ts";
import { listPath, type OpportunityListState, orders } from "./opportunity-list.ts";

/** What the page says and its filters have to choose from. Made on the server, since every hydrating page loads what a browser makes. */

const all = { value: "all", label: "All" };
const active = { value: "active", label: "Open deals" };

/** The stages of a deal under way, as the specification orders them: an accepted offer before one that was sent. */
const inOrderOfFilter = stageChoices
  .filter(({ value }) => !isOver(value))
  .toSorted((one, other) => placeOf(one.value) - placeOf(other.value));

function placeOf(stage: Stage): number {
  const place = stages.indexOf(stage);
  return stage === "offer_accepted" ? stages.indexOf("offer_sent") - 0.5 : place;
}

const usual = [
  { value: "", label: "Recently changed" },
  { value: "-rank", label: "Highest rank" },
  { value: "-stage", label: "Longest in stage" },
];

/** The line below the title, and the stages, ranks and orders by which the service can filter and sort. */
export function listChoices(state: OpportunityListState, lacking: Lacking) {
  const lacks = (feature: string) => isLacking(lacking, feature);
  const present = { names: orders, sort: state.sort, lacking };
  return {
    subtitle: "Track your clients' progress, rank opportunities, comment on them and manage requests",
    stages: [
      all,
      ...inOrderOfFilter.filter(({ value }) => !lacks(`filter[stage]=${value}`)),
      ...(lacks("filter[active]") ? [] : [active]),
      ...stageChoices.filter(({ value }) => isOver(value) && !lacks(`filter[stage]=${value}`)),
    ],
    orders: withPresentOrder(usual, present),
    columns: columnOrders(
      {
        Rank: { ascending: "rank", descending: "-rank", first: "descending" },
        "In stage": { ascending: "stage", descending: "-stage", first: "descending" },
      },
      { ...present, hrefOf: (sort) => listPath + listQuery({ ...state, sort }) },
    ),
    ranks: [all, ...rankChoices.filter(({ value }) => !lacks(`filter[rank]=${value}`))],
  };
}
