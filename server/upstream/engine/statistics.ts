/**
 * Keeps the planner's statistics near the truth where nothing else does. PostgreSQL's autovacuum analyses tables as they
 * grow; the embedded database has none, and a plan that was made for a handful of rows would be kept for a million.
 */
import { sql } from "drizzle-orm";
import type { Queries } from "./queries.ts";

/** Smaller tables are read in no time whatever the plan: 64 pages of 8 kB. */
const smallestPages = 64;
const growth = 1.5;

/** Analyses the service's tables that have grown by half since they last were; gives their names. */
export async function refreshStatistics(database: Queries): Promise<readonly string[]> {
  const { rows } = await database.execute<{ name: string }>(sql`
    select relname as name from pg_class
    where relnamespace = 'upstream'::regnamespace and relkind = 'r'
      and pg_relation_size(oid) / 8192 > greatest(${smallestPages}::float, relpages * ${growth}::float)
      and not exists (select from pg_stat_activity where backend_type = 'autovacuum launcher')`);
  for (const { name } of rows) await database.execute(sql`analyze upstream.${sql.identifier(name)}`);
  return rows.map(({ name }) => name);
}
