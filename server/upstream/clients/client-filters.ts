import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { withinDays } from "../engine/filters.ts";
import type { Queries } from "../engine/queries.ts";
import { invalidQuery } from "../engine/refusal.ts";
import { type Filter, inWorkspace } from "../engine/table.ts";
import { activities, buyerProfiles, clients } from "../tables.ts";

const longestWord = 200;

/** Regardless of case and blanks. @param condition takes SQL of whether a list has the word */
export function byWord(condition: (hasWord: (words: SQLWrapper) => SQL) => SQL): Filter {
  return (value, parameter) => {
    checkWord(value, parameter);
    return condition((words) => sql`upstream.keys_of_words(${words}) @> array[upstream.key_of_word(${value}::text)]`);
  };
}

/** @param column with one word or none */
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

/** @param rule the form of a value, and SQL of whether a budget meets it */
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

/** Without a currency, bare numbers are compared. */
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
  quiet_for_days: withinDays((days) => sql`${clients.lastActivityAt} < now() - ${days}`),
};

/** Sets the last activity to the newest contact. @param condition SQL of the clients */
export async function settleLastActivity(database: Queries, condition: SQL): Promise<void> {
  await database.execute(sql`
    update ${clients} set last_activity_at = upstream.last_contact_of(clients)
    where ${condition} and ${clients.lastActivityAt} <> upstream.last_contact_of(clients)`);
}

/** Undone events are no contact anymore. @param condition SQL of the events */
export async function takeBackContact(database: Queries, condition: SQL): Promise<void> {
  const { rows } = await database.execute<{ client_id: string | null }>(sql`
    update ${activities} set is_contact = false where ${condition} and ${activities.isContact} returning client_id`);
  const ids = rows.flatMap(({ client_id: id }) => (id === null ? [] : [id]));
  if (ids.length > 0) await settleLastActivity(database, sql`${clients.id} in ${ids}`);
}
