import { createHash } from "node:crypto";
import { type Assume, type SQL, sql } from "drizzle-orm";
import type { NodePgDatabase, NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import type pg from "pg";

/** The database or a transaction on it: whatever SQL can be sent to. */
export type Queries = PgDatabase<NodePgQueryResultHKT>;

/** Whatever a single statement can be sent to. */
export interface Reads {
  execute<Row extends Record<string, unknown>>(
    query: SQL,
  ): Promise<{ readonly rows: Assume<Row, pg.QueryResultRow>[] }>;
}

/** The opened database, as far as the service needs it. */
export interface ServiceDatabase {
  readonly orm: NodePgDatabase;
  readonly pool: pg.Pool;
  /** Whether a pooler stands before it, behind which a statement prepared now may be unknown, or known already, to the next session. */
  readonly isPooled: boolean;
}

/** A connection keeps this many statements; what comes later is planned every time. */
const maxStatements = 60;

/**
 * Gives a way to send statements that recur: each connection parses them once and soon plans them once, which is most of
 * the work of a small read, above all on the embedded database. Not for statements whose best plan depends on their values.
 * Outside of transactions only.
 */
export function createPreparedReads({ orm, pool, isPooled }: ServiceDatabase): Reads {
  const names = new Map<string, string>();
  function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (known !== undefined || names.size >= maxStatements || isPooled) return known;
    // The same for each service on a pool: its connections take no name for two statements.
    const name = `read_${createHash("sha256").update(text).digest("base64url").slice(0, 16)}`;
    names.set(text, name);
    return name;
  }
  return {
    async execute<Row extends Record<string, unknown>>(query: SQL) {
      // Only builds the statement: it is sent when it is awaited.
      const { sql: text, params } = orm.execute(query).getQuery();
      const name = nameOf(text);
      return pool.query<Assume<Row, pg.QueryResultRow>>(
        name === undefined ? { text, values: params } : { name, text, values: params },
      );
    },
  };
}

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
