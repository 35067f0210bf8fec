/**
 * Whether each statement of the service works on the rows of one workspace alone, as the database itself says: it is tried where the
 * rows of all other workspaces cannot be seen, and the trial is taken back.
 */
import { readFileSync } from "node:fs";
import type pg from "pg";
import type { Database } from "#server/database/database.ts";
import { reasonOf } from "#server/reason.ts";
import { openOwnDatabase } from "./databases.ts";
import { startUpstreamService, type UpstreamService, type UpstreamSettings } from "./upstream-service.ts";

/** A statement that needs rows of several workspaces, or of none that can be named. */
interface Crossing {
  readonly statement: string;
  /** The tables of workspaces, and views of these, that it names: as in "memberships workspaces". */
  readonly tables: string;
  /** What was different where only one workspace's rows could be seen. */
  readonly why: string;
}

export interface Watch {
  /** By their texts. */
  readonly crossings: ReadonlyMap<string, Crossing>;
  /** By the texts of all statements that answered with something, how often they were tried. */
  readonly trials: ReadonlyMap<string, number>;
  /** All tables that hold rows of workspaces, and views of these. */
  readonly tables: readonly string[];
}

interface Asked {
  readonly text: string;
  readonly values: readonly unknown[];
}

interface Outcome {
  readonly rows: number | null;
  readonly answer: string;
}

/** Every server has this one, and what it is granted goes with the database. */
const role = "pg_monitor";

/** With other values a statement may reach further, but what it joins stays the same. */
const trialsOfEach = 12;

const transactionBegins = /^\s*(begin|start transaction)\b/i;
const transactionEnds = /(^|;)\s*(commit|rollback(?!\s+to))\b[^;]*;?\s*$/i;
const isTried = /^\s*(select|with|insert|update|delete)\b[\s\S]*\bupstream\b/i;
const writes = /^\s*(insert|update|delete)\b|\b(insert into|delete from|update "?upstream)\b/i;
const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** What each trial of a write draws anew. */
const drawn = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\d+/g;
/** Of no workspace. */
const nobody = "00000000-0000-0000-0000-000000000000";

/** What stands as code in the second cell of each row of a table of docs/operating.md, by the table's first heading. */
export function namedInGuide(heading: string): string[] {
  const section = readFileSync("docs/operating.md", "utf8").split("\n## By workspace\n")[1]?.split("\n## ")[0] ?? "";
  const rows = section.split(`\n| ${heading} `)[1]?.split("\n\n")[0]?.split("\n").slice(2) ?? [];
  return rows.flatMap((row) => [...(row.split("|")[2] ?? "").matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code));
}

/** The statements that reach further than the guide says. */
export function unnamed({ crossings }: Watch): Crossing[] {
  const named = namedInGuide("what reaches further");
  return [...crossings.values()].filter(({ tables }) => !named.includes(tables));
}

/** Starts the service on a database of its own, all statements of which are watched. */
export async function startWatched(settings: UpstreamSettings = {}): Promise<[UpstreamService, Watch]> {
  const database = await openOwnDatabase();
  const watch = await watchWorkspaces(database);
  return [await startUpstreamService({ ...settings, open: async () => database }), watch];
}

/** Watches all further statements of a database that nobody else uses. */
async function watchWorkspaces({ pool }: Database): Promise<Watch> {
  const crossings = new Map<string, Crossing>();
  const trials = new Map<string, number>();
  const tables = await keepApart(pool);
  let latest = nobody;

  /** What a statement does to whom only this workspace's rows can be seen by; to whom all can where none is named. */
  async function tryOnce(send: Send, { text, values }: Asked, workspace?: string): Promise<Outcome> {
    const apart =
      workspace === undefined ? "" : `; SET LOCAL ROLE ${role}; SET LOCAL watched.workspace = '${workspace}'`;
    await send(`SAVEPOINT watched${apart}`);
    try {
      return outcomeOf(await send({ text, values: [...values], rowMode: "array" }), writes.test(text));
    } catch (error) {
      if (isCollision(error)) throw error;
      return { rows: null, answer: reasonOf(error) };
    } finally {
      await send("ROLLBACK TO SAVEPOINT watched; RELEASE SAVEPOINT watched");
    }
  }

  async function judge(send: Send, asked: Asked): Promise<void> {
    const whole = await tryOnce(send, asked);
    if (whole.rows === null || whole.rows === 0) return;
    trials.set(asked.text, (trials.get(asked.text) ?? 0) + 1);
    const { rows } = await send("SELECT id FROM upstream.workspaces ORDER BY inserted_at DESC");
    const known = rows.map(({ id }) => String(id));
    const named = JSON.stringify(asked.values).match(uuids) ?? [];
    // The one that the statement names, those that there are, one that it may make.
    const candidates = new Set([...named.filter((id) => known.includes(id)), latest, ...known, ...named]);
    let why = "";
    let first = true;
    for (const workspace of candidates) {
      const alone = await tryOnce(send, asked, workspace);
      if (alone.answer === whole.answer) {
        latest = workspace;
        return;
      }
      if (first) why = `${whole.rows} rows, and ${alone.rows ?? alone.answer} of one workspace`;
      first = false;
    }
    if (!crossings.has(asked.text))
      crossings.set(asked.text, { statement: asked.text, tables: tablesIn(asked.text, tables).join(" "), why });
  }

  async function tryApart(send: Send, asked: Asked, isInTransaction: boolean): Promise<void> {
    await send(isInTransaction ? "SAVEPOINT watching" : "BEGIN ISOLATION LEVEL REPEATABLE READ");
    try {
      await judge(send, asked);
    } catch (error) {
      // Somebody else changed the same rows meanwhile: the statement is tried at its next time.
      if (!isCollision(error)) throw error;
    } finally {
      await send(isInTransaction ? "ROLLBACK TO SAVEPOINT watching; RELEASE SAVEPOINT watching" : "ROLLBACK");
    }
  }

  const watched = new WeakSet<pg.PoolClient>();
  pool.on("acquire", (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const send: Send = client.query.bind(client);
    let isInTransaction = false;
    let turn: Promise<unknown> = Promise.resolve();
    Object.defineProperty(client, "query", {
      value: (...given: unknown[]) => {
        const last = given.at(-1);
        const asked = askedBy(given);
        if (asked === null) return Reflect.apply(send, client, given);
        const answer = turn.then(async () => {
          const isNew = (trials.get(asked.text) ?? 0) < trialsOfEach && !crossings.has(asked.text);
          if (isNew && isTried.test(asked.text)) await tryApart(send, asked, isInTransaction);
          if (transactionBegins.test(asked.text)) isInTransaction = true;
          if (transactionEnds.test(asked.text)) isInTransaction = false;
          return Reflect.apply(
            send,
            client,
            given.filter((one) => typeof one !== "function"),
          );
        });
        turn = answer.catch(() => {});
        if (typeof last !== "function") return answer;
        answer.then(
          (result) => last(undefined, result),
          (error) => last(error),
        );
        return undefined;
      },
    });
  });
  return { crossings, trials, tables };
}

const isCollision = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "40001" || error.code === "40P01");

type Send = (asked: string | pg.QueryConfig | pg.QueryArrayConfig) => Promise<pg.QueryResult<Record<string, unknown>>>;

function askedBy([config, values]: readonly unknown[]): Asked | null {
  const list = Array.isArray(values) ? values : [];
  if (typeof config === "string") return { text: config, values: list };
  if (typeof config !== "object" || config === null || "submit" in config || !("text" in config)) return null;
  const own = "values" in config && Array.isArray(config.values) ? config.values : list;
  return typeof config.text === "string" ? { text: config.text, values: own } : null;
}

/** Rows in any order: the plan decides it where the statement does not. Those that a write makes have ids of their own. */
function outcomeOf({ rows, rowCount }: pg.QueryResult<Record<string, unknown>>, isWrite: boolean): Outcome {
  const lines = rows.map((row) => JSON.stringify(row)).map((line) => (isWrite ? line.replace(drawn, "") : line));
  return { rows: rowCount, answer: `${rowCount}\n${lines.toSorted().join("\n")}` };
}

/** Those of these tables that a statement names. */
export function tablesIn(statement: string, tables: readonly string[]): string[] {
  const named = new Set([...statement.matchAll(/\bupstream"?\."?(\w+)/g)].map(([, name]) => name));
  return tables.filter((table) => named.has(table));
}

/** Lets the role see and write rows of the workspace alone that a setting names. @returns the tables that hold such */
async function keepApart(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; key: string }>(`
    SELECT c.relname AS name, a.attname AS key FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'upstream'::regnamespace AND c.relkind = 'r' AND NOT a.attisdropped
      AND a.attname = CASE WHEN c.relname IN ('workspaces', 'portal_settings') THEN 'id' ELSE 'workspace_id' END
    ORDER BY 1`);
  const { rows: views } = await pool.query<{ name: string }>(
    "SELECT viewname AS name FROM pg_views WHERE schemaname = 'upstream'",
  );
  const seen = (key: string) => `${key} IS NULL OR ${key} = current_setting('watched.workspace')::uuid`;
  await pool.query(`
    ${["upstream", "app", "mail", "jobs", "public"]
      .map(
        (schema) => `
    GRANT USAGE ON SCHEMA ${schema} TO ${role};
    GRANT ALL ON ALL TABLES IN SCHEMA ${schema} TO ${role};
    GRANT ALL ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role};
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${schema} TO ${role};`,
      )
      .join("")}
    ${rows
      .map(
        ({ name, key }) => `
    ALTER TABLE upstream.${name} ENABLE ROW LEVEL SECURITY;
    CREATE POLICY watched ON upstream.${name} TO ${role} USING (${seen(key)});`,
      )
      .join("")}
    ALTER TABLE upstream.push_deliveries ENABLE ROW LEVEL SECURITY;
    CREATE POLICY watched ON upstream.push_deliveries TO ${role}
      USING (EXISTS (SELECT FROM upstream.push_subscriptions s WHERE s.id = subscription_id));
    ${views.map(({ name }) => `ALTER VIEW upstream.${name} SET (security_invoker = true);`).join("")}`);
  return [...rows, ...views]
    .map(({ name }) => name)
    .concat("push_deliveries")
    .toSorted();
}
