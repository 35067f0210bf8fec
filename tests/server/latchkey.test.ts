import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "#server/database/database.ts";
import { readEnv } from "#server/env.ts";
import { openLatchkey } from "#server/latchkey.ts";
import { createLog } from "#server/log.ts";
import { StartRefused } from "#server/start-refused.ts";
import { copyMigratedDatabase } from "#tests/support/database-templates.ts";

const log = createLog("silent", { write() {} });
const neverBuilt = () => Promise.reject(new Error("nothing is asked of it"));
const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === "Timeout").length;

test("a SPOOL_DIR that cannot be a folder ends the start with one sentence, before anything is opened", async () => {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-spool-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [dataDir, file] = [join(folder, "data"), join(folder, "plain")];
  writeFileSync(file, "");
  const refusal = (settings: Record<string, string>) =>
    openLatchkey({ env: readEnv(settings), log, build: neverBuilt, clientDir: folder }).catch(
      (error: unknown) => error,
    );
  for (const spool of [file, join(file, "below")]) {
    const refused = await refusal({ DATA_DIR: dataDir, SPOOL_DIR: spool });
    expect(refused).toBeInstanceOf(StartRefused);
    expect(String(refused)).toMatch(
      /: The setting SPOOL_DIR must name a folder that Latchkey may write to \(E\w+\)\.$/,
    );
  }
  expect(String(await refusal({ DATA_DIR: file }))).toContain("The setting DATA_DIR must name a folder");
  expect(existsSync(dataDir)).toBe(false);
});

test("a start that fails closes everything that was opened", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "latchkey-half-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  await copyMigratedDatabase(join(dataDir, "database"));
  // Nobody can read a secret from a folder; the jobs that send mails are at work by then.
  mkdirSync(join(dataDir, "session-secret"));
  const env = readEnv({ DATA_DIR: dataDir, SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "mail@latchkey.test" });
  const before = timers();
  const opening = openLatchkey({ env, log, build: neverBuilt, clientDir: dataDir });
  await expect(opening).rejects.toThrow("EISDIR");
  await expect.poll(timers).toBeLessThanOrEqual(before);
  const again = await openDatabase({ dataDir, log });
  expect(await again.ready()).toBe(true);
  await again.close();
});
