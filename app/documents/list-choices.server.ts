import { columnOrders, withPresentOrder } from "../lists/column-orders.server.ts";
import { isLacking, type Lacking } from "../lists/lacking.ts";
import { listQuery } from "../lists/list-state.ts";
import { type DocumentListState, type DocumentOrder, documentsPath, orders } from "./document-list.ts";

/** What the list's headings and its filters have to choose from. Made on the server, since every hydrating page loads what a browser makes. */

const usual = [
  { value: "", order: "name", label: "Name" },
  { value: "-changed", order: "-changed", label: "Last changed first" },
  { value: "-size", order: "-size", label: "Largest first" },
  { value: "type", order: "type", label: "Type" },
] as const;

/** The orders that the service has, and the headings that sort by them. */
export function listChoices(state: DocumentListState, lacking: Lacking) {
  const offered = usual.filter(({ value, order }) => value === "" || !isLacking(lacking, `sort=${orders[order]}`));
  const present = { names: orders, sort: state.sort, lacking };
  return {
    orders: withPresentOrder(offered, present),
    columns: columnOrders<DocumentOrder>(
      {
        Name: { ascending: "name", descending: "-name", first: "ascending" },
        Type: { ascending: "type", descending: "-type", first: "ascending" },
        Size: { ascending: "size", descending: "-size", first: "descending" },
        Changed: { ascending: "changed", descending: "-changed", first: "descending" },
      },
      {
        names: orders,
        lacking,
        sort: state.sort ?? "name",
        hrefOf: (order) => documentsPath + listQuery({ ...state, sort: order === "name" ? null : order }),
      },
    ),
  };
}
