import { splitIds } from "../json-api/id-list.ts";
import {
  cursorParameters,
  type FoundPage,
  footOf,
  knownCursorOf,
  type ListFoot,
  type RequestedPage,
  readRequestedPage,
} from "../json-api/pagination.ts";
import { isRecordId } from "../json-api/record.ts";
import { type Day, isDay } from "../ui/date-format.ts";
import { searchIn } from "../ui/search-text.ts";

/** The state of a list in its URL: a query parameter for each part, under the same name, and the page. */

export type Values = Readonly<Record<string, string | boolean | null>>;

/** Reads a query parameter; a missing one is "". */
export type Reading<Value> = ((text: string) => Value) & {
  /** What is wrong with a text that is kept although the list cannot go by it, in sentences; null for nothing. */
  readonly wrong?: (text: string, parameters: URLSearchParams) => string | null;
};
export type Readings<State> = { readonly [Name in keyof State]: Reading<State[Name]> };

export type WithPage<State> = State & {
  readonly page: RequestedPage;
  /** What the URL asks for and the list cannot go by, in sentences; missing where there is none. */
  readonly unknown?: readonly string[];
};
/** Any list's state. */
export type AnyState = WithPage<Readonly<Record<string, Values[string] | RequestedPage | readonly string[]>>>;

/** The state of a list whose query parameters are read like this. */
export type ListState<SomeReadings> = SomeReadings extends Readings<infer State> ? WithPage<State> : never;

/** The list's state as its URL has it. @param readings query parameters in the order in which `listQuery` writes them */
export function readList<State extends Values>(
  readings: Readings<State>,
  parameters: URLSearchParams,
): WithPage<State> {
  const given = Object.entries<Readings<Values>[string]>(readings)
    .map(([name, read]) => ({ name, read, text: searchIn(parameters.get(name) ?? "") }))
    .filter(({ text }) => text !== "" && !spelledOut.has(text));
  const strange = given
    .filter(({ read, text }) => read(text) === read("") && text !== String(read(text)))
    .map(({ name, text }) => `${name}=${text.slice(0, 40)}`);
  const unknown = [
    ...(strange.length > 0 ? [`There is no such filter here: ${strange.join(", ")}.`] : []),
    ...given.flatMap(({ read, text }) => read.wrong?.(text, parameters) ?? []),
  ];
  const page = readRequestedPage(parameters);
  return { ...readAll(readings, parameters), page, ...(unknown.length > 0 && { unknown }) };
}

/** How forms say what a list shows without saying it. */
const spelledOut: ReadonlySet<string> = new Set(["false", "mine", "all"]);

function readAll<State extends Values>(readings: Readings<State>, parameters: URLSearchParams): State;
function readAll(readings: Readings<Values>, parameters: URLSearchParams): Values {
  const entries = Object.entries(readings).map(([name, read]) => [name, read(parameters.get(name) ?? "")] as const);
  return Object.fromEntries(entries);
}

/**
 * The state as a query string with its "?"; null, false and "" are not written. The page is the first one unless it is given,
 * since a filter that changed makes another list.
 */
export function listQuery(state: AnyState, page: RequestedPage = null): string {
  const parameters = new URLSearchParams(cursorParameters(knownCursorOf(page)));
  for (const [name, value] of Object.entries(state)) {
    if (name !== "page" && name !== "unknown" && value) parameters.set(name, String(value));
  }
  return parameters.size === 0 ? "" : `?${parameters}`;
}

/** Whether the list is all there is, in any order: its first page without a filter or a search. Empty, there is nothing at all yet. */
export function isWhole(state: AnyState): boolean {
  return listQuery({ ...state, sort: null }) === "" && state.page === null;
}

interface ShownPage<State> {
  readonly state: State;
  readonly foot: ListFoot;
  /** The page that the URL names is gone, and this is the first one. */
  readonly isFirstInstead: boolean;
}

/** What a list's page shows around the found records. @param path the list's address without its state */
export function shownPage<State extends AnyState>(
  path: string,
  state: State,
  found: FoundPage<unknown>,
): ShownPage<State> {
  const foot = footOf(found, (cursor) => path + listQuery(state, cursor));
  return { state, foot, isFirstInstead: found.isFirstInstead };
}

/** A parameter that is "true" or missing. */
export function flag(text: string): boolean {
  return text === "true";
}

/** The id of a record; null for anything else. */
export function recordIdOrNull(text: string): string | null {
  return isRecordId(text) ? text : null;
}

/** The ids of the records that an address is about alone, without what is no id; null where it is about the whole list. */
export function idsIn(parameters: URLSearchParams): readonly string[] | null {
  if (!parameters.has("ids")) return null;
  const given = parameters.getAll("ids").flatMap(splitIds);
  return [...new Set(given.filter(isRecordId))];
}

/** A day as in "2026-03-09"; null for anything else. */
export function dayOrNull(text: string): Day | null {
  return isDay(text) ? text : null;
}

/**
 * Gives the reading of a parameter that has one of these values; null for anything else. Browsers read no URL: the mark lets
 * the bundler leave out what only a loader uses.
 * @__NO_SIDE_EFFECTS__
 */
export function oneOf<const Known extends string>(values: readonly Known[]): (text: string) => Known | null {
  return (text) => values.find((value) => value === text) ?? null;
}
