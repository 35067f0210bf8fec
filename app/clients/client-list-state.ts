import { readMoney, sayMoneyProblem } from "../../spelling/money.ts";
import {
  flag,
  type ListState,
  listQuery,
  type NamedList,
  oneOf,
  readList,
  recordIdOrNull,
} from "../lists/list-state.ts";
import { searchIn } from "../ui/search-text.ts";
import { listPath } from "./client-links.ts";

/** How the list's address is read. Browsers read none, and are spared the rules for money: pages have only types from here. */

/** Orders by their value in the URL, with the service's name for them. */
export const orders = {
  last_updated: "-last_activity_at",
  quiet: "last_activity_at",
  open: "inserted_at",
  name: "name",
  "-name": "-name",
} as const;

/** What amounts without a currency are in. */
const usualCurrency = "USD";

/** Both ends of the budget, in the currency that one of them names. */
function budgetIn(from: string, to: string) {
  const named = [from, to].flatMap((text) => readMoney(text).currency ?? []);
  const [currency = usualCurrency] = named;
  return { currency, from: readMoney(from, { currency }), to: readMoney(to, { currency }) };
}

/** Gives the reading of an end of the budget, which is kept as it was typed. */
function budgetEnd(end: "from" | "to") {
  return Object.assign((text: string) => searchIn(text), {
    wrong(text: string, parameters: URLSearchParams): string | null {
      const { currency, [end]: read } = budgetIn(parameters.get("from") ?? "", parameters.get("to") ?? "");
      if ("amount" in read) return null;
      const how =
        read.problem === "currency"
          ? `The other end is in ${currency}. Enter both in one currency.`
          : (sayMoneyProblem(read) ?? "Enter an amount, such as 450,000.");
      return `Budget ${end} can't be "${text.slice(0, 40)}". ${how}`;
    },
  });
}

/** What the filter by budget asks for. */
function budgetParameters(from: string, to: string) {
  const { currency, ...ends } = budgetIn(from, to);
  const amount = (end: ReturnType<typeof readMoney>) => ("amount" in end ? end.amount.replace(/\.0+$/, "") : undefined);
  const [least, most] = [amount(ends.from), amount(ends.to)];
  if (least === undefined && most === undefined) return {};
  return { "filter[min_budget]": least, "filter[max_budget]": most, "filter[budget_currency]": currency };
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
  from: budgetEnd("from"),
  to: budgetEnd("to"),
  /** Days without activity. */
  quiet: oneOf(["7", "14", "30"]),
  q: searchIn,
};
export type ClientListState = ListState<typeof listState>;

export const clientList = {
  name: "clients",
  path: listPath,
  title: "Clients",
  all: "All clients",
  queryOf: (parameters) => listQuery(readList(listState, parameters)),
} as const satisfies NamedList;

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
