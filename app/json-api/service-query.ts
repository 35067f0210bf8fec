import { writeQuery } from "./query.ts";
import { type Service, type ServiceList, wordOf } from "./service.ts";
import { attributeAt } from "./service-record.ts";
import { spell } from "./spelling.ts";

/** A parameter as the service takes it; null where it is left out; "not-offered" where the call is wrong without it. */
type Translated = readonly [name: string, value: string] | null | "not-offered";

/** What `page.ts` makes of a link: its whole query, which is sent back as it came. */
const isLink = (cursor: string): boolean => cursor.startsWith("?");

/**
 * A call's query as a service takes it; null where it does not obey a filter, without which the answer would be about other records.
 * @param path of the call @param type of its records, by the app's name @param parameters by the app's names
 */
export function queryAt(
  service: Service,
  { path, type }: { readonly path: string; readonly type: string },
  parameters: ReadonlyMap<string, string>,
): string | null {
  const list = service.isWhole ? undefined : service.lists[wordOf(path)];
  const translated = new Map<string, string>();
  for (const [name, value] of parameters) {
    const one = list === undefined ? ([name, value] as const) : translate(service, list, type, [name, value]);
    if (one === "not-offered") return null;
    if (one !== null) translated.set(...one);
  }
  const cursor = parameters.get("page[after]") ?? parameters.get("page[before]") ?? "";
  return isLink(cursor) ? linkQuery(cursor, translated) : writeQuery(translated);
}

function translate(
  { names, paging }: Service,
  list: ServiceList,
  type: string,
  [name, value]: readonly [string, string],
): Translated {
  const [, family = name, inner = ""] = /^(\w+)\[(.*)\]$/.exec(name) ?? [];
  if (family === "include" || family === "sort") return translateWords(name, value, list[`${family}s`]);
  if (family === "filter") {
    const filter = list.filters[inner];
    return filter === undefined ? "not-offered" : [filter, value];
  }
  if (family === "fields") {
    const attributes = value.split(",").map((one) => attributeAt(list, one, names.attributes));
    return list.fields && inner === type ? [`fields[${list.type}]`, attributes.join(",")] : null;
  }
  if (family !== "page") return [spell(name, names.parameters), value];
  if (inner === "count") return paging.count === null ? null : [paging.count, value];
  if (inner === "limit")
    return paging.size === null ? null : [paging.size, String(Math.min(Number(value), paging.largest))];
  return isLink(value) ? null : [name, value];
}

/** Those of a list of words that are obeyed, each with its sign before it. */
function translateWords(name: string, value: string, known: Readonly<Record<string, string>>): Translated {
  const words = value.split(",").flatMap((word) => {
    const [sign, bare] = word.startsWith("-") ? ["-", word.slice(1)] : ["", word];
    const theirs = known[bare];
    return theirs === undefined ? [] : [sign + theirs];
  });
  return words.length === 0 ? null : [name, words.join(",")];
}

/** The query of a link with what the call filters by, should the link have lost it or somebody have changed it in the address. */
function linkQuery(link: string, parameters: ReadonlyMap<string, string>): string {
  const query = new URLSearchParams(link);
  const lost = [...parameters].filter(
    ([name, value]) => !/^(page\[|sort$|include$|fields\[)/.test(name) && query.get(name) !== value,
  );
  if (lost.length === 0) return link;
  for (const [name, value] of lost) query.set(name, value);
  return `?${query}`;
}
