/**
 * `npm test`: types, lint, unused code, build, and every test; the last line is `N passed, N failed`.
 * Types, lint, unused code and build count as one check each.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { z } from "zod/mini";
import { ensureHeadlessChromium } from "./support/chromium.ts";

const root = join(import.meta.dirname, "..");
const report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string() })),
    }),
  ),
});

let passed = 0;
let failed = 0;

function say(title: string): void {
  process.stdout.write(`\n# ${title}\n`);
}

function run(title: string, command: string, args: string[]): boolean {
  say(title);
  const { status } = spawnSync(command, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
  return status === 0;
}

/** Runs beside others: what it prints comes in one piece when it has ended. */
async function check(title: string, command: string, args: string[]): Promise<boolean> {
  const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece: Buffer) => printed.push(piece));
  const status = await new Promise((resolve) => {
    child.once("close", resolve);
    child.once("error", (error) => {
      printed.push(Buffer.from(`${error}\n`));
      resolve(null);
    });
  });
  say(title);
  process.stdout.write(Buffer.concat(printed));
  if (status === 0) passed += 1;
  else failed += 1;
  return status === 0;
}

/** Prints the ten files that took longest, in seconds. */
function saySlowest(files: readonly { name: string; startTime: number; endTime: number }[]): void {
  say("slowest files");
  const timed = files.map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }));
  for (const { name, seconds } of timed.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10))
    process.stdout.write(`${seconds.toFixed(1).padStart(6)} s  ${relative(root, name)}\n`);
}

/** Runs Vitest and adds its counts; a file that could not be loaded, or a run without a report, counts as failed. */
function runTests(): void {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-report-"));
  const file = join(folder, "report.json");
  const succeeded = run("tests", "vitest", [
    "run",
    "--reporter=dot",
    "--reporter=json",
    `--outputFile.json=${file}`,
    ...process.argv.slice(2),
  ]);
  let failures = 0;
  try {
    const results = report.parse(JSON.parse(readFileSync(file, "utf8")));
    passed += results.numPassedTests;
    const broken = results.testResults.filter(
      (suite) => suite.status === "failed" && !suite.assertionResults.some((result) => result.status === "failed"),
    );
    failures = results.numFailedTests + broken.length;
    saySlowest(results.testResults);
  } catch (error) {
    process.stdout.write(`The tests left no report: ${error}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  // A run can fail without a failed test: an error thrown after the tests ended, or no test found.
  failed += succeeded ? failures : Math.max(1, failures);
}

const started = performance.now();
run("route types", "react-router", ["typegen"]);
const [isBuilt] = await Promise.all([
  check("build", process.execPath, ["tools/build.ts"]),
  check("types", "tsc", ["--noEmit"]),
  check("lint", "biome", ["check", "--error-on-warnings", "."]),
  check("unused code", "knip", []),
]);
process.env.CHROMIUM_PATH = await ensureHeadlessChromium();
if (isBuilt) runTests();
process.stdout.write(`\n${Math.round((performance.now() - started) / 1000)} s\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
