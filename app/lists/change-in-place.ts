import type { DefinedList } from "./define-list.ts";
import { type AnyState, listQuery } from "./list-state.ts";

/** Changing one thing of a record from its cell of a list: a page of its own, and a dialog beside the cell where scripts run. */

/** In the address of such a page: it was opened from the list, and leads back to it. */
const fromList = "list";

/** The query of pages that change a record of the list in this state. */
export function changeQuery(state: Parameters<typeof listQuery>[0]): string {
  return listQuery({ [fromList]: true, ...state }, state.page);
}

/**
 * Which pages below a list are shown over it, where scripts run: the one that makes a record, and those that were opened from
 * its cells. The others stand alone.
 */
export function pagesBelow(listPath: string, newPath: string) {
  const base = listPath.replace(/\/$/, "");
  const isBelow = ({ pathname }: URL) => pathname.startsWith(`${base}/`) && pathname.length > base.length + 1;
  const isOverList = (url: URL) => isBelow(url) && (url.pathname.startsWith(newPath) || url.searchParams.has(fromList));
  return { isOverList, isAlone: (url: URL) => isBelow(url) && !isOverList(url) };
}

/** Where a page that changes a record leads back to, and the query by which its own links keep that. */
export interface WayBack {
  readonly back: string;
  readonly query: string;
}

/** @param elsewhere where it leads back to unless it was opened from the list */
export function wayBackTo<State extends AnyState>(
  { searchParams }: URL,
  { path, stateOf }: Pick<DefinedList<State>, "path" | "stateOf">,
  elsewhere: string,
): WayBack {
  if (!searchParams.has(fromList)) return { back: elsewhere, query: "" };
  const state = stateOf(searchParams);
  return { back: path + listQuery(state, state.page), query: changeQuery(state) };
}
