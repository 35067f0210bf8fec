import { type AnyState, listQuery } from "./list-state.ts";

/** Parts of a list's state that are no filters. */
const besides: ReadonlySet<string> = new Set(["q", "sort", "archived", "page", "unknown"]);

/** A filter that is set, in words, and the list without it. */
interface SetFilter {
  readonly label: string;
  readonly href: string;
}

/**
 * The filters of a list that are set, and its address without them: the search and the order stay; and what it does not know.
 * @param path the list's address
 * @param words of filters whose values say nothing, or not what they are; null where the page says it elsewhere
 * @param kept further parts of its state that are no filters
 */
export function usedFilters(
  path: string,
  state: AnyState,
  words: Readonly<Record<string, string | null | undefined>> = {},
  kept: readonly string[] = [],
): { count: number; clear: string; set: readonly SetFilter[]; unknown: readonly string[] } {
  const used = Object.entries(state).filter(([name, value]) => !besides.has(name) && !kept.includes(name) && value);
  const without = Object.fromEntries(used.map(([name]) => [name, null]));
  const clear = path + listQuery({ ...state, ...without });
  const set = used.flatMap(([name, value]) => {
    const label = name in words ? words[name] : `${name.charAt(0).toUpperCase()}${name.slice(1)}: ${value}`;
    return label == null ? [] : [{ label, href: path + listQuery({ ...state, [name]: null }) }];
  });
  return { count: used.length, clear, set, unknown: state.unknown ?? [] };
}
