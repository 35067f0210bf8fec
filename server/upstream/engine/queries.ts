import { createHash } from "node:crypto";
import { type Assume, type SQL, sql } from "drizzle-orm";
import type { NodePgDatabase, NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import type pg from "pg";

/** The database or a transaction. */
export type Queries = PgDatabase<NodePgQueryResultHKT>;

export interface Reads {
  execute<Row extends Record<string, unknown>>(
    query: SQL,
  ): Promise<{ readonly rows: Assume<Row, pg.QueryResultRow>[] }>;
}

export interface ServiceDatabase {
  readonly orm: NodePgDatabase;
  readonly pool: pg.Pool;
  /** Whether a pooler stands before it: a prepared statement may then be unknown, or known already, to the next session. */
  readonly isPooled: boolean;
}

/** How many statements a connection keeps prepared. */
const maxStatements = 60;

/**
 * Prepared statements for recurring reads: each connection parses them once and soon plans them once, most of the work of a
 * small read. Not for statements whose best plan depends on their values, and not in transactions.
 */
export function createPreparedReads({ orm, pool, isPooled }: ServiceDatabase): Reads {
  const names = new Map<string, string>();
  function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (known !== undefined || names.size >= maxStatements || isPooled) return known;
    // The name is a hash, since all services on a pool share its connections.
    const name = `read_${createHash("sha256").update(text).digest("base64url").slice(0, 16)}`;
    names.set(text, name);
    return name;
  }
  return {
    async execute<Row extends Record<string, unknown>>(query: SQL) {
      const { sql: text, params } = orm.execute(query).getQuery();
      const name = nameOf(text);
      return pool.query<Assume<Row, pg.QueryResultRow>>(
        name === undefined ? { text, values: params } : { name, text, values: params },
      );
    },
  };
}

/** In pages of 8 kB; smaller tables are fast with any plan. */
const smallestPages = 64;
const growth = 1.5;

/** Analyzes the tables that have grown by half since they last were. @returns their names */
export async function refreshStatistics(database: Queries): Promise<readonly string[]> {
  const { rows } = await database.execute<{ name: string }>(sql`
    select relname as name from pg_class
    where relnamespace = 'upstream'::regnamespace and relkind = 'r'
      and pg_relation_size(oid) / 8192 > greatest(${smallestPages}::float, relpages * ${growth}::float)
      and not exists (select from pg_stat_activity where backend_type = 'autovacuum launcher')`);
  for (const { name } of rows) await database.execute(sql`analyze upstream.${sql.identifier(name)}`);
  return rows.map(({ name }) => name);
}
