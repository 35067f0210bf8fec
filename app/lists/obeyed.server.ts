import type { Api } from "../json-api/api.ts";
import type { Page } from "../json-api/page.ts";
import { obeys } from "../json-api/service.ts";
import type { ListFilters, Obeys } from "./list-filters.ts";
import type { AnyState } from "./list-state.ts";

/** @param list its word, as in "clients" */
export function obeysAt({ service }: Api, list: string): Obeys {
  return (parameter) => obeys(service, list, parameter);
}

/** The state of a list without the filters that the service does not obey. */
export function obeyedState<State extends AnyState>(filters: ListFilters, state: State, obeys: Obeys): State {
  const left = Object.entries(filters).filter(([name, { parameter }]) => Boolean(state[name]) && !obeys(parameter));
  return { ...state, ...Object.fromEntries(left.map(([name, { read }]) => [name, read("")])) };
}

const similar = "No exact matches. Showing similar results.";
const unfiltered = "The connected service can't filter this list as its address asks. All of it is shown.";

/**
 * What is to be said above a list; null for nothing.
 * @param asked the state of its address @param obeyed what is left of it
 */
export function noticeOf(
  { page }: Pick<Page<unknown>, "page">,
  asked: object | null = null,
  obeyed: object | null = asked,
): string | null {
  if (JSON.stringify(asked) !== JSON.stringify(obeyed)) return unfiltered;
  return page.isSimilar === true ? similar : null;
}
