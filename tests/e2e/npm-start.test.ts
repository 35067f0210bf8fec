import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { copyMigratedDatabase } from "#tests/support/database-templates.ts";
import { freePort } from "#tests/support/listening.ts";

test("told to end, npm start takes the server with it, which ends in order", { timeout: 400_000 }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "latchkey-npm-"));
  await copyMigratedDatabase(join(dataDir, "database"));
  const port = await freePort();
  const npm = spawn("npm", ["start"], {
    env: { PATH: process.env.PATH, HOME: dataDir, DEMO: "off", PORT: String(port), DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "pipe"],
    // A group of its own, to be ended whole should this test fail.
    detached: true,
  });
  onTestFinished(() => {
    if (isRunning(-Number(npm.pid))) process.kill(-Number(npm.pid), "SIGKILL");
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
  let printed = "";
  for (const stream of [npm.stdout, npm.stderr]) stream.setEncoding("utf8").on("data", (text) => (printed += text));
  await expect.poll(() => printed, { timeout: 300_000 }).toContain("Latchkey is ready");
  npm.kill("SIGTERM");
  await expect.poll(() => isRunning(-Number(npm.pid)), { timeout: 30_000 }).toBe(false);
  expect(printed).toMatch(/"msg":"Ending"/);
});

/** @param group a process's id, or that of a whole group with a minus before it */
function isRunning(group: number): boolean {
  try {
    return process.kill(group, 0);
  } catch {
    return false;
  }
}
