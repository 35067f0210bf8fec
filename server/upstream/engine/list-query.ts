import { fieldsType, readParameters } from "./parameters.ts";
import { invalidQuery } from "./refusal.ts";
import type { ListRules, SortColumn, TableResource } from "./table.ts";

export const largestPage = 250;
const usualPage = 15;
const maxSortKeys = 3;

export interface SortKey extends Pick<SortColumn, "column" | "as"> {
  readonly isDescending: boolean;
}

export interface Sort {
  /** As in the request: a cursor is good for this text only. */
  readonly text: string;
  readonly keys: readonly SortKey[];
}

interface Page {
  readonly limit: number;
  readonly count: boolean;
  readonly after: string | null;
  readonly before: string | null;
}

export interface ListQuery {
  readonly include: readonly string[];
  readonly sort: Sort;
  /** Texts by name, defaults included. */
  readonly filters: ReadonlyMap<string, string>;
  readonly page: Page;
}

/** Reads the query of a list. @throws Refusal 400 with the parameter at fault */
export function readListQuery(url: URL, resource: TableResource, rules: ListRules): ListQuery {
  const parameters = readParameters(url);
  const filters = new Map(Object.entries(rules.defaultFilters ?? {}));
  for (const [name, value] of parameters) {
    const [, family, member] = /^(\w+)\[([^\]]*)\]$/.exec(name) ?? [];
    if (family === "filter" && member !== undefined) {
      if (!Object.hasOwn(rules.filters, member)) throw invalidQuery("invalid_filter", name, "There is no such filter.");
      filters.set(member, value);
    } else if (family === "page") {
      if (!isPageMember(member))
        throw invalidQuery("invalid_pagination", name, "Pages go by page[after] and page[before].");
    } else if (name !== "sort") checkRecordParameter(name);
  }
  return {
    include: readInclude(parameters, resource),
    sort: readSort(parameters.get("sort") ?? rules.defaultSort, rules),
    filters,
    page: readPage(parameters),
  };
}

/** Reads the query of a single record. @throws Refusal 400 with the parameter at fault */
export function readRecordQuery(url: URL, resource: TableResource): readonly string[] {
  const parameters = readParameters(url);
  for (const name of parameters.keys()) checkRecordParameter(name);
  return readInclude(parameters, resource);
}

function checkRecordParameter(name: string): void {
  if (name !== "include" && fieldsType(name) === null) {
    throw invalidQuery("invalid_query", name, "There is no such parameter.");
  }
}

function isPageMember(member: string | undefined): boolean {
  return member === "limit" || member === "count" || member === "after" || member === "before";
}

function readInclude(parameters: ReadonlyMap<string, string>, resource: TableResource): readonly string[] {
  const names = (parameters.get("include") ?? "").split(",").filter((name) => name !== "");
  for (const name of names) {
    if (!Object.hasOwn(resource.relationships, name)) {
      throw invalidQuery("invalid_includes", "include", "There is no such relationship to include.");
    }
  }
  return [...new Set(names)];
}

function readSort(text: string, rules: ListRules): Sort {
  const names = text.split(",").map((name) => name.trim());
  const keys = names.map((name) => {
    const isDescending = name.startsWith("-");
    const bare = name.replace(/^[-+]/, "");
    const sort = Object.hasOwn(rules.sorts, bare) ? rules.sorts[bare] : undefined;
    if (!sort) throw invalidQuery("invalid_sort", "sort", "A list cannot be sorted by this.");
    const column = isDescending ? sort.column : (sort.ascending ?? sort.column);
    return { column, as: sort.as, isDescending };
  });
  if (keys.length > maxSortKeys || new Set(keys.map(({ column }) => column)).size < keys.length) {
    throw invalidQuery("invalid_sort", "sort", `A list is sorted by at most ${maxSortKeys} different attributes.`);
  }
  return { text: names.join(","), keys };
}

function readPage(parameters: ReadonlyMap<string, string>): Page {
  const limit = parameters.get("page[limit]") ?? String(usualPage);
  if (!/^[1-9]\d{0,8}$/.test(limit))
    throw invalidQuery("invalid_pagination", "page[limit]", "A limit is a number from 1.");
  const count = parameters.get("page[count]") ?? "false";
  if (count !== "true" && count !== "false") {
    throw invalidQuery("invalid_pagination", "page[count]", "Counting is true or false.");
  }
  const after = parameters.get("page[after]") ?? null;
  const before = parameters.get("page[before]") ?? null;
  if (after !== null && before !== null) {
    throw invalidQuery("invalid_pagination", "page[before]", "A page lies after one cursor or before one, not both.");
  }
  return { limit: Math.min(Number(limit), largestPage), count: count === "true", after, before };
}
