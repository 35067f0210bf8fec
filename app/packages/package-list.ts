import { href } from "react-router";
import { pagesBelow, type WayBack, wayBackTo } from "../lists/change-in-place.ts";
import { defineList } from "../lists/define-list.ts";
import type { Obeys } from "../lists/list-filters.ts";
import { byAgent, bySearch, byTag, filterParameters, type ListFilters, readingsOf } from "../lists/list-filters.ts";
import { flag, type ListState, oneOf, recordIdOrNull } from "../lists/list-state.ts";
import { newPackagePath, packagePath, packagesPath } from "../record-paths.ts";
import { searchIn } from "../ui/search-text.ts";

export const newImportPath = href("/packages/imports/new");

/** The tab with its comparables and list prices. */
export function comparablesPath(packageId: string): string {
  return href("/packages/:packageId/comparables", { packageId });
}

/** Where the list price is changed. @param query of `changeQuery`, or "" */
export function pricePath(packageId: string, query: string): string {
  return href("/packages/:packageId/price", { packageId }) + query;
}

/** The page that creates an opportunity for this property. */
export function pairingPath(id: string): string {
  return `${href("/opportunities/new")}?package=${encodeURIComponent(id)}`;
}

/** The fields of the edit page that the list leads to. */
export type EditedField = "beds" | "baths" | "sqft" | "schools" | "area" | "offerDue";

/** The id of the form for a package's facts, of which the ids of its fields are made. */
export const editFormId = "package";

/** The edit page at one of its fields. */
export function editFieldPath(id: string, field: EditedField): string {
  return `${href("/packages/:packageId/edit", { packageId: id })}#${editFormId}-${field}`;
}

/** What the list can be sorted by: the value in the URL, and the service's name for it. */
const columns = {
  rank: "number",
  property: "street",
  beds: "beds",
  baths: "baths",
  sqft: "sqft",
  area: "area",
  price: "list_price",
  comp: "comp_value",
  due: "offer_due_at",
} as const;
export type SortColumn = keyof typeof columns;

interface Order {
  readonly column: SortColumn;
  readonly isDescending: boolean;
}

/** Offers due within this time: the service's values. */
const withins = ["1w", "2w", "1m", "3m"] as const;

export const filters = {
  archived: { read: flag, parameter: "filter[archived]" },
  agent: byAgent,
  client: { read: recordIdOrNull, parameter: "filter[client_id]" },
  fits: {
    read: recordIdOrNull,
    parameter: "filter[fits_client_id]",
  },
  due: { read: oneOf(withins), parameter: "filter[offer_due_within]" },
  tag: byTag,
  type: { read: searchIn, parameter: "filter[house_type]", label: "House type" },
  q: bySearch,
} as const satisfies ListFilters;

export const listState = readingsOf(filters, (text: string) => (readOrder(text) === null ? "" : text));
export type PackageListState = ListState<typeof listState>;

export const packageList = defineList({
  name: "packages",
  path: packagesPath,
  title: "Properties",
  all: "All properties",
  readings: listState,
  parametersOf: listParameters,
});

/** Which pages are shown over the list. */
export const { isOverList, isAlone } = pagesBelow(packagesPath, newPackagePath);

/** Where the page that changes a property's price leads back to. */
export function wayBack(url: URL, id: string): WayBack {
  return wayBackTo(url, { listPath: packagesPath, readings: listState, elsewhere: packagePath(id) });
}

/** The filter by a client. */
export const clientFilter = { name: "client", gone: "Unknown client", noun: "client" } as const;

/** The order that `sort` names, as in "-price"; null for the list's own, newest first. */
function readOrder(sort: string): Order | null {
  const isDescending = sort.startsWith("-");
  const name = isDescending ? sort.slice(1) : sort;
  return isColumn(name) ? { column: name, isDescending } : null;
}

function isColumn(name: string): name is SortColumn {
  return Object.hasOwn(columns, name);
}

/** Whether the service can sort by what `sort` names. */
export function isSortable(obeys: Obeys, sort: string): boolean {
  const order = readOrder(sort);
  return order === null || obeys(`sort=${columns[order.column]}`);
}

/** The columns that the service cannot sort by. */
export function unsortedColumns(obeys: Obeys): string[] {
  return Object.keys(columns).filter((column) => !isSortable(obeys, column));
}

/** What the list asks its service for, besides the page. */
export function listParameters(state: PackageListState) {
  const order = readOrder(state.sort);
  const usual = state.fits === null ? "-inserted_at" : "fit";
  return {
    include: "clients",
    sort: order === null ? usual : (order.isDescending ? "-" : "") + columns[order.column],
    ...filterParameters(filters, state),
  };
}
