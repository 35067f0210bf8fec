import { NodePgDatabase, NodePgSession, NodePgTransaction } from "drizzle-orm/node-postgres";
import {
  PgDialect,
  type PgPreparedQuery,
  type PgTransactionConfig,
  type PreparedQueryConfig,
} from "drizzle-orm/pg-core";
import type pg from "pg";
import { databaseFault, isAbsent, isReadOnly, isUnreachable } from "./fault.ts";

type NoSchema = Record<string, never>;
type Transaction = NodePgTransaction<NoSchema, NoSchema>;

/**
 * Drizzle on a pool, with transactions that always give their connection back. @param limits PostgreSQL's settings, in ms, for
 * each transaction behind a pooler, where no session keeps them
 */
export function openOrm(pool: pg.Pool, limits: Readonly<Record<string, number>> | null = null): NodePgDatabase {
  const dialect = new PgDialect();
  return new NodePgDatabase(dialect, new PooledSession(pool, dialect, limits), undefined);
}

type PrepareQuery = NodePgSession<NoSchema, NoSchema>["prepareQuery"];

/**
 * Drizzle's transaction (0.45.4) sends BEGIN before its try: if that fails, the connection never returns to the pool. It also takes
 * a COMMIT that was answered with ROLLBACK for a success.
 */
class PooledSession extends NodePgSession<NoSchema, NoSchema> {
  readonly #pool: pg.Pool;
  readonly #dialect: PgDialect;
  readonly #keepsStatements: boolean;
  readonly #begin: string;

  constructor(pool: pg.Pool, dialect: PgDialect, limits: Readonly<Record<string, number>> | null) {
    super(pool, dialect, undefined);
    this.#pool = pool;
    this.#dialect = dialect;
    this.#keepsStatements = limits === null;
    this.#begin = ["BEGIN", ...Object.entries(limits ?? {}).map(([name, ms]) => `SET LOCAL ${name} = ${ms}`)].join(
      "; ",
    );
  }

  /**
   * Behind a pooler a prepared statement may be unknown to the next session, or known already. A read outside of a transaction is
   * retried once when its connection is lost.
   */
  override prepareQuery<T extends PreparedQueryConfig>(...given: Parameters<PrepareQuery>): PgPreparedQuery<T> {
    const [query, fields, name, ...further] = given;
    const prepared: PgPreparedQuery<T> = super.prepareQuery(
      query,
      fields,
      this.#keepsStatements ? name : undefined,
      ...further,
    );
    if (!/^\s*select\b/i.test(query.sql)) return prepared;
    const execute = prepared.execute.bind(prepared);
    prepared.execute = (values) => onceMoreIfLost(() => execute(values));
    return prepared;
  }

  /** Commits when the work resolves, rolls back when it rejects. @throws what the work throws; the database's error for BEGIN and COMMIT */
  override async transaction<T>(
    work: (transaction: Transaction) => Promise<T>,
    config?: PgTransactionConfig,
  ): Promise<T> {
    const client = await this.#pool.connect();
    const { loss, forget } = watchFor(client);
    let isUsable = false;
    try {
      await client.query(this.#begin);
      const transaction = new NodePgTransaction<NoSchema, NoSchema>(this.#dialect, this.#sessionOn(client), undefined);
      if (config !== undefined) await transaction.setTransaction(config);
      // Work that waits for something else would keep the place of a lost connection.
      const result = await Promise.race([work(transaction), loss]);
      const { command } = await client.query("COMMIT").catch(throwInDoubt);
      isUsable = true;
      if (command !== "COMMIT") throw new Error("The transaction was rolled back: a statement in it had failed");
      return result;
    } catch (error) {
      isUsable ||= await rollBack(client, error);
      throw error;
    } finally {
      forget();
      // It may be in a transaction, or on a standby.
      client.release(!isUsable);
    }
  }

  #sessionOn(client: pg.PoolClient): NodePgSession<NoSchema, NoSchema> {
    return new NodePgSession(client, this.#dialect, undefined);
  }
}

/** Retries once on another connection when the first is lost: for what may be done twice. */
export async function onceMoreIfLost<T>(ask: () => PromiseLike<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const fault = databaseFault(error);
    if (fault === null || !isAbsent(fault)) throw error;
    return ask();
  }
}

/** The connection was lost during COMMIT: the transaction may be committed. */
export class CommitInDoubt extends Error {
  override readonly name = "CommitInDoubt";
}

function throwInDoubt(error: unknown): never {
  const fault = databaseFault(error);
  if (fault === null || !isUnreachable(fault)) throw error;
  throw new CommitInDoubt("The database did not say whether it has committed", { cause: error });
}

/** Rolls back. @returns whether the connection is usable; one that is lost or silent is not asked */
async function rollBack(client: pg.PoolClient, error: unknown): Promise<boolean> {
  const fault = databaseFault(error);
  if (fault !== null && (isAbsent(fault) || isReadOnly(fault))) return false;
  try {
    await client.query("ROLLBACK");
    return true;
  } catch {
    // The work's own error is thrown.
    return false;
  }
}

function watchFor(client: pg.PoolClient): { readonly loss: Promise<never>; forget(): void } {
  const { promise: loss, reject } = Promise.withResolvers<never>();
  const say = (): void => reject(new Error("Connection terminated during a transaction"));
  loss.catch(() => {});
  client.once("end", say);
  return { loss, forget: () => void client.off("end", say) };
}
