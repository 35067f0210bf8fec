import { href } from "react-router";
import { type PageTurn, type PageWish, readPageWish, turnParameters } from "../json-api/page-turn.ts";
import { isRecordId } from "../json-api/record.ts";
import { readSearch } from "../ui/search-text.ts";

/** The list of packages as its URL says it: search, filters, order, archived or not, and the page. */

export const listPath = "/packages/";
export const newPackagePath = href("/packages/new");
export const newPackageSubtitle = "A property by its address, for a client to begin with if there is one.";

/** The file with everything that a list filters. */
export function exportPath(state: PackageListState): string {
  return href("/packages/export.csv") + writeListState(state);
}

export function packagePath(packageId: string): string {
  return href("/packages/:packageId", { packageId });
}

/** Where a package gets a client. */
export function pairingPath(id: string): string {
  return `${href("/opportunities/new")}?package=${id}`;
}

/** The fields of the edit page that the list leads to. */
export type EditedField = "beds" | "baths" | "sqft" | "schools" | "area" | "listPrice.amount" | "offerDue";

/** The id of the form for a package's facts, of which the ids of its fields are made. */
export const editFormId = "package";

/** The edit page at one of its fields. */
export function editFieldPath(id: string, field: EditedField): string {
  return `${href("/packages/:packageId/edit", { packageId: id })}#${editFormId}-${field}`;
}

/** What a list may be sorted by, by its value in the URL, with what that is upstream. */
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

export interface Order {
  readonly column: SortColumn;
  readonly isDescending: boolean;
}

/** Offers due within this time, by the service's words for it. */
export const withins = ["1w", "2w", "1m", "3m"] as const;
export type Within = (typeof withins)[number];

export interface PackageListState {
  /** Empty: all. */
  readonly search: string;
  readonly within: Within | null;
  readonly clientId: string | null;
  /** Null: the list's own, newest first. */
  readonly order: Order | null;
  readonly archived: boolean;
  readonly page: PageWish;
}

/** Reads the list's state; whatever the list does not know, or cannot be, counts as not said. */
export function readListState(parameters: URLSearchParams): PackageListState {
  const within = parameters.get("due");
  const clientId = parameters.get("client") ?? "";
  return {
    search: readSearch(parameters),
    within: withins.find((known) => known === within) ?? null,
    clientId: isRecordId(clientId) ? clientId : null,
    order: readOrder(parameters.get("sort") ?? ""),
    archived: parameters.get("archived") === "true",
    page: readPageWish(parameters),
  };
}

function readOrder(text: string): Order | null {
  const isDescending = text.startsWith("-");
  const name = isDescending ? text.slice(1) : text;
  return isColumn(name) ? { column: name, isDescending } : null;
}

function isColumn(name: string): name is SortColumn {
  return Object.hasOwn(columns, name);
}

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

/** The orders to choose from where there are no headings, the present one included. */
export function orderChoices(present: Order | null): { value: string; label: string }[] {
  const value = present === null ? "" : writeOrder(present);
  return usualOrders.some((usual) => usual.value === value)
    ? usualOrders
    : [...usualOrders, { value, label: "As sorted" }];
}

/** As it stands in the URL. */
export function writeOrder({ column, isDescending }: Order): string {
  return (isDescending ? "-" : "") + column;
}

/** The state as a query string with its "?", empty for the list as it opens. */
export function writeListState(state: PackageListState, turn: PageTurn | null = null): string {
  const { search, within, clientId, order, archived } = state;
  const parameters = new URLSearchParams(turnParameters(turn));
  if (archived) parameters.set("archived", "true");
  if (clientId !== null) parameters.set("client", clientId);
  if (within !== null) parameters.set("due", within);
  if (order !== null) parameters.set("sort", writeOrder(order));
  if (search !== "") parameters.set("q", search);
  return parameters.size === 0 ? "" : `?${parameters}`;
}

/** What the list asks its service for, besides the page. */
export function listParameters({ search, within, clientId, order, archived }: PackageListState) {
  return {
    include: "clients",
    sort: order === null ? "-inserted_at" : (order.isDescending ? "-" : "") + columns[order.column],
    ...(search === "" ? {} : { "filter[search]": search }),
    ...(within === null ? {} : { "filter[offer_due_within]": within }),
    ...(clientId === null ? {} : { "filter[client_id]": clientId }),
    ...(archived ? { "filter[archived]": "true" } : {}),
  };
}
