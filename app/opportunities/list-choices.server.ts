import { isOver, rankChoices, type Stage, stageChoices, stages } from "../labels.ts";
import { columnOrders, withPresentOrder } from "../lists/column-orders.server.ts";
import type { Obeys } from "../lists/list-filters.ts";
import { listQuery } from "../lists/list-state.ts";
import { opportunitiesPath } from "../record-paths.ts";
import { type OpportunityListState, orders } from "./opportunity-list.ts";

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
  { value: "", sort: "updated_at", label: "Recently changed" },
  { value: "-rank", sort: "rank", label: "Highest rank" },
  { value: "-stage", sort: "stage_since", label: "Longest in stage" },
];

/** The line below the title, and the stages, ranks and orders by which the service can filter and sort. */
export function listChoices(state: OpportunityListState, obeys: Obeys) {
  const present = { names: orders, sort: state.sort, obeys };
  return {
    subtitle: "Track your clients' progress, rank opportunities, comment on them and manage requests",
    stages: [
      all,
      ...(obeys("filter[stage]") ? inOrderOfFilter : []),
      ...(obeys("filter[active]") ? [active] : []),
      ...(obeys("filter[stage]") ? stageChoices.filter(({ value }) => isOver(value)) : []),
    ],
    orders: withPresentOrder(
      usual
        .filter(({ value, sort }) => value === "" || obeys(`sort=${sort}`))
        .map(({ value, label, sort }) => ({ value, label: obeys(`sort=${sort}`) ? label : "Usual order" })),
      present,
    ),
    columns: columnOrders(
      {
        Rank: { ascending: "rank", descending: "-rank", first: "descending" },
        "In stage": { ascending: "stage", descending: "-stage", first: "descending" },
      },
      { ...present, hrefOf: (sort) => opportunitiesPath + listQuery({ ...state, sort }) },
    ),
    ranks: obeys("filter[rank]") ? [all, ...rankChoices] : [all],
  };
}
