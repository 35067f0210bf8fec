import { type PageTurn, type PageWish, readPageWish, turnParameters } from "../json-api/page-turn.ts";
import { readSearch } from "../ui/search-text.ts";

/** The list of clients as its URL says it: search, order, archived or not, and the page. */

/** The orders one can choose, by their value in the URL, with what they are upstream. "" is the list's own order. */
const orders = { "": "-inserted_at", last_updated: "-updated_at", open: "inserted_at" } as const;
export type ClientOrder = keyof typeof orders;

export const listPath = "/clients/";
export const newClientPath = "/clients/new";
export const newImportPath = "/clients/imports/new";

/** The file with everybody whom a list finds. */
export function exportPath(state: ClientListState): string {
  return `/clients/export.csv${writeListState(state)}`;
}

export interface ClientListState {
  /** Empty: everybody. */
  readonly search: string;
  readonly order: ClientOrder;
  readonly archived: boolean;
  readonly page: PageWish;
}

/** Reads the list's state; whatever the list does not know, or cannot be, counts as not said. */
export function readListState(parameters: URLSearchParams): ClientListState {
  const sort = parameters.get("sort") ?? "";
  return {
    search: readSearch(parameters),
    order: isOrder(sort) ? sort : "",
    archived: parameters.get("archived") === "true",
    page: readPageWish(parameters),
  };
}

function isOrder(value: string): value is ClientOrder {
  return Object.hasOwn(orders, value);
}

/** The state as a query string with its "?", empty for the list as it opens. */
export function writeListState({ search, order, archived }: ClientListState, turn: PageTurn | null = null): string {
  const parameters = new URLSearchParams(turnParameters(turn));
  if (archived) parameters.set("archived", "true");
  if (order !== "") parameters.set("sort", order);
  if (search !== "") parameters.set("q", search);
  return parameters.size === 0 ? "" : `?${parameters}`;
}

/** What the list asks its service for, besides the page. */
export function listParameters({ search, order, archived }: ClientListState): Record<string, string> {
  return {
    include: "buyer_profile",
    sort: orders[order],
    ...(search === "" ? {} : { "filter[search]": search }),
    ...(archived ? { "filter[archived]": "true" } : {}),
  };
}
