import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { examine } from "#server/doctor/examination.ts";
import { readEnv } from "#server/env.ts";
import { announceSpool } from "#server/shared-spool.ts";
import { openOwnDatabase } from "#tests/support/databases.ts";

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-shared-spool-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "spool"));
  return folder;
}

async function startOn(pool: Parameters<typeof announceSpool>[0]["pool"], spoolDir: string) {
  const log = { warn: vi.fn() };
  const { close } = await announceSpool({ pool, spoolDir, log });
  return { close, warned: log.warn.mock.calls.map(([, sentence]) => sentence) };
}

test("servers that share a folder for uploads start quietly, one with another is warned, and the doctor says so", async () => {
  const { pool, connectionString, close } = await openOwnDatabase();
  onTestFinished(close);
  const [shared, other] = [makeFolder(), makeFolder()];
  const spool = join(shared, "spool");
  const doctorOn = async (dataDir: string) => {
    const source = { DATABASE_URL: connectionString, DATA_DIR: dataDir };
    const found = await examine({ env: readEnv(source), source, backup: null });
    return found.flatMap(({ part, state, found }) => (part === "spool" ? [`${state}: ${found}`] : []));
  };
  const [first, second] = await Promise.all([startOn(pool, spool), startOn(pool, spool)]);
  expect([first.warned, second.warned]).toEqual([[], []]);
  expect(readdirSync(spool)).toEqual(["mark"]);
  expect(await doctorOn(shared)).toEqual([`ok: All 2 servers share ${spool}.`]);

  const third = await startOn(pool, join(other, "spool"));
  expect(third.warned).toEqual([expect.stringContaining("has another SPOOL_DIR")]);
  expect(await doctorOn(other)).toEqual([
    `wrong: 2 of 3 servers on this database have another folder than ${join(other, "spool")}.`,
  ]);

  // One that was stopped is forgotten at once, one that was killed after 20 minutes.
  await third.close();
  expect(await doctorOn(shared)).toEqual([`ok: All 2 servers share ${spool}.`]);
  await pool.query("UPDATE app.servers SET seen_at = now() - interval '21 minutes'");
  const moved = await startOn(pool, join(other, "spool"));
  expect(moved.warned).toEqual([]);
  // As after a restore of the database: its rows are of servers that never worked on this one.
  await pool.query("UPDATE app.servers SET database = 'another', seen_at = now()");
  const restored = await startOn(pool, spool);
  expect(restored.warned).toEqual([]);
  await restored.close();
  await Promise.all([first, second, moved].map((server) => server.close()));
});
