import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "#server/database/database.ts";
import { canFindProcesses, killEmbedded, processesOn } from "#tests/support/database-kills.ts";
import { copyEmptyDatabase } from "#tests/support/database-templates.ts";

const log = pino({ level: "silent" });
/** Once in each manner; more in `npm run test:long`. */
const kills = Number(process.env.KILLS ?? 2);
const timeForKills = 60_000 + kills * 20_000;
const numbersARound = 1_000_000;

async function makeDataDir(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), "latchkey-kill-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  await copyEmptyDatabase(join(dataDir, "database"));
  return dataDir;
}

test(
  `${kills} times kill -9 under writes: nothing acknowledged is lost, nothing is doubled or halved`,
  async () => {
    const dataDir = await makeDataDir();
    const acknowledged: number[] = [];
    for (let round = 0; round < kills; round += 1) {
      const writer = spawn(
        process.execPath,
        [join(import.meta.dirname, "writer.ts"), dataDir, `${round * numbersARound}`],
        {
          stdio: ["ignore", "pipe", "inherit"],
        },
      );
      let printed = "";
      writer.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
      await once(writer.stdout, "data");
      await wait(Math.random() * 250);
      kill(writer, round % 2);
      await once(writer, "close");
      // A line that the kill cut short was acknowledged to nobody.
      acknowledged.push(...printed.split("\n").slice(0, -1).map(Number));
    }
    expect(new Set(acknowledged.map((number) => Math.floor(number / numbersARound))).size).toBe(kills);

    const database = await openDatabase({ dataDir, log });
    const { rows } = await database.pool.query<{ number: number; halves: number[] }>(
      "SELECT number, array_agg(half ORDER BY half) AS halves FROM pairs GROUP BY number",
    );
    await database.close();
    expect(rows.filter((row) => row.halves.join() !== "1,2")).toEqual([]);
    const kept = new Set(rows.map((row) => row.number));
    expect(acknowledged.filter((number) => !kept.has(number))).toEqual([]);
  },
  timeForKills,
);

/** Everything at once, the database first; or (manner 0) the parent alone, whose database then closes by itself. */
function kill(writer: ChildProcess, manner: number): void {
  const database = manner === 0 ? undefined : childOf(writer);
  if (database !== undefined) process.kill(database, "SIGKILL");
  writer.kill("SIGKILL");
}

function childOf({ pid }: ChildProcess): number | undefined {
  const file = `/proc/${pid}/task/${pid}/children`;
  const [child] = existsSync(file) ? readFileSync(file, "utf8").split(" ") : [];
  return child ? Number(child) : undefined;
}

test("after kill -9 while the database is created, the next start creates it again", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "latchkey-kill-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const writer = spawn(process.execPath, [join(import.meta.dirname, "writer.ts"), dataDir], { stdio: "ignore" });
  while (!existsSync(join(dataDir, "database.unfinished", "PG_VERSION"))) await wait(5);
  kill(writer, 1);
  expect(existsSync(join(dataDir, "database"))).toBe(false);
  const database = await openDatabase({ dataDir, log });
  expect(await database.ready()).toBe(true);
  await database.close();
}, 120_000);

test("the server restarts a dead database process with all committed data", async () => {
  const dataDir = await makeDataDir();
  const database = await openDatabase({ dataDir, log });
  onTestFinished(() => database.close());
  await database.pool.query("CREATE TABLE kept AS SELECT 7 AS number");
  const transaction = await database.pool.connect();
  const lost = new Promise((resolve) => transaction.once("end", () => resolve(true)));
  await transaction.query("BEGIN");
  await transaction.query("INSERT INTO kept VALUES (8)");
  killEmbedded(dataDir);
  // Nobody listens for errors on this connection: its loss must not end this process.
  await lost;
  await expect(transaction.query("COMMIT")).rejects.toThrow();
  transaction.release(true);
  // At once: whoever needs a connection waits until it serves again.
  const { rows } = await database.pool.query("SELECT number FROM kept");
  expect(rows).toEqual([{ number: 7 }]);
});

test.skipIf(!canFindProcesses)("a database that hangs ends with its parent", async () => {
  const dataDir = await makeDataDir();
  const args = [join(import.meta.dirname, "writer.ts"), dataDir];
  const writer = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  await once(writer.stdout, "data");
  const [hanging] = processesOn(dataDir).filter((pid) => pid !== writer.pid);
  if (hanging === undefined) throw new Error("no process serves it");
  process.kill(hanging, "SIGSTOP");
  onTestFinished(() => {
    for (const pid of processesOn(dataDir)) process.kill(pid, "SIGKILL");
  });
  writer.kill("SIGTERM");
  await once(writer, "close");
  await expect.poll(() => processesOn(dataDir)).toEqual([]);
  const database = await openDatabase({ dataDir, log });
  expect(await database.ready()).toBe(true);
  await database.close();
});

test.skipIf(!canFindProcesses)("closed while its process is started again, it leaves none behind", async () => {
  const dataDir = await makeDataDir();
  const database = await openDatabase({ dataDir, log });
  const [serving] = processesOn(dataDir);
  if (serving === undefined) throw new Error("no process serves it");
  process.kill(serving, "SIGKILL");
  await expect.poll(() => processesOn(dataDir).filter((pid) => pid !== serving)).toHaveLength(1);
  await database.close();
  expect(processesOn(dataDir)).toEqual([]);
});
