import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Member } from "./current-user.ts";
import type { ListQuery, Sort } from "./list-query.ts";
import type { Reads } from "./queries.ts";
import { invalidQuery } from "./refusal.ts";
import { isUuid } from "./spelling.ts";
import { type Filter, type ListRules, rankOfLookUp } from "./table.ts";

/** A filter by the id of a record; anything but a UUID finds nothing. */
export function filterById(condition: (id: string) => SQL): Filter {
  return (value) => (isUuid(value) ? condition(value) : sql`false`);
}

/** A filter by an id in a column. */
export function idFilter(column: PgColumn): Filter {
  return filterById((id) => sql`${column} = ${id}`);
}

const maxIds = 1_000;

/** A filter by the ids of records, with commas between them. */
export function idsFilter(column: PgColumn): Filter {
  return (value, parameter) => {
    const ids = [...new Set(value.split(","))];
    if (ids.length > maxIds)
      throw invalidQuery("invalid_filter", parameter, `Say 1 to ${maxIds.toLocaleString("en-US")} ids, with commas.`);
    return sql`${column} = any(${sql.param(ids.filter(isUuid))}::uuid[])`;
  };
}

/** By one of a few values. */
export function oneOf(values: readonly string[], condition: (value: string, currentUser: Member) => SQL): Filter {
  const last = values.slice(-2).join(" or ");
  const sentence = `Say ${[...values.slice(0, -2), last].join(", ")}.`;
  const filter: Filter = (value, parameter, currentUser) => {
    if (!values.includes(value)) throw invalidQuery("invalid_filter", parameter, sentence);
    return condition(value, currentUser);
  };
  return Object.assign(filter, { values });
}

/** By "true" and "false". */
export function trueOrFalse(condition: (isTrue: boolean) => SQL): Filter {
  return oneOf(["true", "false"], (value) => condition(value === "true"));
}

const maxDays = 366;

/** A filter by a number of days. @param condition takes the SQL of the interval */
export function withinDays(condition: (days: SQL) => SQL): Filter {
  return (value, parameter) => {
    if (!/^\d{1,3}$/.test(value) || Number(value) > maxDays)
      throw invalidQuery("invalid_filter", parameter, `Say a number of days, at most ${maxDays}.`);
    return condition(sql`make_interval(days => ${Number(value)})`);
  };
}

interface LookedUpRules {
  readonly rules: ListRules;
  readonly rank: SQL | null;
}

/** Runs the look-up that a request's filters name. @returns `rank`: SQL of each row's place among what was found, or null */
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

/** A sort whose "rank" is that of a look-up. */
export function rankedBy(rank: SQL | null, { text, keys }: Sort): Sort {
  if (rank === null) return { text, keys };
  return { text, keys: keys.map((key) => (key.column === rankOfLookUp.column ? { ...key, column: rank } : key)) };
}
