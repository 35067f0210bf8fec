/** A data folder whose demo workspace has a given number of records, and the addresses of their list's far pages. */
import pg from "pg";
import { openDatabase } from "../../server/database/database.ts";
import { createLog } from "../../server/log.ts";
import { writeCursor } from "../../server/upstream/engine/keyset.ts";
import { type Crop, workspace } from "./crops.ts";
import { startProduct } from "./product.ts";

const pageSize = 15;
const rowsPerStatement = 20_000;
/** As the list asks its service when nothing is chosen. */
const usualOrder = "-inserted_at";

const rowAt = ({ table }: Crop) => `
  SELECT id, to_char(inserted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS moment
  FROM ${table} WHERE workspace_id = ${workspace} AND NOT is_archived
  ORDER BY inserted_at DESC, id DESC OFFSET $1 LIMIT 1`;

const countRows = ({ table }: Crop) => `SELECT count(*)::integer AS count FROM ${table}
  WHERE workspace_id = ${workspace} AND NOT is_archived`;

/** Those that no constraint needs: built once over all rows, they take a fraction of the time. */
const looseIndexes = ({ table }: Crop) => `
  SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
  FROM pg_index LEFT JOIN pg_constraint ON conindid = indexrelid
  WHERE indrelid = '${table}'::regclass AND pg_constraint.oid IS NULL`;

/** What the tables' triggers, which sleep while the rows come in, would have written. */
const setCounts = ({ table, counts }: Crop) => `
  INSERT INTO ${counts} (workspace_id, assigned_account_id, is_archived, total)
  SELECT workspace_id, assigned_account_id, is_archived, count(*) FROM ${table}
  GROUP BY workspace_id, assigned_account_id, is_archived
  ON CONFLICT (workspace_id, assigned_account_id, is_archived) DO UPDATE SET total = excluded.total`;

export interface ListPages {
  first: string;
  middle: string;
  last: string;
}

/**
 * Fills a new data folder: the demo, then rows until its workspace has `count` of the crop.
 * Gives the paths of the list's first, middle and last page.
 */
export async function growList(
  dataDir: string,
  crop: Crop,
  count: number,
  say: (text: string) => void,
): Promise<ListPages> {
  return inNewFolder(dataDir, async (connection) => {
    await fill(connection, crop, count, say);
    return {
      first: crop.path,
      middle: await pageAfter(connection, crop, Math.floor(count / 2)),
      last: await pageAfter(connection, crop, count - pageSize),
    };
  });
}

/** Fills a new data folder with the demo, and has its database worked on while no server runs on it. */
export async function inNewFolder<Result>(
  dataDir: string,
  work: (connection: pg.Client) => Promise<Result>,
): Promise<Result> {
  await (await startProduct({ DATA_DIR: dataDir })).stop();
  const database = await openDatabase({ dataDir, log: createLog("warn") });
  // The server's own connections end any statement after half a minute, which is right for pages only.
  const connection = new pg.Client({ connectionString: database.connectionString });
  try {
    await connection.connect();
    return await work(connection);
  } finally {
    await connection.end();
    await database.close();
  }
}

async function fill(connection: pg.Client, crop: Crop, count: number, say: (text: string) => void): Promise<void> {
  const have = await numberFrom(connection, countRows(crop));
  const { rows: indexes } = await connection.query<{ name: string; definition: string }>(looseIndexes(crop));
  for (const { name } of indexes) await connection.query(`DROP INDEX ${name}`);
  // Without triggers, those of the foreign keys among them, and without indexes the rows come in several times as fast.
  await connection.query("SET session_replication_role = replica");
  for (let next = have + 1; next <= count; next += rowsPerStatement) {
    await connection.query(crop.add, [next, Math.min(count, next + rowsPerStatement - 1)]);
    say(`growth: ${Math.min(count, next + rowsPerStatement - 1)} of ${count} ${crop.noun}`);
  }
  await connection.query("SET session_replication_role = origin");
  await connection.query(setCounts(crop));
  for (const statement of crop.after ?? []) await connection.query(statement);
  for (const { name, definition } of indexes) {
    say(`growth: index ${name}`);
    await connection.query(definition);
  }
  // VACUUM as well: a server that has been running for a while has had its autovacuum, the embedded one has none.
  await connection.query("VACUUM ANALYZE");
}

/** The page that follows the row at this place (from 1). */
async function pageAfter(connection: pg.Client, crop: Crop, place: number): Promise<string> {
  const { rows } = await connection.query<{ id: string; moment: string }>(rowAt(crop), [place - 1]);
  const [row] = rows;
  if (row === undefined) throw new Error(`There is no row ${place}`);
  const after = writeCursor({ text: usualOrder, keys: [] }, [row.moment, row.id]);
  return `${crop.path}?${new URLSearchParams({ after, start: String(place + 1) })}`;
}

async function numberFrom(connection: pg.Client, query: string): Promise<number> {
  const { rows } = await connection.query<{ count: number }>(query);
  return rows[0]?.count ?? 0;
}
