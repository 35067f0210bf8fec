/**
 * `npm run test:planted [-- WORDS]`: plants each fault (or those whose description has the words) in a copy of the sources, and runs
 * the tests that look for it: each file has to fail. Takes a minute or two for a fault.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { z } from "zod/mini";
import { ensureHeadlessChromium } from "../support/chromium.ts";
import { type PlantedFault, plantedFaults } from "./faults.ts";

const root = join(import.meta.dirname, "..", "..");
const words = process.argv.slice(2).join(" ");
const copy = mkdtempSync(join(tmpdir(), "latchkey-planted-"));
const report = z.object({
  testResults: z.array(z.object({ assertionResults: z.array(z.object({ status: z.string() })) })),
});
const env = { ...process.env, CHROMIUM_PATH: await ensureHeadlessChromium() };

function copySources(): void {
  const { stdout } = spawnSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" });
  for (const file of stdout.split("\0").filter((name) => name !== "")) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
}

/** Whether a test of a file fails; null where none could be run. */
function isFailing(test: string): boolean | null {
  const project = /^tests\/(e2e|faults|spec)\//.test(test) ? "whole" : "in-process";
  const output = join(copy, "report.json");
  rmSync(output, { force: true });
  const options = ["--bail=1", "--reporter=json", `--outputFile=${output}`, "--maxWorkers=1"];
  spawnSync("vitest", ["run", `--project=${project}`, test, ...options], { cwd: copy, env, timeout: 900_000 });
  try {
    const { testResults } = report.parse(JSON.parse(readFileSync(output, "utf8")));
    const statuses = testResults.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status));
    if (statuses.includes("failed")) return true;
    return statuses.includes("passed") ? false : null;
  } catch {
    return null;
  }
}

function plant({ file, find, put, imports }: PlantedFault): void {
  const source = readFileSync(join(root, file), "utf8");
  const [before, after, ...others] = source.split(find);
  if (after === undefined || others.length > 0) throw new Error(`${file} has not once: ${find}`);
  writeFileSync(join(copy, file), `${imports === undefined ? "" : `${imports}\n`}${before}${put}${after}`);
}

try {
  copySources();
  for (const planted of plantedFaults.filter(({ fault }) => fault.includes(words))) {
    plant(planted);
    for (const test of planted.foundBy) {
      const outcome = { true: "found", false: "NOT FOUND", null: "NOT RUN" }[`${isFailing(test)}`];
      if (outcome !== "found") process.exitCode = 1;
      process.stdout.write(`${outcome}: ${planted.fault} (${test})\n`);
    }
    cpSync(join(root, planted.file), join(copy, planted.file));
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
