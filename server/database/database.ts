import { setTimeout as wait } from "node:timers/promises";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { z } from "zod";
import type { Log } from "../log.ts";
import { reasonOf } from "../reason.ts";
import { StartRefused } from "../start-refused.ts";
import { startEmbedded } from "./embedded.ts";
import { openOrm } from "./orm.ts";
import { RetryingPool } from "./retrying-pool.ts";
import { sayWaiting } from "./waiting.ts";

export interface Database {
  readonly orm: NodePgDatabase;
  readonly pool: pg.Pool;
  readonly connectionString: string;
  /** Whether a pooler stands before it, so that statements outside of a transaction may use different sessions. */
  readonly isPooled: boolean;
  /** Settles within 2 s. */
  ready(): Promise<boolean>;
  /** Whether a new process could use the database: it answers a new connection, or it is embedded. Settles within 4 s. */
  restartHelps(): Promise<boolean>;
  /** Waits for queries under way, then closes all connections and the embedded database. */
  close(): Promise<void>;
}

interface DatabaseOptions {
  /** PostgreSQL 15 or newer; without it the embedded database is used. */
  readonly databaseUrl?: string | undefined;
  /** What names it, for errors. */
  readonly setting?: "DATABASE_URL" | "DATABASE_DIRECT_URL";
  readonly dataDir: string;
  readonly log: Log;
}

/** No page waits longer for its answer. */
const statementTimeoutMs = 30_000;

/** How long a connection may be silent, longer than any statement may take; migrations have their own limit. */
const silenceMs = 60_000;

/**
 * A transaction awaits the database alone: an idle one was forgotten, or waits for a second connection that the embedded database
 * does not have. Ending its connection turns the mistake into an error.
 */
const idleInTransactionMs = 15_000;

const limits = {
  statement_timeout: statementTimeoutMs,
  idle_in_transaction_session_timeout: idleInTransactionMs,
};

const startWithinMs = 15_000;

/** In ms, for queries under way. */
const givenBackWithinMs = 5_000;

const answerMs = 2_000;

/** Connections of the embedded database share one session, so more gain nothing. */
const connections = { postgres: 10, embedded: 4 };

/** Opens the database at `databaseUrl`, or the embedded one. @throws StartRefused when it cannot be reached or is in use */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, setting = "DATABASE_URL", dataDir, log } = options;
  const embedded = databaseUrl === undefined ? await startSaying({ dataDir, log }) : null;
  const connectionString = embedded?.connectionString ?? databaseUrl;
  const waiting = { log, setting, place: URL.parse(databaseUrl ?? "")?.host || "its socket" };
  const isPooled = embedded === null && (await waitForAnswer(() => findsPooler(connectionString), waiting));
  const pool = new RetryingPool({
    connectionString,
    application_name: "latchkey",
    max: embedded ? connections.embedded : connections.postgres,
    connectionTimeoutMillis: 5_000,
    query_timeout: silenceMs,
    // A pooler refuses a connection with these.
    ...(!isPooled && limits),
  });
  // An error without a listener would end the process.
  pool.on("connect", (client) => {
    client.on("error", (error) => log.warn({ err: error }, "A database connection was lost"));
  });
  pool.on("error", () => {});
  const database: Database = {
    orm: openOrm(pool, isPooled ? limits : null),
    pool,
    connectionString: connectionString ?? "",
    isPooled,
    ready: () => answers(pool),
    restartHelps: async () => embedded !== null || answersNewConnection(connectionString),
    async close() {
      const late = setTimeout(() => {
        const taken = pool.totalCount - pool.idleCount;
        log.error({ taken }, "Database connections were not given back");
      }, givenBackWithinMs);
      await pool.end();
      clearTimeout(late);
      await embedded?.close();
    },
  };
  try {
    await waitForAnswer(() => pool.query("SELECT 1"), waiting);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function startSaying({ dataDir, log }: Pick<DatabaseOptions, "dataDir" | "log">) {
  const answered = sayWaiting(log, () => `Waiting for the embedded database in ${dataDir}.`);
  return startEmbedded({ dataDir, idleInTransactionMs, log }).finally(answered);
}

interface Waiting {
  readonly log: Log;
  readonly setting: string;
  /** For the log, without user and password. */
  readonly place: string;
}

/** Waits for a database that is starting. @throws StartRefused */
async function waitForAnswer<Answer>(ask: () => Promise<Answer>, { log, setting, place }: Waiting): Promise<Answer> {
  const deadline = Date.now() + startWithinMs;
  let reason = "no answer yet";
  const answered = sayWaiting(log, () => `Waiting for the database at ${place}, which ${setting} names: ${reason}.`);
  try {
    for (;;) {
      try {
        return await ask();
      } catch (error) {
        reason = reasonOf(error);
        const advice = adviceOn(error);
        if (advice !== null)
          throw new StartRefused(`The database at ${place} refuses what ${setting} names: ${reason}. ${advice}`);
        if (Date.now() > deadline)
          throw new StartRefused(
            `The database at ${place}, which ${setting} names, does not answer: ${reason}. Start it, or correct the setting.`,
          );
        await wait(250);
      }
    }
  } finally {
    answered();
  }
}

const keyed = z.object({ processID: z.number() });

/** Whether the database refuses limits or answers under several process ids, as poolers do. */
async function findsPooler(connectionString: string | undefined): Promise<boolean> {
  const isPooler = async (client: pg.Client) => {
    const { rows } = await client.query<{ id: number }>("SELECT pg_backend_pid() AS id");
    return rows[0]?.id !== keyed.parse(client).processID;
  };
  try {
    return await askAlone({ connectionString, ...limits }, isPooler);
  } catch (error) {
    if (refusesLimits(error)) return true;
    throw error;
  }
}

/** protocol_violation of PgBouncer, feature_not_supported of Amazon's proxy. */
function refusesLimits(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "08P01" || error.code === "0A000");
}

/** What to do about a refusal that waiting does not change; null for any other error. */
function adviceOn(error: unknown): string | null {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "3D000") return "Create that database, or correct the setting.";
  // The driver's own, where a password is wanted and none is set.
  if (/^28...$/.test(code) || /^SASL: /.test(reasonOf(error)))
    return "Correct the role and its password in the setting.";
  return null;
}

function answersNewConnection(connectionString: string | undefined): Promise<boolean> {
  return askAlone({ connectionString }, (client) => client.query("SELECT 1")).then(
    () => true,
    () => false,
  );
}

/** Asks on a new connection, since those of the pool may be lost. */
async function askAlone<Answer>(
  settings: pg.ClientConfig,
  ask: (client: pg.Client) => Promise<Answer>,
): Promise<Answer> {
  const client = new pg.Client({ ...settings, connectionTimeoutMillis: answerMs, query_timeout: answerMs });
  client.on("error", () => {});
  try {
    await client.connect();
    return await ask(client);
  } finally {
    // It may not close if it does not answer.
    client.end().catch(() => {});
  }
}

async function answers(pool: pg.Pool): Promise<boolean> {
  const late = AbortSignal.timeout(answerMs);
  const silence = new Promise<false>((resolve) => late.addEventListener("abort", () => resolve(false), { once: true }));
  const answer = pool.query("SELECT 1").then(
    () => true,
    () => false,
  );
  return Promise.race([answer, silence]);
}
