/** How opportunities are listed: their sorts, filters and totals. */
import { type SQL, sql } from "drizzle-orm";
import { dayNumber } from "../engine/days.ts";
import { idFilter, idsFilter, oneOf, trueOrFalse, withinDays } from "../engine/filters.ts";
import { invalidQuery } from "../engine/refusal.ts";
import type { ListRules } from "../engine/table.ts";
import { inWorkspace } from "../engine/tenancy.ts";
import { listSearch } from "../search/list-search.ts";
import { hasParts } from "../search/typed-words.ts";
import { clients, opportunities, packages } from "../tables.ts";
import { visibleOpportunities } from "../visibility.ts";
import { opportunityCount } from "./opportunity-count.ts";
import { readStage, type Stage, stages } from "./stages.ts";

const table = opportunities;

function stageNamed(value: string, parameter: string): Stage {
  const stage = readStage(value);
  if (stage === null) throw invalidQuery("invalid_filter", parameter, "There is no such stage.");
  return stage;
}

/** The most cards of one stage that a board may ask for. */
const maxOfStage = 25;

/** Each word is in the client or in the property. One condition for a word, so that the words may be in both. */
const search = listSearch((words, currentUser) =>
  sql.join(
    words.map((spellings) => {
      const client = sql`select ${clients.id} from ${clients}
        where ${inWorkspace(clients, currentUser)} and ${hasParts(clients.foundBy, [spellings])}`;
      // Of the property's own text; the other one, which has an index, has the names of all its clients, too.
      const property = sql`select ${packages.id} from ${packages} where ${inWorkspace(packages, currentUser)}
        and ${hasParts(packages.foundBy, [spellings])} and ${hasParts(packages.searchText, [spellings])}`;
      return sql`(${table.clientId} in (${client}) or ${table.packageId} in (${property}))`;
    }),
    sql` and `,
  ),
);

export const opportunityList: ListRules = {
  sorts: {
    inserted_at: { column: table.insertedAt, as: "moment" },
    updated_at: { column: table.updatedAt, as: "moment" },
    stage_since: { column: table.stageSince, as: "moment" },
    rank: { column: table.rankKey, as: "number" },
    next_due_on: { column: table.nextDueKey, as: "number" },
  },
  defaultSort: "-inserted_at",
  filters: {
    ids: idsFilter(table.id),
    stage: (value, parameter) => sql`${table.stage} = ${stageNamed(value, parameter)}`,
    rank: oneOf(["High", "Medium", "Low"], (value) => sql`${table.rank} = ${value}`),
    search: search.filter,
    active: trueOrFalse((isTrue) => (isTrue ? sql`${table.isActive}` : sql`not ${table.isActive}`)),
    // Under way, and nothing was written to it for so many days.
    silent_for_days: withinDays((days) => sql`${table.isActive} and ${table.updatedAt} < now() - ${days}`),
    // Under way, with a deadline of inspections or a closing day that is past or no more than so many days ahead.
    due_within_days: (value, parameter, currentUser) => {
      if (!/^\d{1,3}$/.test(value))
        throw invalidQuery("invalid_filter", parameter, "Say a number of days, at most 999.");
      return sql`${table.nextDueKey} <= ${dayNumber(currentUser.today) + Number(value)} and ${table.nextDueKey} < 2147483647`;
    },
    client_id: idFilter(table.clientId),
    package_id: idFilter(table.packageId),
    assigned_account_id: idFilter(table.assignedAccountId),
    first_of_stage(value, parameter, currentUser, others) {
      const most = /^[1-9]\d?$/.test(value) ? Number(value) : 0;
      if (most < 1 || most > maxOfStage)
        throw invalidQuery("invalid_filter", parameter, `Say how many, at most ${maxOfStage}.`);
      return firstOfEachStage(most, [visibleOpportunities(currentUser), ...others()]);
    },
  },
  similar: search.similar,
  plannedByValue: [
    "ids",
    "search",
    "stage",
    "client_id",
    "package_id",
    "assigned_account_id",
    "rank",
    "first_of_stage",
  ],
  total(currentUser, filters) {
    const [[name, value = ""] = [], another] = [...filters];
    if (another !== undefined) return null;
    if (name === undefined) return opportunityCount(currentUser, "all");
    if (name === "active") return opportunityCount(currentUser, { isActive: value === "true" });
    const stage = name === "stage" ? readStage(value) : null;
    return stage === null ? null : opportunityCount(currentUser, { stage });
  },
};

/** Of what meets the conditions: one look into the index for each stage, however many opportunities there are. */
function firstOfEachStage(most: number, conditions: readonly SQL[]): SQL {
  const names = sql.join(
    stages.map((stage) => sql`${stage}`),
    sql`, `,
  );
  return sql`${table.id} in (select first.id from unnest(array[${names}]) as column_of(stage)
    cross join lateral (select ${table.id} as id from ${table}
      where ${sql.join([...conditions], sql` and `)} and ${table.stage} = column_of.stage
      order by ${table.stageSince} desc, ${table.id} desc limit ${most}) as first)`;
}
