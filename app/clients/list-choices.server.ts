import { columnOrders, withPresentOrder } from "../lists/column-orders.server.ts";
import type { Obeys } from "../lists/list-filters.ts";
import { offeredTexts } from "../lists/list-filters.ts";
import { listQuery } from "../lists/list-state.ts";
import { clientsPath } from "../record-paths.ts";
import { type ClientListState, filters, orders } from "./client-list-state.ts";

/** What the list has to choose from. Made on the server, since every hydrating page loads what a browser makes. */

const usual = [
  // The list's own order, so that there is a way back to it.
  { value: "", label: "Newest" },
  { value: "last_updated", label: "Recently updated" },
  { value: "open", label: "Oldest" },
] as const;

const quietChoices = [
  { value: "", label: "Any activity" },
  { value: "7", label: "No activity for 7 days" },
  { value: "14", label: "No activity for 14 days" },
  { value: "30", label: "No activity for 30 days" },
];

/** Words that are offered while a filter by them is typed. */
type UsedHere = Readonly<Record<"tag" | "area", readonly string[]>>;

/** The filters that are folded away, as far as the service offers them. */
function filtersOf(state: ClientListState, obeys: Obeys, used: UsedHere) {
  return {
    isOpen: state.unknown !== undefined,
    texts: offeredTexts(filters, state, obeys, used),
    quiet: !obeys("filter[quiet_for_days]") ? null : { options: quietChoices, value: state.quiet ?? "" },
  };
}

/** Orders, the present one included, those of the columns, and filters. */
export function listChoices(state: ClientListState, obeys: Obeys, used: UsedHere) {
  const ownOrder = state.fits !== null ? "Best fit" : obeys("sort=-inserted_at") ? "Newest" : "Usual order";
  const offered = usual
    .filter(({ value }) => value === "" || obeys(`sort=${orders[value]}`))
    .map(({ value, label }) => ({ value, label: value === "" ? ownOrder : label }));
  const present = { names: orders, sort: state.sort, obeys };
  return {
    filters: filtersOf(state, obeys, used),
    orders: withPresentOrder(offered, present),
    columns: columnOrders(
      {
        Client: { ascending: "name", descending: "-name", first: "ascending" },
        "Last activity": { ascending: "quiet", descending: "last_updated", first: "descending" },
      },
      { ...present, hrefOf: (sort) => clientsPath + listQuery({ ...state, sort }) },
    ),
  };
}
