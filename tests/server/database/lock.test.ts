import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "#server/database/database.ts";
import { FolderInUse, identifyProcess, type Lock, takeLock } from "#server/database/lock.ts";
import { copyEmptyDatabase } from "#tests/support/database-templates.ts";

const log = pino({ level: "silent" });

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-lock-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function hold(lock: Lock): Lock {
  onTestFinished(() => lock.release());
  return lock;
}

function ourselves(): { pid: number; start: string } {
  const identity = identifyProcess(process.pid);
  if (identity === null) throw new Error("we are not running");
  return identity;
}

test("is refused at once, with the owner's pid, while its owner runs", async () => {
  const file = join(makeFolder(), "lock");
  hold(await takeLock(file, ourselves()));
  const started = performance.now();
  const refusal = await takeLock(file, { pid: 1, start: "2" }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(FolderInUse);
  expect(refusal).toMatchObject({ holder: ourselves() });
  expect(performance.now() - started).toBeLessThan(3_000);
});

test("waits while a dead owner's database is closing", async () => {
  const file = join(makeFolder(), "lock");
  // The same pid with another start time: a process that took over the number of the dead one.
  const closing = await takeLock(file, { pid: process.pid, start: "1" });
  let hasClosed = false;
  setTimeout(() => {
    hasClosed = true;
    closing.release();
  }, 400);
  hold(await takeLock(file, ourselves()));
  expect(hasClosed).toBe(true);
});

test("is refused when a dead owner's database does not close in time", async () => {
  const file = join(makeFolder(), "lock");
  hold(await takeLock(file, { pid: process.pid, start: "1" }));
  await expect(takeLock(file, ourselves(), 300)).rejects.toThrow(FolderInUse);
});

test("is free again once released", async () => {
  const file = join(makeFolder(), "lock");
  (await takeLock(file, ourselves())).release();
  hold(await takeLock(file, ourselves()));
});

test("a second server on one data folder is refused with the first one's pid", async () => {
  const dataDir = makeFolder();
  await copyEmptyDatabase(join(dataDir, "database"));
  const first = await openDatabase({ dataDir, log });
  try {
    await expect(openDatabase({ dataDir, log })).rejects.toThrow(
      `Latchkey is running already on the data folder ${dataDir}, as process ${process.pid}.`,
    );
    expect(await first.ready()).toBe(true);
  } finally {
    await first.close();
  }
  const next = await openDatabase({ dataDir, log });
  await next.close();
});
