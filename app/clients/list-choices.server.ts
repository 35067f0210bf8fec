import { columnOrders, withPresentOrder } from "../lists/column-orders.server.ts";
import { isLacking, type Lacking } from "../lists/lacking.ts";
import { listQuery } from "../lists/list-state.ts";
import { type ClientListState, listPath, orders } from "./client-list.ts";

/** What the list has to choose from. Made on the server, since every hydrating page loads what a browser makes. */

const usual = [
  // The list's own order, so that there is a way back to it.
  { value: "", label: "Newest" },
  { value: "last_updated", label: "Recently updated" },
  { value: "open", label: "Oldest" },
] as const;

/** Orders, the present one included, and those of the columns. */
export function listChoices(state: ClientListState, lacking: Lacking) {
  const offered = usual.filter(({ value }) => value === "" || !isLacking(lacking, `sort=${orders[value]}`));
  const present = { names: orders, sort: state.sort, lacking };
  return {
    orders: withPresentOrder(offered, present),
    columns: columnOrders(
      {
        Client: { ascending: "name", descending: "-name", first: "ascending" },
        "Last activity": { ascending: "quiet", descending: "last_updated", first: "descending" },
      },
      { ...present, hrefOf: (sort) => listPath + listQuery({ ...state, sort }) },
    ),
  };
}
