import { searchIn } from "../ui/search-text.ts";
import type { TextFilter } from "./folded-filters.tsx";
import { type AnyState, type Reading, recordIdOrNull } from "./list-state.ts";

/** Whether the service obeys a parameter of a list, as in "filter[tag]" or "sort=-name": nothing else is offered. */
export type Obeys = (parameter: string) => boolean;

/** A filter of a list. */
interface ListFilter {
  /** How the list's address is read. */
  readonly read: Reading<string | boolean | null>;
  /** How the service is asked, as in "filter[tag]". */
  readonly parameter: string;
  /** Of its field, where words are typed. */
  readonly label?: string;
  /** An amount of money is typed. */
  readonly isAmount?: boolean;
}

/** By whose the records are. */
export const byAgent = {
  read: recordIdOrNull,
  parameter: "filter[assigned_account_id]",
} as const satisfies ListFilter;
export const byTag = {
  read: searchIn,
  parameter: "filter[tag]",
  label: "Tag",
} as const satisfies ListFilter;
export const bySearch = {
  read: searchIn,
  parameter: "filter[search]",
} as const satisfies ListFilter;

/** The filters of a list by their names in its address, in the order in which the address has them. */
export type ListFilters = Readonly<Record<string, ListFilter>>;

/** How a list's address is read, for `readList`: its filters, its order, and its search last. */
export function readingsOf<Filters extends ListFilters, Sort>(
  filters: Filters,
  sort: Sort,
): { readonly [Name in keyof Filters]: Filters[Name]["read"] } & { readonly sort: Sort };
// Browsers read no address: the mark lets the bundler leave this out. It counts before the function itself alone.
/* @__NO_SIDE_EFFECTS__ */
export function readingsOf(filters: ListFilters, sort: unknown): Readonly<Record<string, unknown>> {
  const { q, ...others } = Object.fromEntries(Object.entries(filters).map(([name, { read }]) => [name, read]));
  return { ...others, sort, q };
}

/** What a list in this state asks its service for; undefined for a filter that is not set. */
export function filterParameters(filters: ListFilters, state: AnyState): Record<string, string | undefined> {
  const asked = Object.entries(filters).map(([name, { parameter }]) => {
    const value = state[name];
    return [parameter, value ? String(value) : undefined] as const;
  });
  return Object.fromEntries(asked);
}

/** The filters by words that the service offers, with what the list's address says of each. @param suggestions by their names */
export function offeredTexts(
  filters: ListFilters,
  state: AnyState,
  obeys: Obeys,
  suggestions: Readonly<Record<string, readonly string[]>> = {},
): TextFilter[] {
  return Object.entries(filters).flatMap(([name, { label, parameter, isAmount = false }]) => {
    if (label === undefined || !obeys(parameter)) return [];
    const offered = suggestions[name];
    return [
      { name, label, value: String(state[name]), isAmount, ...(offered !== undefined && { suggestions: offered }) },
    ];
  });
}

/** Words that records have, the most frequent first. @param lists those of each record */
export function wordsIn(lists: readonly (readonly string[])[]): string[] {
  const counted = Map.groupBy(lists.flat(), (word) => word);
  return [...counted].toSorted(([, one], [, other]) => other.length - one.length).map(([word]) => word);
}

/** The words of those that are set, for `usedFilters`. */
export function wordsOf(texts: readonly TextFilter[]): Record<string, string> {
  return Object.fromEntries(texts.map(({ name, label, value }) => [name, `${label}: ${value}`]));
}
