/** Which records are chosen: those with certain ids, or all that a list's filters leave. */
import { sql } from "drizzle-orm";
import type { Member } from "../engine/current-user.ts";
import { lookUp } from "../engine/look-up.ts";
import type { Queries } from "../engine/queries.ts";
import { invalidQuery } from "../engine/refusal.ts";
import { selectIds } from "../engine/selection.ts";
import type { BatchKind } from "../tables.ts";
import { batchedKinds } from "./batched-kinds.ts";

/** The most records of one batch. */
export const mostRecords = 10_000;

/** Names that are shown of what is chosen. */
const mostNames = 50;

export interface Choice {
  readonly kind: BatchKind;
  /** A list's filters by their names, as in "search=smith&archived=true" or "ids=…,…". */
  readonly filters: string;
}

/** The filters of a choice with the list's own defaults. @throws Refusal 400 `invalid_filter` for one that the list does not have */
function filtersOf({ kind, filters }: Choice): ReadonlyMap<string, string> {
  const { rules } = batchedKinds[kind];
  const given = [...new URLSearchParams(filters)];
  for (const [name] of given)
    if (!Object.hasOwn(rules.filters, name))
      throw invalidQuery("invalid_filter", "filters", "There is no such filter.");
  return new Map([...Object.entries(rules.defaultFilters ?? {}), ...given]);
}

/** SQL of the ids of what is chosen, as far as the user may see it as their own. @throws Refusal 400 */
export async function chosenIds(database: Queries, choice: Choice, currentUser: Member) {
  const { resource, rules: given } = batchedKinds[choice.kind];
  const filters = filtersOf(choice);
  // What is shared with a member is there to look at: nothing is changed of it.
  const owner = { ...currentUser, seesShared: false };
  const { rules } = await lookUp(database, given, filters, owner);
  return selectIds(resource, rules, filters, owner);
}

/** How many ids were named that are not there; 0 for all that a list's filters leave. */
export function missingOf(choice: Choice, total: number): number {
  const ids = filtersOf(choice).get("ids");
  return ids === undefined ? 0 : Math.max(0, new Set(ids.split(",")).size - total);
}

/** How many are chosen, and the names of the first of them. @throws Refusal 400 */
export async function readChoice(database: Queries, currentUser: Member, choice: Choice) {
  const { nameOf } = batchedKinds[choice.kind];
  const ids = await chosenIds(database, choice, currentUser);
  const { rows } = await database.execute<{ total: number; names: readonly string[] }>(sql`
    with chosen as materialized (select id from (${ids}) as found limit ${mostRecords + 1}),
      named as (select ${nameOf(sql`chosen.id`)} as name from chosen limit ${mostNames})
    select (select count(*)::integer from chosen) as total, (select coalesce(json_agg(name order by name), '[]') from named) as names`);
  const { total = 0, names = [] } = rows[0] ?? {};
  return { total, names, missing: missingOf(choice, total) };
}
