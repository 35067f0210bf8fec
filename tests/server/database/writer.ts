/** Writes pairs of rows into the embedded database in DATA_DIR as fast as it can, and prints the number of each pair once committed. */
import { writeSync } from "node:fs";
import pg from "pg";
import { pino } from "pino";
// Not the whole database module: this process starts many times, and Drizzle takes longer to load than all the rest.
import { startEmbedded } from "#server/database/embedded.ts";

process.once("SIGTERM", () => process.exit(0));

const [dataDir = "", firstNumber = "0"] = process.argv.slice(2);
const log = pino({ level: "silent" });
const { connectionString } = await startEmbedded({ dataDir, idleInTransactionMs: 15_000, log });
const pool = new pg.Pool({ connectionString, max: 2 });
await pool.query(
  "CREATE TABLE IF NOT EXISTS pairs (number integer NOT NULL, half integer NOT NULL, text text NOT NULL)",
);

async function writePair(number: number): Promise<void> {
  const client = await pool.connect();
  const insert = "INSERT INTO pairs VALUES ($1, $2, repeat('x', 1000))";
  await client.query("BEGIN");
  await client.query(insert, [number, 1]);
  await client.query(insert, [number, 2]);
  await client.query("COMMIT");
  client.release();
  writeSync(1, `${number}\n`);
}

async function writeFor(lane: number): Promise<never> {
  for (let number = Number(firstNumber) + lane; ; number += 2) await writePair(number);
}

await Promise.all([writeFor(0), writeFor(1)]);
