/**
 * `npm run test:long [-- PART...]`: the tests that take long by their nature, each part noted in `passed.json` when it passes.
 * With `--when-changed`, those alone that have not passed as they are now.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureHeadlessChromium } from "../support/chromium.ts";
import { fingerprintOf, hasPassed, type LongPartName, lackFor, longParts, passedParts, passedPath } from "./parts.ts";

const given = process.argv.slice(2);
const names: readonly LongPartName[] = ["expressions", "kills", "uploads", "offline", "failover"];
const named = names.filter((name) => given.includes(name));
const asked = (named.length === 0 ? names : named).filter(
  (name) => !given.includes("--when-changed") || !hasPassed(name),
);

for (const name of asked) {
  const lack = lackFor(name);
  if (lack !== null) {
    process.stdout.write(`${name}: skipped. ${lack}\n`);
    continue;
  }
  const { project, tests, settings } = longParts[name];
  const began = performance.now();
  const { status } = spawnSync("vitest", ["run", `--project=${project}`, ...tests], {
    cwd: join(import.meta.dirname, "..", ".."),
    env: { ...process.env, CHROMIUM_PATH: await ensureHeadlessChromium(), LONG_TESTS: "1", ...settings },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const outcome = status === 0 ? "passed" : "failed";
  process.stdout.write(`${name}: ${outcome} after ${Math.round((performance.now() - began) / 1000)} s\n`);
  if (status === 0) {
    const passed = { ...passedParts(), [name]: fingerprintOf(name) };
    writeFileSync(passedPath, `${JSON.stringify(passed, null, 2)}\n`);
  } else process.exitCode = 1;
}
if (asked.length === 0) process.stdout.write("All long tests have passed as they are now.\n");
