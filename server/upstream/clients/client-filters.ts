/** How the list of clients is narrowed down, besides by a search. */
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { withinDays } from "../engine/filters.ts";
import type { Queries } from "../engine/queries.ts";
import { invalidQuery } from "../engine/refusal.ts";
import { type Filter, inWorkspace } from "../engine/table.ts";
import { activities, buyerProfiles, clients } from "../tables.ts";

const longestWord = 200;

/** A filter by one word of a list, whatever its case and blanks. @param condition takes SQL of whether a list has it */
export function byWord(condition: (hasWord: (words: SQLWrapper) => SQL) => SQL): Filter {
  return (value, parameter) => {
    checkWord(value, parameter);
    return condition((words) => sql`upstream.keys_of_words(${words}) @> array[upstream.key_of_word(${value}::text)]`);
  };
}

/** A filter by one word, whatever its case and blanks. @param column what has one word or none */
export function bySingleWord(column: SQLWrapper): Filter {
  return (value, parameter) => {
    checkWord(value, parameter);
    return sql`upstream.key_of_word(${column}) = upstream.key_of_word(${value}::text)`;
  };
}

function checkWord(value: string, parameter: string): void {
  const length = value.trim().length;
  if (length < 1 || length > longestWord)
    throw invalidQuery("invalid_filter", parameter, `Say one of 1 to ${longestWord} characters.`);
}

/** A filter by what the budget says. @param rule what a value has to be, and SQL of whether a budget meets it */
function byBudget(rule: {
  readonly pattern: RegExp;
  readonly wanted: string;
  readonly meets: (value: string) => SQL;
}): Filter {
  return (value, parameter, currentUser) => {
    if (!rule.pattern.test(value)) throw invalidQuery("invalid_filter", parameter, rule.wanted);
    return sql`exists (select from ${buyerProfiles} where ${buyerProfiles.clientId} = ${clients.id}
      and ${inWorkspace(buyerProfiles, currentUser)} and ${rule.meets(value)})`;
  };
}

/** Nothing is converted: one that does not name a currency as well compares bare numbers. @param sign of the comparison */
const byAmount = (sign: SQL): Filter =>
  byBudget({
    pattern: /^\d{1,15}(\.\d{1,2})?$/,
    wanted: "Say an amount.",
    meets: (value) => sql`${buyerProfiles.budgetAmount} ${sign} ${value}::numeric`,
  });

export const clientFilters: Readonly<Record<string, Filter>> = {
  tag: byWord((hasWord) => hasWord(clients.tags)),
  lead_source: bySingleWord(clients.leadSource),
  area: byWord(
    (hasWord) => sql`exists (select from ${buyerProfiles} where ${buyerProfiles.clientId} = ${clients.id}
      and ${hasWord(buyerProfiles.preferredAreas)})`,
  ),
  min_budget: byAmount(sql`>=`),
  max_budget: byAmount(sql`<=`),
  budget_currency: byBudget({
    pattern: /^[A-Z]{3}$/,
    wanted: "Say a currency of ISO 4217.",
    meets: (value) => sql`${buyerProfiles.budgetCurrency} = ${value}`,
  }),
  // Nothing was written to their history for so many days.
  quiet_for_days: withinDays((days) => sql`${clients.lastActivityAt} < now() - ${days}`),
};

/** Sets the last activity of clients to their newest contact, as after a merge. @param condition SQL of which clients */
export async function settleLastActivity(database: Queries, condition: SQL): Promise<void> {
  await database.execute(sql`
    update ${clients} set last_activity_at = upstream.last_contact_of(clients)
    where ${condition} and ${clients.lastActivityAt} <> upstream.last_contact_of(clients)`);
}

/** Takes back as contact what was undone: clients have the last activity that they had before. @param condition SQL of which events */
export async function takeBackContact(database: Queries, condition: SQL): Promise<void> {
  const { rows } = await database.execute<{ client_id: string | null }>(sql`
    update ${activities} set is_contact = false where ${condition} and ${activities.isContact} returning client_id`);
  const ids = rows.flatMap(({ client_id: id }) => (id === null ? [] : [id]));
  if (ids.length > 0) await settleLastActivity(database, sql`${clients.id} in ${ids}`);
}
