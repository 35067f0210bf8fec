/** A data folder whose demo workspace has a given number of clients, and the addresses of its list's far pages. */
import pg from "pg";
import { openDatabase } from "../../server/database/database.ts";
import { createLog } from "../../server/log.ts";
import { writeCursor } from "../../server/upstream/engine/keyset.ts";
import { startProduct } from "./product.ts";

const pageSize = 15;
const rowsPerStatement = 20_000;
/** As the list asks its service when nothing is chosen. */
const usualOrder = "-inserted_at";

/** The demo's first workspace, whose owner the bench signs in as. */
const workspace = "(SELECT id FROM upstream.workspaces WHERE handle = 'evergreen')";

const addClients = `
  WITH added AS (
    INSERT INTO upstream.clients
      (workspace_id, name, email, phone_number, inserted_at, updated_at, last_activity_at,
       name_key, email_key, phone_key, search_text)
    SELECT ${workspace}, 'Grown Person ' || n, 'grown' || n || '@client.example', '+1 206 ' || n,
      moment, moment, moment,
      'grown person ' || n, 'grown' || n || '@client.example', n::text,
      'grown person ' || n || E'\\n' || 'grown' || n || '@client.example' || E'\\n' || '1206' || n
    FROM generate_series($1::integer, $2::integer) AS n,
      LATERAL (SELECT timestamptz '2026-01-01' - n * interval '37.000123 seconds') AS times (moment)
    RETURNING id, workspace_id
  )
  INSERT INTO upstream.buyer_profiles (workspace_id, client_id, budget_amount, budget_currency, preferred_areas)
  SELECT workspace_id, id, 650000, 'USD', ARRAY['Ballard', 'Fremont'] FROM added`;

const rowAt = `
  SELECT id, to_char(inserted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS moment
  FROM upstream.clients WHERE workspace_id = ${workspace} AND NOT is_archived
  ORDER BY inserted_at DESC, id DESC OFFSET $1 LIMIT 1`;

const countClients = `SELECT count(*)::integer AS count FROM upstream.clients
  WHERE workspace_id = ${workspace} AND NOT is_archived`;

/** Those that no constraint needs: built once over all rows, they take a fraction of the time. */
const looseIndexes = `
  SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
  FROM pg_index LEFT JOIN pg_constraint ON conindid = indexrelid
  WHERE indrelid = 'upstream.clients'::regclass AND pg_constraint.oid IS NULL`;

/** What the tables' triggers, which sleep while the rows come in, would have written. */
const setCounts = `
  INSERT INTO upstream.client_counts (workspace_id, assigned_account_id, is_archived, total)
  SELECT workspace_id, assigned_account_id, is_archived, count(*) FROM upstream.clients
  GROUP BY workspace_id, assigned_account_id, is_archived
  ON CONFLICT (workspace_id, assigned_account_id, is_archived) DO UPDATE SET total = excluded.total`;

export interface ListPages {
  first: string;
  middle: string;
  last: string;
}

/**
 * Fills a new data folder: the demo, then rows until its workspace has `count` clients.
 * Gives the paths of the list's first, middle and last page.
 */
export async function growClients(dataDir: string, count: number, say: (text: string) => void): Promise<ListPages> {
  await (await startProduct({ DATA_DIR: dataDir })).stop();
  const database = await openDatabase({ dataDir, log: createLog("warn") });
  // The server's own connections end any statement after half a minute, which is right for pages only.
  const connection = new pg.Client({ connectionString: database.connectionString });
  try {
    await connection.connect();
    await fill(connection, count, say);
    return {
      first: "/clients/",
      middle: await pageAfter(connection, Math.floor(count / 2)),
      last: await pageAfter(connection, count - pageSize),
    };
  } finally {
    await connection.end();
    await database.close();
  }
}

async function fill(connection: pg.Client, count: number, say: (text: string) => void): Promise<void> {
  const have = await numberFrom(connection, countClients);
  const { rows: indexes } = await connection.query<{ name: string; definition: string }>(looseIndexes);
  for (const { name } of indexes) await connection.query(`DROP INDEX ${name}`);
  // Without triggers, those of the foreign keys among them, and without indexes the rows come in several times as fast.
  await connection.query("SET session_replication_role = replica");
  for (let next = have + 1; next <= count; next += rowsPerStatement) {
    await connection.query(addClients, [next, Math.min(count, next + rowsPerStatement - 1)]);
    say(`growth: ${Math.min(count, next + rowsPerStatement - 1)} of ${count} rows`);
  }
  await connection.query("SET session_replication_role = origin");
  await connection.query(setCounts);
  for (const { name, definition } of indexes) {
    say(`growth: index ${name}`);
    await connection.query(definition);
  }
  // VACUUM as well: a server that has been running for a while has had its autovacuum, the embedded one has none.
  await connection.query("VACUUM ANALYZE");
}

/** The page that follows the row at this place (from 1). */
async function pageAfter(connection: pg.Client, place: number): Promise<string> {
  const { rows } = await connection.query<{ id: string; moment: string }>(rowAt, [place - 1]);
  const [row] = rows;
  if (row === undefined) throw new Error(`There is no row ${place}`);
  const after = writeCursor({ text: usualOrder, keys: [] }, [row.moment, row.id]);
  return `/clients/?${new URLSearchParams({ after, start: String(place + 1) })}`;
}

async function numberFrom(connection: pg.Client, query: string): Promise<number> {
  const { rows } = await connection.query<{ count: number }>(query);
  return rows[0]?.count ?? 0;
}
