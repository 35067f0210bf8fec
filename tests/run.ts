/**
 * `npm test`: types, lint, unused code, build, and every test; the last line is `N passed, N failed`.
 * Types, lint, unused code and build count as one check each. Each stage tells its time, and the run that of all of them.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { z } from "zod/mini";
import { ensureHeadlessChromium } from "./support/chromium.ts";
import { processorSeconds } from "./support/processor-time.ts";

const root = join(import.meta.dirname, "..");
const report = z.object({
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      status: z.string(),
      message: z.optional(z.string()),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.optional(z.array(z.string())) }),
      ),
    }),
  ),
});

let passed = 0;
let failed = 0;

function say(title: string): void {
  process.stdout.write(`\n# ${title}\n`);
}

interface Clock {
  readonly began: number;
  readonly computed: number | null;
}

const startClock = (): Clock => ({ began: performance.now(), computed: processorSeconds("ended") });

/** As in "tests in-process: 230 s, 310 s of processor time". */
function sayTime(title: string, { began, computed }: Clock): void {
  const now = processorSeconds("ended");
  const times = [`${Math.round((performance.now() - began) / 1000)} s`];
  if (now !== null && computed !== null) times.push(`${Math.round(now - computed)} s of processor time`);
  process.stdout.write(`${title}: ${times.join(", ")}\n`);
}

function run(title: string, command: string, args: string[]): boolean {
  say(title);
  const clock = startClock();
  const { status } = spawnSync(command, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
  sayTime(title, clock);
  return status === 0;
}

/** Runs beside others: what it prints comes in one piece when it has ended. */
async function check(title: string, command: string, args: string[]): Promise<boolean> {
  const began = performance.now();
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
  process.stdout.write(`${title}: ${Math.round((performance.now() - began) / 1000)} s\n`);
  if (status === 0) passed += 1;
  else failed += 1;
  return status === 0;
}

/** How long a file takes that is named, in seconds. */
const noteworthy = 5;

function saySlowest(files: readonly { name: string; startTime: number; endTime: number }[]): void {
  say(`files of more than ${noteworthy} seconds`);
  const timed = files.map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }));
  const slow = timed.filter(({ seconds }) => seconds > noteworthy).toSorted((a, b) => b.seconds - a.seconds);
  for (const { name, seconds } of slow)
    process.stdout.write(`${seconds.toFixed(1).padStart(6)} s  ${relative(root, name)}\n`);
}

type Report = z.infer<typeof report>;

/** Names each test that failed once more, with what it expected: its place above is hard to find. */
function sayFailures(files: Report["testResults"]): void {
  const failures = files.filter(isFailed).flatMap(({ name, message, assertionResults }) => {
    const tests = assertionResults.filter(({ status }) => status === "failed");
    const file = relative(root, name);
    if (tests.length === 0) return [`${file}: ${message ?? "could not be loaded"}`];
    return tests.map(({ fullName, failureMessages }) => `${file} > ${fullName}\n${failureMessages?.join("\n") ?? ""}`);
  });
  for (const failure of failures)
    process.stdout.write(`${failure.split("\n").slice(0, 25).join("\n").slice(0, 2_000)}\n\n`);
}

interface Results {
  readonly project: string;
  readonly files: Report["testResults"];
  /** Tests that failed, or files that could not be loaded, or errors thrown after the tests had ended. */
  readonly failures: number;
}

/** Runs Vitest on one of its projects; a run without a report has failed. */
function runProject(project: string, files = process.argv.slice(2)): Results {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-report-"));
  const file = join(folder, "report.json");
  const succeeded = run(`tests ${project}`, "vitest", [
    "run",
    `--project=${project}`,
    "--passWithNoTests",
    "--reporter=dot",
    "--reporter=json",
    `--outputFile.json=${file}`,
    ...files,
  ]);
  try {
    const { numFailedTests, testResults } = report.parse(JSON.parse(readFileSync(file, "utf8")));
    // A file that could not be loaded has no test that failed.
    const broken = testResults.filter(
      (suite) => suite.status === "failed" && !suite.assertionResults.some((result) => result.status === "failed"),
    );
    const failures = numFailedTests + broken.length;
    return { project, files: testResults, failures: succeeded ? failures : Math.max(1, failures) };
  } catch (error) {
    process.stdout.write(`The tests left no report: ${error}\n`);
    return { project, files: [], failures: 1 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const isFailed = ({ status }: Report["testResults"][number]): boolean => status === "failed";

/** More tests than these do not fail by chance in one run. */
const mostByChance = 5;

/**
 * Runs files again in which a few tests failed, with nothing beside them: what passes now failed by chance, and is named.
 * @returns the results, with those of the second run in place of the first where it passed
 */
function tryAgain(results: readonly Results[]): readonly Results[] {
  const failures = results.reduce((sum, { failures }) => sum + failures, 0);
  if (failures === 0 || failures > mostByChance) return results;
  return results.map((first) => {
    const failed = first.files.filter(isFailed);
    if (failed.length === 0) return first;
    say(`failed, and tried again (${first.project})`);
    sayFailures(failed);
    const again = runProject(
      first.project,
      failed.map(({ name }) => name),
    );
    const seen = new Map(again.files.map((file) => [file.name, file]));
    if (again.failures > 0 || failed.some(({ name }) => !seen.has(name))) return first;
    byChance.push(...failed);
    return { ...first, failures: 0, files: first.files.map((file) => seen.get(file.name) ?? file) };
  });
}

const byChance: Report["testResults"] = [];

// Programs that tests start are compiled once, not at each start.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), "latchkey-compiled");

const started = startClock();
run("route types", "react-router", ["typegen"]);
const checks = startClock();
const [isBuilt] = await Promise.all([
  check("build", process.execPath, ["tools/build.ts"]),
  check("types", "tsc", ["--noEmit"]),
  check("lint", "biome", ["check", "--error-on-warnings", "."]),
  check("unused code", "knip", []),
]);
sayTime("build and checks", checks);
process.env.CHROMIUM_PATH = await ensureHeadlessChromium();
if (isBuilt) {
  const results = tryAgain(["in-process", "whole"].map((project) => runProject(project)));
  const files = results.flatMap(({ files }) => files);
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  passed += tests.filter(({ status }) => status === "passed").length;
  failed += results.reduce((sum, { failures }) => sum + failures, 0);
  if (files.length === 0) failed += 1;
  saySlowest(files);
  if (byChance.length > 0) {
    say("passed at the second try alone: each is a test to mend");
    sayFailures(byChance);
  }
  if (files.some(isFailed)) {
    say("failed tests");
    sayFailures(files);
  }
}
const [own, ended] = [processorSeconds("own"), processorSeconds("ended")];
const minutes = (seconds: number) => `${(seconds / 60).toFixed(1)} minutes`;
const computed = own === null || ended === null ? "" : `, ${minutes(own + ended)} of processor time`;
process.stdout.write(`\n${minutes((performance.now() - started.began) / 1000)}${computed}\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
