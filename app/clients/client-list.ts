import { href } from "react-router";
import { flag, type ListState, oneOf, recordIdOrNull } from "../lists/list-state.ts";
import { searchIn } from "../ui/search-text.ts";

export const newClientPath = href("/clients/new");
export const newImportPath = href("/clients/imports/new");

/** Orders by their value in the URL, with the service's name for them. */
export const orders = {
  last_updated: "-last_activity_at",
  quiet: "last_activity_at",
  open: "inserted_at",
  name: "name",
  "-name": "-name",
} as const;

/** The filter by an agent. */
export const agentFilter = { name: "agent", gone: "Former colleague", noun: "colleague" } as const;

export const listPath = `${href("/clients")}/`;

/** What amounts without a currency are in. */
const usualCurrency = "USD";
const currencyBySign: ReadonlyMap<string, string> = new Map([
  ["$", usualCurrency],
  ["€", "EUR"],
  ["£", "GBP"],
]);

/** An amount as in "$650,000", "650k" or "€650,000", as "650000" or "650000 EUR"; "" for anything else. */
function amountIn(text: string): string {
  const typed = text.replaceAll(/[\s,]/g, "").toUpperCase();
  const pattern = /^([$€£]|[A-Z]{3})?(\d{1,9})(?:\.0{1,2})?(K?)([A-Z]{3})?$/;
  const [, before, digits, thousands, after] = pattern.exec(typed) ?? [];
  if (digits === undefined) return "";
  const currency = after ?? currencyBySign.get(before ?? "$") ?? before;
  return `${digits}${thousands ? "000" : ""}${currency === usualCurrency ? "" : ` ${currency}`}`;
}

/** What the filter by budget asks for: both ends in the currency that one of them names. */
function budgetParameters(from: string, to: string) {
  const [[least, one], [most, other]] = [from.split(" "), to.split(" ")];
  if (!least && !most) return {};
  return {
    "filter[min_budget]": least || undefined,
    "filter[max_budget]": most || undefined,
    "filter[budget_currency]": one ?? other ?? usualCurrency,
  };
}

export const listState = {
  archived: flag,
  /** Whose clients. */
  agent: recordIdOrNull,
  /** The property that they fit. */
  fits: recordIdOrNull,
  sort: oneOf(["last_updated", "quiet", "open", "name", "-name"]),
  tag: searchIn,
  source: searchIn,
  area: searchIn,
  /** The budget. */
  from: amountIn,
  to: amountIn,
  /** Days without activity. */
  quiet: oneOf(["7", "14", "30"]),
  q: searchIn,
};
export type ClientListState = ListState<typeof listState>;

/** What the list asks its service for, besides the page. */
export function listParameters({
  q,
  sort,
  agent,
  fits,
  archived,
  tag,
  source,
  area,
  from,
  to,
  quiet,
}: ClientListState) {
  return {
    include: "buyer_profile",
    sort: sort !== null ? orders[sort] : fits === null ? "-inserted_at" : "fit",
    "filter[search]": q || undefined,
    "filter[tag]": tag || undefined,
    "filter[lead_source]": source || undefined,
    "filter[area]": area || undefined,
    ...budgetParameters(from, to),
    "filter[quiet_for_days]": quiet ?? undefined,
    "filter[assigned_account_id]": agent ?? undefined,
    "filter[fits_package_id]": fits ?? undefined,
    "filter[archived]": archived ? "true" : undefined,
  };
}
