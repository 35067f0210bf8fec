/** Lists that are narrowed by what a query of its own finds, such as the clients whom a property fits. */
import type { SQL } from "drizzle-orm";
import type { Member } from "./current-user.ts";
import type { ListQuery, Sort } from "./list-query.ts";
import type { Reads } from "./queries.ts";
import { type ListRules, rankOfLookUp } from "./table.ts";

interface LookedUpRules {
  /** The rules with what was found in place of the filters that look it up. */
  readonly rules: ListRules;
  /** SQL of each row's place among what was found; null where nothing was looked up. */
  readonly rank: SQL | null;
}

/** Looks up what a request's filters name. @throws Refusal 400 for a value that cannot be */
export async function lookUp(
  database: Reads,
  rules: ListRules,
  filters: ListQuery["filters"],
  currentUser: Member,
): Promise<LookedUpRules> {
  const [asked] = Object.entries(rules.lookUps ?? {}).filter(([name]) => filters.has(name));
  if (asked === undefined) return { rules, rank: null };
  const [name, find] = asked;
  const value = filters.get(name) ?? "";
  rules.filters[name]?.(value, `filter[${name}]`, currentUser, () => []);
  const { condition, rank } = await find(database, currentUser, value);
  return { rules: { ...rules, filters: { ...rules.filters, [name]: () => condition } }, rank };
}

/** The same order with the places of a look-up, where it is by them. */
export function rankedBy(rank: SQL | null, { text, keys }: Sort): Sort {
  if (rank === null) return { text, keys };
  return { text, keys: keys.map((key) => (key.column === rankOfLookUp.column ? { ...key, column: rank } : key)) };
}
