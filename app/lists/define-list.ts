import type { RequestedPage } from "../json-api/pagination.ts";
import type { FilterKind } from "../picking/find-filter.server.ts";
import type { Choice } from "../ui/options.tsx";
import { searchIn } from "../ui/search-text.ts";
import {
  type AnyState,
  listQuery,
  oneOf,
  type Reading,
  type Readings,
  readList,
  recordIdOrNull,
  type Values,
  type WithPage,
} from "./list-state.ts";

/** Whether the service obeys a parameter of a list, as in "filter[tag]" or "sort=-name": nothing else is offered. */
export type Obeys = (parameter: string) => boolean;

/** A filter of a list. What it is chosen or typed by stands in the toolbar where it has a label. */
export interface ListFilter {
  /** How the list's address is read. */
  readonly read: Reading<string | boolean | null>;
  /** How the service is asked, as in "filter[tag]"; undefined where the list says that in `asked`. */
  readonly parameter?: string;
  /** Of its field. */
  readonly label?: string;
  /** What stands before its value where it is set: null for its value alone. */
  readonly said?: string | null;
  /** An amount of money is typed. */
  readonly isAmount?: boolean;
  /** A day of the calendar is chosen. */
  readonly isDay?: boolean;
  /** What there is to choose. Words are typed where there is neither this nor `pick`. */
  readonly options?: readonly Choice[] | ((obeys: Obeys) => readonly Choice[]);
  /** The field says its label until something is chosen. */
  readonly isNamedInside?: boolean;
  /** A record is picked. */
  readonly pick?: {
    readonly kind: FilterKind;
    /** The link to the whole list, and the first line of what there is to pick where that is shorter. */
    readonly all: { readonly label: string; readonly line?: string };
    /** Beside options, whose place the record takes: under which name it is picked, its field's label, and the option of everything. */
    readonly beside?: { readonly name: string; readonly label: string; readonly everything: string };
  };
  /** Its field comes first, wherever it stands in the address. */
  readonly isFirst?: boolean;
  /** Folded away, as are those that are typed. */
  readonly isFolded?: boolean;
}

/** The filters of a list by their names in its address, in the order in which the address has them. */
export type ListFilters = Readonly<Record<string, ListFilter>>;

/** By whose the records are. */
export const byAgent = { read: recordIdOrNull, parameter: "filter[assigned_account_id]" } as const satisfies ListFilter;
export const byTag = { read: searchIn, parameter: "filter[tag]", label: "Tag" } as const satisfies ListFilter;
export const bySearch = { read: searchIn, parameter: "filter[search]" } as const satisfies ListFilter;

/** Orders of a list by their values in its address; "" is its own. One with a label can be chosen, the others are headings'. */
type ListOrders = Readonly<Record<string, { readonly by: string; readonly label?: string }>>;

/** Orders by which the headings of a table sort: the ascending one, the descending one, and which comes first. */
type ListColumns<Value> = Readonly<Record<string, readonly [Value, Value, "descending"?]>>;

/** What a list is sorted by, in its toolbar and in the headings of its table. */
export interface Sorting {
  readonly orders: ListOrders;
  readonly columns: ListColumns<string>;
}

interface Door {
  /** The permission that it needs. */
  readonly may: string;
  readonly path: string;
}

/** What the page of a list says and offers. */
interface ListPageTerms {
  /** The page's title where it is not the list's own, which then stands in the breadcrumbs. */
  readonly heading?: string;
  readonly subtitle: string;
  /** Of the toolbar, as in "Search and sort clients". */
  readonly toolbar: string;
  /** Of the field to search in; none where the list is not searched. */
  readonly search?: string;
  /** Of the field to sort by, where that is more than the headings of a table. */
  readonly sortLabel?: string;
  /** Of records that can be archived. */
  readonly plural?: string;
  readonly create?: { readonly may: string; readonly label: string; readonly href: (query: string) => string };
  readonly import?: Door;
  readonly export?: Door;
  /** Parts of its state that are no filters. */
  readonly besides?: readonly string[];
}

/** A list in the state of an address. */
export interface ReadList {
  /** The query of a page of the list, with its "?". */
  readonly queryAt: (page: RequestedPage) => string;
  /** What the list asks its service for. */
  readonly parameters: Asked;
  /** What the address asks for that the list does not know. */
  readonly unknown: readonly string[];
}

type Asked = Readonly<Record<string, string | null | undefined>>;

/** A list as the pages that are about any list know it. */
export interface AnyList<Name extends string = string> {
  /** As services call it. */
  readonly name: Name;
  /** Its address without its state. */
  readonly path: string;
  /** As its page is called. */
  readonly title: string;
  /** The link to the list without any search, filter or sort. */
  readonly all: string;
  /** The query string of what a saved view keeps of an address, with its "?": the same state always gives the same text. */
  readonly queryOf: (parameters: URLSearchParams) => string;
  /** @param me the current user's own id */
  readonly read: (parameters: URLSearchParams, me: string) => ReadList;
}

/** A list as its own pages know it. */
export interface DefinedList<State extends AnyState, Name extends string = string> extends AnyList<Name> {
  readonly filters: ListFilters;
  readonly sorting: Sorting;
  /** The list's own order where it shows what fits a record. */
  readonly fitLabel: string | null;
  readonly page: ListPageTerms | null;
  readonly stateOf: (parameters: URLSearchParams) => State;
  /** What the list asks its service for, besides the page. @param me the current user's own id */
  parametersOf(state: State, me?: string): Asked;
}

type ReadState<Filters extends ListFilters, Value extends string> = WithPage<
  { readonly [Name in keyof Filters]: ReturnType<Filters[Name]["read"]> } & ([Value] extends [never]
    ? unknown
    : { readonly sort: Exclude<Value, ""> | null })
>;

/** The state of a list that was defined. */
export type StateOf<List> = List extends DefinedList<infer State> ? State : never;

interface ListTerms<Name extends string, Filters, Value extends string>
  extends Omit<AnyList<Name>, "queryOf" | "read"> {
  readonly filters: Filters;
  readonly orders?: Readonly<Record<Value, ListOrders[string]>>;
  readonly columns?: ListColumns<NoInfer<Value>>;
  readonly fitLabel?: string;
  readonly page?: ListPageTerms;
}

interface StateTerms<State> {
  /** What of its state a saved view keeps; all of it when not given. */
  kept?(state: State): AnyState;
  /** What the list asks for besides its filters and its order, or in their place. */
  asked?(state: State, me: string): Asked;
}

/**
 * Says once, in its room, what a list is called, how its address is read, what it asks its service for and what its page offers.
 * @param stateTerms what follows from the list's state
 */
export function defineList<const Name extends string, const Filters extends ListFilters, Value extends string = never>(
  terms: ListTerms<Name, Filters, Value>,
  stateTerms?: StateTerms<ReadState<NoInfer<Filters>, NoInfer<Value>>>,
): DefinedList<ReadState<Filters, Value>, Name>;
// Browsers read no address: the mark lets the bundler leave this out. It counts before the function itself alone.
/* @__NO_SIDE_EFFECTS__ */
export function defineList(
  { orders, columns = {}, fitLabel, page, ...named }: ListTerms<string, ListFilters, string>,
  { kept = (state) => state, asked = () => ({}) }: StateTerms<AnyState> = {},
): DefinedList<AnyState, string> {
  const readings = readingsOf(named.filters, orders);
  const stateOf = (parameters: URLSearchParams) => readList(readings, parameters);
  const parametersOf = (state: AnyState, me = "") => ({
    ...(orders !== undefined && { sort: sortOf(orders, state) }),
    ...filterParameters(named.filters, state),
    ...asked(state, me),
  });
  return {
    ...named,
    sorting: { orders: orders ?? {}, columns },
    fitLabel: fitLabel ?? null,
    page: page ?? null,
    stateOf,
    parametersOf,
    queryOf: (parameters) => listQuery(kept(stateOf(parameters))),
    read(parameters, me) {
      const state = stateOf(parameters);
      return {
        queryAt: (page) => listQuery(state, page),
        parameters: parametersOf(state, me),
        unknown: state.unknown ?? [],
      };
    },
  };
}

/** How a list's address is read: its filters, its order, and its search last. */
function readingsOf(filters: ListFilters, orders: ListOrders | undefined): Readings<Values> {
  const { q, ...others } = Object.fromEntries(Object.entries(filters).map(([name, { read }]) => [name, read]));
  const sort = orders && oneOf(Object.keys(orders).filter((value) => value !== ""));
  return { ...others, ...(sort && { sort }), ...(q && { q }) };
}

function sortOf(orders: ListOrders, { sort, fits }: AnyState): string | undefined {
  return !sort && fits ? "fit" : orders[sort ? String(sort) : ""]?.by;
}

/** What a list in this state asks its service for; undefined for a filter that is not set. */
export function filterParameters(filters: ListFilters, state: AnyState): Record<string, string | undefined> {
  const asked = Object.entries(filters).flatMap(([name, { parameter }]) => {
    const value = state[name];
    return parameter === undefined ? [] : [[parameter, value ? String(value) : undefined] as const];
  });
  return Object.fromEntries(asked);
}

/**
 * Orders by what records have, each of them both ways: "-" before the name of one turns it round.
 * @param own the list's own order @param names the service's by the address's @param labels of those that can be chosen, in their order
 */
export function bothWays<const Name extends string>(
  own: ListOrders[string],
  names: Readonly<Record<Name, string>>,
  labels: Readonly<Partial<Record<NoInfer<Name> | `-${NoInfer<Name>}`, string>>>,
): Readonly<Record<"" | Name | `-${Name}`, ListOrders[string]>>;
/* @__NO_SIDE_EFFECTS__ */
export function bothWays(
  own: ListOrders[string],
  names: Readonly<Record<string, string>>,
  labels: Readonly<Record<string, string | undefined>>,
): ListOrders {
  const orders = Object.entries(names).flatMap(([name, by]) =>
    ["", "-"].map((sign) => {
      const label = labels[sign + name];
      return [sign + name, { by: sign + by, ...(label !== undefined && { label }) }] as const;
    }),
  );
  const places = Object.keys(labels);
  const sorted = orders.toSorted(([one], [other]) => places.indexOf(one) - places.indexOf(other));
  return { "": own, ...Object.fromEntries(sorted) };
}
