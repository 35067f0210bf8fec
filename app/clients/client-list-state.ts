import { readMoney, sayMoneyProblem } from "../../spelling/money.ts";
import { defineList } from "../lists/define-list.ts";
import { byAgent, bySearch, byTag, filterParameters, type ListFilters, readingsOf } from "../lists/list-filters.ts";
import { flag, type ListState, oneOf, recordIdOrNull } from "../lists/list-state.ts";
import { clientsPath } from "../record-paths.ts";
import { searchIn } from "../ui/search-text.ts";

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
  const isSet = least !== undefined || most !== undefined;
  return {
    "filter[min_budget]": least,
    "filter[max_budget]": most,
    "filter[budget_currency]": isSet ? currency : undefined,
  };
}

export const filters = {
  archived: { read: flag, parameter: "filter[archived]" },
  agent: byAgent,
  fits: {
    read: recordIdOrNull,
    parameter: "filter[fits_package_id]",
  },
  tag: byTag,
  source: {
    read: searchIn,
    parameter: "filter[lead_source]",
    label: "Lead source",
  },
  area: { read: searchIn, parameter: "filter[area]", label: "Area" },
  from: {
    read: budgetEnd("from"),
    parameter: "filter[min_budget]",
    label: "Budget from",
    isAmount: true,
  },
  to: {
    read: budgetEnd("to"),
    parameter: "filter[max_budget]",
    label: "Budget to",
    isAmount: true,
  },
  /** Days without activity. */
  quiet: {
    read: oneOf(["7", "14", "30"]),
    parameter: "filter[quiet_for_days]",
  },
  q: bySearch,
} as const satisfies ListFilters;

export const listState = readingsOf(filters, oneOf(["last_updated", "quiet", "open", "name", "-name"]));
export type ClientListState = ListState<typeof listState>;

export const clientList = defineList({
  name: "clients",
  path: clientsPath,
  title: "Clients",
  all: "All clients",
  readings: listState,
  parametersOf: listParameters,
});

/** What the list asks its service for, besides the page. */
export function listParameters(state: ClientListState) {
  const { sort, fits, from, to } = state;
  return {
    include: "buyer_profile",
    sort: sort !== null ? orders[sort] : fits === null ? "-inserted_at" : "fit",
    ...filterParameters(filters, state),
    ...budgetParameters(from, to),
  };
}
