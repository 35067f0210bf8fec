import type { RouterContextProvider } from "react-router";
import type { ShownAgent } from "../assignments/load-list-agent.server.ts";
import type { Api } from "../json-api/api.ts";
import type { Page } from "../json-api/page.ts";
import type { FoundPage } from "../json-api/pagination.ts";
import { obeys, offers } from "../json-api/service.ts";
import type { ShownFit } from "../matching/fit-filter.tsx";
import type { ShownFilter } from "../picking/filter-pick.ts";
import { findFilter } from "../picking/find-filter.server.ts";
import type { Pickable } from "../picking/picking.server.ts";
import { agentOf, apiOf, logFaults } from "../session/session.server.ts";
import type { ColumnOrder } from "../ui/data-table.tsx";
import { formatDay, isDay } from "../ui/date-format.ts";
import { type Choice, labelIn } from "../ui/options.tsx";
import type { DefinedList, ListFilter, ListFilters, Obeys, Sorting } from "./define-list.ts";
import type { ListControl, ShownList } from "./list-page.tsx";
import { type AnyState, isWhole, listQuery, shownPage } from "./list-state.ts";
import { selectable } from "./load-selection.server.ts";
import { loadViews } from "./load-views.server.ts";
import type { SelectableList } from "./selection.ts";
import { usedFilters } from "./used-filters.ts";

type Context = Readonly<RouterContextProvider>;

/** A list whose page was asked for. */
export interface OpenedList<State extends AnyState, Name extends string = string> {
  readonly list: DefinedList<State, Name>;
  /** The address of the list, or of another way to show it, without its state. */
  readonly path: string;
  readonly url: URL;
  readonly api: Api;
  readonly obeys: Obeys;
  /** The state of its address. */
  readonly asked: State;
  /** What is left of it: without the filters that the service does not obey. */
  readonly state: State;
  /** The address of the list in this state but for a change, on its first page. */
  readonly at: (change: Partial<AnyState>) => string;
  /** The records that it is filtered by, under way. */
  readonly picked: Readonly<Record<string, Promise<ShownFilter>>>;
  readonly views: ReturnType<typeof loadViews>;
}

/** Whose records a filter picks from, and the service that has them. */
type Picker = readonly [api: Api, pickableOf: (api: Api) => Pickable, otherwise?: string | null];

/**
 * Reads a list's address, and begins with what its page needs besides its records.
 * @param pickers of the filters by a record, by their names; a filter without one is not offered
 * @param path of another way to show the list
 * @throws a redirect to the URL with a record's id where a typed text means one
 */
export async function openList<State extends AnyState, Name extends string>(
  context: Context,
  list: DefinedList<State, Name>,
  url: URL,
  { pickers = {}, path = list.path }: { pickers?: Readonly<Record<string, Picker | null>>; path?: string } = {},
): Promise<OpenedList<State, Name>> {
  const api = apiOf(context);
  const views = loadViews(context, list, path);
  const found = await Promise.all(
    Object.entries(pickers).map(async ([filter, picker]) => {
      const pick = list.filters[filter]?.pick;
      if (picker === null || pick === undefined) return [];
      const [from, pickableOf, otherwise = null] = picker;
      const options = { kind: pick.kind, name: pick.beside?.name ?? filter, otherwise };
      const { id, shown } = await findFilter(from, pickableOf, url, options, logFaults(context));
      return [{ filter, shown, id, isSet: id !== null || pick.beside === undefined }];
    }),
  );
  const set = found.flat().flatMap(({ filter, id, isSet }) => (isSet ? [[filter, id] as const] : []));
  const asked = { ...list.stateOf(url.searchParams), ...Object.fromEntries(set) };
  const isObeyed: Obeys = (parameter) => obeys(api.service, list.name, parameter);
  const state = obeyedState(list.filters, asked, isObeyed);
  return {
    list,
    path,
    url,
    api,
    obeys: isObeyed,
    asked,
    state,
    at: (change) => path + listQuery({ ...state, ...change }),
    picked: Object.fromEntries(found.flat().map(({ filter, shown }) => [filter, shown])),
    views,
  };
}

/** The state of a list without the filters that the service does not obey. */
function obeyedState<State extends AnyState>(filters: ListFilters, state: State, obeys: Obeys): State {
  const left = Object.entries(filters).filter(
    ([name, { parameter }]) => Boolean(state[name]) && parameter !== undefined && !obeys(parameter),
  );
  return { ...state, ...Object.fromEntries(left.map(([name, { read }]) => [name, read("")])) };
}

interface Extras {
  /** Of `loadFitFilter`. */
  readonly fit?: { readonly shownAt: (all: string) => ShownFit } | null;
  readonly agent?: ShownAgent | null;
  /** Words that are offered while a filter by them is typed, by its name. */
  readonly suggestions?: Readonly<Record<string, readonly string[]>>;
  /** The words of filters that the list's own definition does not name; null for one that is said elsewhere. */
  readonly words?: Readonly<Record<string, string | null | undefined>>;
  /** Where it depends on the list's state. */
  readonly sorting?: Sorting;
}

/** What a list's page shows around its records: what it is called, its doors and its toolbar, as far as the service and the current user have them. */
export async function showList<State extends AnyState>(
  context: Context,
  opened: OpenedList<State>,
  { fit = null, agent = null, suggestions = {}, words = {}, sorting = opened.list.sorting }: Extras = {},
): Promise<ShownList<State>> {
  const { list, path, state, obeys, api } = opened;
  const { title, page } = list;
  const { can } = agentOf(context);
  const picked = Object.fromEntries(
    await Promise.all(Object.entries(opened.picked).map(async ([name, shown]) => [name, await shown] as const)),
  );
  const query = listQuery(state);
  const filters = Object.entries<ListFilter>(list.filters).toSorted(
    ([, one], [, other]) => Number(other.isFirst ?? false) - Number(one.isFirst ?? false),
  );
  const controls = filters.flatMap(([name, filter]) => {
    const fields = controlsOf(opened, name, filter, picked[name], suggestions[name]);
    const isFolded = filter.isFolded ?? fields.some(({ kind }) => kind === "text");
    return (fields.length === 0 ? hiddenOf(name, state[name]) : fields).map((control) => ({ control, isFolded }));
  });
  const mayCreate = page?.create !== undefined && can(page.create.may);
  const isArchiving = page?.plural !== undefined && "archived" in list.filters;
  return {
    path,
    state,
    title: page?.heading ?? title,
    ...(page?.heading !== undefined && {
      documentTitle: `${page.heading}: ${title.toLowerCase()}`,
      crumbs: [{ label: title }],
    }),
    subtitle: page?.subtitle ?? "",
    label: page?.toolbar ?? title,
    create:
      mayCreate && page.create
        ? { label: page.create.label, href: page.create.href(listQuery(state, state.page)) }
        : null,
    importPath: page?.import && can(page.import.may) ? page.import.path : null,
    exportPath: page?.export && can(page.export.may) ? page.export.path + query : null,
    hasTrash: mayCreate && offers(api.service, "trashed_records"),
    search:
      page?.search === undefined || !obeys("filter[search]")
        ? null
        : { name: "q", label: page.search, placeholder: page.search, value: String(state.q ?? "") },
    sort: sortControl(opened, sorting),
    controls: controls.flatMap(({ control, isFolded }) => (isFolded ? [] : [control])),
    folded: controls.flatMap(({ control, isFolded }) => (isFolded ? [control] : [])),
    orders: columnOrders(sorting, opened),
    used: usedFilters(path, state, { ...wordsOf(opened, picked), ...words }, page?.besides),
    archive: isArchiving
      ? {
          isShown: state.archived === true,
          other: opened.at({ archived: state.archived !== true }),
          plural: page.plural,
          isOffered: obeys("filter[archived]"),
        }
      : null,
    fit: state.fits && fit !== null ? fit.shownAt(opened.at({ fits: null })) : null,
    agent,
    saved: (await opened.views)(query),
    isWhole: isWhole({ ...state, page: null }),
  };
}

/** A page of a list: what stands around its records, how to turn its pages, and how several of its rows are chosen. */
export async function showPage<State extends AnyState, Name extends SelectableList>(
  context: Context,
  opened: OpenedList<State, Name>,
  found: FoundPage<{ readonly id: string }>,
  extras: Extras & {
    /** Those of the found that can be chosen; all of them when not given. */
    readonly selectFrom?: FoundPage<{ readonly id: string }>;
  } = {},
) {
  const { list, url, state } = opened;
  const shown = shownPage(list.path, state, found);
  return {
    ...(await showList(context, opened, extras)),
    ...selectable(context, { list, url }, extras.selectFrom ?? found, shown),
    notice: noticeOf(found, opened),
    isEmpty: found.items.length === 0 && isWhole(state),
  };
}

const similar = "No exact matches. Showing similar results.";
const unfiltered = "The connected service can't filter this list as its address asks. All of it is shown.";

/** What is to be said above a list; null for nothing. */
export function noticeOf(
  { page }: Pick<Page<unknown>, "page">,
  { asked, state }: { readonly asked: unknown; readonly state: unknown } = { asked: null, state: null },
): string | null {
  if (JSON.stringify(asked) !== JSON.stringify(state)) return unfiltered;
  return page.isSimilar === true ? similar : null;
}

/** The fields of a filter: none where it has none, or the service does not obey it. */
function controlsOf(
  opened: OpenedList<AnyState>,
  name: string,
  filter: ListFilter,
  picked: ShownFilter | undefined,
  suggestions: readonly string[] | undefined,
): readonly ListControl[] {
  const { state, obeys } = opened;
  const { label, isAmount = false, isNamedInside = false, pick } = filter;
  if (label === undefined) return [];
  const value = String(state[name] ?? "");
  const records: readonly ListControl[] =
    pick === undefined || picked === undefined || !isObeyed(filter, obeys)
      ? []
      : [
          {
            kind: "record",
            sets: name,
            props: {
              kind: pick.kind,
              name: pick.beside?.name ?? name,
              label: pick.beside?.label ?? label,
              filter: picked,
              all: { ...pick.all, href: opened.at({ [name]: pick.beside?.everything ?? null }) },
            },
          },
        ];
  const options = choicesOf(filter, obeys);
  if (options !== null && picked?.chosen)
    return [{ kind: "hidden", props: { name, value: pick?.beside?.everything ?? "" } }, ...records];
  if (options !== null) {
    const [first] = options;
    if (first === undefined || options.length === 1) return records;
    const isKnown = isNamedInside || options.some((option) => option.value === value);
    const props = { name, label, options, value: isKnown ? value : first.value };
    return [{ kind: "choice", props: isNamedInside ? { ...props, placeholder: label } : props }, ...records];
  }
  if (pick !== undefined || !isObeyed(filter, obeys)) return records;
  if (filter.isDay) return [{ kind: "day", props: { name, label, value } }];
  const props = { name, label, placeholder: label, value, isAmount };
  return [{ kind: "text", props: suggestions === undefined ? props : { ...props, suggestions } }];
}

/** A filter that is set and has no field goes along when another one is applied. The search has its own. */
function hiddenOf(name: string, value: unknown): readonly ListControl[] {
  return name === "q" || !value ? [] : [{ kind: "hidden", props: { name, value: String(value) } }];
}

function isObeyed({ parameter }: ListFilter, obeys: Obeys): boolean {
  return parameter === undefined || obeys(parameter);
}

/** What a filter has to choose from; null where words are typed or a record is picked. */
function choicesOf(filter: ListFilter, obeys: Obeys): readonly Choice[] | null {
  const { options = null } = filter;
  if (typeof options === "function") return options(obeys);
  return options === null || isObeyed(filter, obeys) ? options : [];
}

/** What filters are called where they are set; null for those that have no field, which the page says elsewhere. */
function wordsOf(
  { list, state, obeys }: OpenedList<AnyState>,
  picked: Readonly<Record<string, ShownFilter>>,
): Record<string, string | null> {
  const words = Object.entries(list.filters).map(([name, filter]) => {
    const { label, said = label } = filter;
    const value = String(state[name] ?? "");
    const chosen = picked[name]?.chosen?.name;
    const choice = labelIn(choicesOf(filter, obeys) ?? [], value);
    if (label === undefined || (filter.pick && chosen === undefined)) return [name, choice ?? null] as const;
    const shown = chosen ?? choice ?? (filter.isDay && isDay(value) ? formatDay(value) : value);
    return [name, said === null ? shown : `${said}: ${shown}`] as const;
  });
  return Object.fromEntries(words);
}

/** The orders that can be chosen: the present one is among them, so that a form keeps it. Null where there is one alone. */
function sortControl({ list, state, obeys }: OpenedList<AnyState>, { orders }: Sorting): ShownList<AnyState>["sort"] {
  const isObeyed = (value: string) => obeys(`sort=${orders[value]?.by}`);
  const value = String(state.sort ?? "");
  const own = state.fits && list.fitLabel !== null ? list.fitLabel : isObeyed("") ? orders[""]?.label : "Usual order";
  const options = Object.entries(orders).flatMap(([value, { label }]) => {
    if (label === undefined || (value !== "" && !isObeyed(value))) return [];
    return [{ value, label: value === "" ? (own ?? label) : label }];
  });
  if (options.length === 0) return null;
  const isKept = options.some((option) => option.value === value) || !isObeyed(value);
  return {
    name: "sort",
    label: list.page?.sortLabel ?? "Sort",
    isFirst: list.page?.sortLabel !== undefined,
    options: isKept ? options : [...options, { value, label: "Current order" }],
    value,
  };
}

/** The links in the headings of those columns by which the service can sort. */
function columnOrders(
  { orders, columns }: Sorting,
  { path, state, obeys }: OpenedList<AnyState>,
): Record<string, ColumnOrder> {
  const sort = String(state.sort ?? "");
  const offered = Object.entries(columns).filter(([, [ascending, descending]]) =>
    [ascending, descending].every((value) => obeys(`sort=${orders[value]?.by}`)),
  );
  return Object.fromEntries(
    offered.map(([head, [ascending, descending, first]]): [string, ColumnOrder] => {
      const direction = sort === ascending ? "ascending" : sort === descending ? "descending" : null;
      const isDown = direction === null ? first === "descending" : direction === "ascending";
      return [head, { href: path + listQuery({ ...state, sort: isDown ? descending : ascending }), direction }];
    }),
  );
}

/** Words that records have, the most frequent first. @param lists those of each record */
export function wordsIn(lists: readonly (readonly string[])[]): string[] {
  const counted = Map.groupBy(lists.flat(), (word) => word);
  return [...counted].toSorted(([, one], [, other]) => other.length - one.length).map(([word]) => word);
}
