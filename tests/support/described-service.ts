import { ash, latchkey, type Service, type ServiceList } from "#app/json-api/service.ts";

/** What a list obeys, by the app's own names. */
interface Obeyed {
  readonly filters?: readonly string[];
  readonly sorts?: readonly string[];
  readonly includes?: readonly string[];
  readonly writes?: ServiceList["writes"];
}

const same = (names: readonly string[], written = (name: string) => name) =>
  Object.fromEntries(names.map((name) => [name, written(name)]));

/** Latchkey's own service, as if it had these lists alone and obeyed nothing else. @param calls besides them */
export function describeService(
  lists: Readonly<Record<string, Obeyed>>,
  calls: readonly string[] = ["sessions/current"],
): Service {
  const described = Object.entries(lists).map(([word, { filters = [], sorts = [], includes = [], writes = [] }]) => {
    const type = word === "opportunities" ? "opportunity" : (word.split("/").at(-1) ?? "").replace(/s$/, "");
    const named = { includes: same(includes), sorts: same(sorts), filters: same(filters, (name) => `filter[${name}]`) };
    return [word, { path: word, type, attributes: {}, ...named, fields: true, writes }] as const;
  });
  const { paging, writes, versions, keys } = latchkey;
  const how = { names: ash.names, paging, writes, versions, keys };
  return { ...how, isWhole: false, lists: Object.fromEntries(described), calls: [...calls] };
}
