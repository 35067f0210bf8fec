import type { Obeys } from "../lists/list-filters.ts";
import { offeredTexts } from "../lists/list-filters.ts";
import { usualHouseTypes } from "../used-words/used-words.ts";
import { filters, isSortable, type PackageListState, unsortedColumns } from "./package-list.ts";

/** What the toolbar of the list has to choose from. Made on the server, since every hydrating page loads what a browser makes. */

const dues = [
  { value: "all", label: "All" },
  { value: "1w", label: "In 1 week" },
  { value: "2w", label: "In 2 weeks" },
  { value: "1m", label: "In 1 month" },
  { value: "3m", label: "In 3 months" },
];

const usualOrders = [
  { value: "", label: "Newest first" },
  { value: "due", label: "Offers due first" },
  { value: "price", label: "Lowest list price" },
  { value: "-price", label: "Highest list price" },
  { value: "-comp", label: "Highest comp. value" },
  { value: "property", label: "Address" },
  { value: "area", label: "Area" },
  { value: "-beds", label: "Most beds" },
  { value: "-baths", label: "Most baths" },
  { value: "-sqft", label: "Largest" },
  { value: "rank", label: "Rank" },
];

/** Times until offers are due, filters, orders, the present one included, and the columns whose headings do not sort. */
export function listChoices(state: PackageListState, obeys: Obeys, tags: readonly string[]) {
  const { sort, fits } = state;
  const ownOrder = fits !== null ? "Best fit first" : obeys("sort=-inserted_at") ? "Newest first" : "Usual order";
  const offered = usualOrders
    .filter(({ value }) => isSortable(obeys, value))
    .map((order) => (order.value === "" ? { ...order, label: ownOrder } : order));
  const isUsual = offered.some(({ value }) => value === sort);
  const orders = isUsual ? offered : [...offered, { value: sort, label: "Current order" }];
  const texts = offeredTexts(filters, state, obeys, { type: usualHouseTypes, tag: tags });
  return { dues: obeys("filter[offer_due_within]") ? dues : [], texts, orders, unsorted: unsortedColumns(obeys) };
}
