import type { RequestedPage } from "../json-api/pagination.ts";
import { type AnyState, listQuery, type Readings, readList, type Values } from "./list-state.ts";

/** A list in the state of an address. */
export interface ReadList {
  /** The query of a page of the list, with its "?". */
  readonly queryAt: (page: RequestedPage) => string;
  /** What the list asks its service for. */
  readonly parameters: Readonly<Record<string, string | null | undefined>>;
  /** What the address asks for that the list does not know. */
  readonly unknown: readonly string[];
}

interface NamedList<Name extends string> {
  /** As services call it. */
  readonly name: Name;
  /** Its address without its state. */
  readonly path: string;
  /** As its page is called. */
  readonly title: string;
  /** The link to the list without any search, filter or sort. */
  readonly all: string;
}

/** A list as the pages that are about any list know it. */
export interface DefinedList<Name extends string = string> extends NamedList<Name> {
  /** The query string of what a saved view keeps of an address, with its "?": the same state always gives the same text. */
  readonly queryOf: (parameters: URLSearchParams) => string;
  /** @param me the current user's own id */
  readonly read: (parameters: URLSearchParams, me: string) => ReadList;
}

interface ListTerms<Name extends string, State extends Values> extends NamedList<Name> {
  readonly readings: Readings<State>;
  /** What of its state a saved view keeps; all of it when not given. */
  readonly kept?: (state: ReturnType<typeof readList<State>>) => AnyState;
  readonly parametersOf?: (state: ReturnType<typeof readList<State>>, me: string) => ReadList["parameters"];
}

/** Says once, in its room, what a list is called, how its address is read, and what it asks its service for. */
// Browsers read no address: the mark lets the bundler leave this out. It counts before the function itself alone.
/* @__NO_SIDE_EFFECTS__ */
export function defineList<Name extends string, State extends Values>(
  terms: ListTerms<Name, State>,
): DefinedList<Name> {
  const { name, path, title, all, readings, kept = (state) => state, parametersOf = () => ({}) } = terms;
  return {
    name,
    path,
    title,
    all,
    queryOf: (parameters) => listQuery(kept(readList(readings, parameters))),
    read(parameters, me) {
      const state = readList(readings, parameters);
      return {
        queryAt: (page) => listQuery(state, page),
        parameters: parametersOf(state, me),
        unknown: state.unknown ?? [],
      };
    },
  };
}
