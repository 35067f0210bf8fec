import { href } from "react-router";
import { readMoney, sayMoneyProblem } from "../../spelling/money.ts";
import { byAgent, bySearch, byTag, defineList, type StateOf } from "../lists/define-list.ts";
import { flag, oneOf, recordIdOrNull } from "../lists/list-state.ts";
import { clientsPath, importClientsPath, inviteClientPath } from "../record-paths.ts";
import { searchIn } from "../ui/search-text.ts";

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

const quietChoices = [
  { value: "", label: "Any activity" },
  { value: "7", label: "No activity for 7 days" },
  { value: "14", label: "No activity for 14 days" },
  { value: "30", label: "No activity for 30 days" },
];

/** The list of clients. Browsers read no address, and are spared the rules for money. */
export const clientList = defineList(
  {
    name: "clients",
    path: clientsPath,
    title: "Clients",
    all: "All clients",
    filters: {
      archived: { read: flag, parameter: "filter[archived]" },
      agent: {
        ...byAgent,
        label: "Agent",
        isFolded: true,
        pick: { kind: "colleagues", all: { label: "All agents" } },
      },
      fits: { read: recordIdOrNull, parameter: "filter[fits_package_id]" },
      tag: byTag,
      source: { read: searchIn, parameter: "filter[lead_source]", label: "Lead source" },
      area: { read: searchIn, parameter: "filter[area]", label: "Area" },
      from: { read: budgetEnd("from"), parameter: "filter[min_budget]", label: "Budget from", isAmount: true },
      to: { read: budgetEnd("to"), parameter: "filter[max_budget]", label: "Budget to", isAmount: true },
      /** Days without activity. */
      quiet: {
        read: oneOf(["7", "14", "30"]),
        parameter: "filter[quiet_for_days]",
        label: "Activity",
        said: null,
        options: quietChoices,
        isFolded: true,
      },
      q: bySearch,
    },
    orders: {
      "": { by: "-inserted_at", label: "Newest" },
      last_updated: { by: "-last_activity_at", label: "Recently updated" },
      open: { by: "inserted_at", label: "Oldest" },
      quiet: { by: "last_activity_at" },
      name: { by: "name" },
      "-name": { by: "-name" },
    },
    columns: { Client: ["name", "-name"], "Last activity": ["quiet", "last_updated", "descending"] },
    fitLabel: "Best fit",
    page: {
      subtitle: "What clients are about",
      toolbar: "Search and sort clients",
      search: "Search clients",
      sortLabel: "Sort by activity",
      plural: "clients",
      create: { may: "clients.create", label: "Invite client", href: inviteClientPath },
      import: { may: "clients.import", path: importClientsPath },
      export: { may: "clients.export", path: href("/clients/export.csv") },
    },
  },
  { asked: ({ from, to }) => ({ include: "buyer_profile", ...budgetParameters(from, to) }) },
);

export type ClientListState = StateOf<typeof clientList>;
