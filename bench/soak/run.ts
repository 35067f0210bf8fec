/**
 * `npm run soak`: 32 people read, write, upload and look at thumbnails, while a database is killed, the API hangs and the disk is
 * full. Prints a table; ends with 1 when a line of it does not hold. Everything runs on new folders.
 *
 *   MINUTES=30 PEOPLE=32 DISK_MB=3000 npm run soak
 */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { buildIfNeeded } from "../../tools/build.ts";
import type { Answer } from "./answers.ts";
import { type Disk, openDisk } from "./disk.ts";
import { faultsOf, makeFaults } from "./faults.ts";
import { leftovers } from "./leftovers.ts";
import { liveMemoryMb } from "./live-memory.ts";
import { type Person, signInPerson } from "./person.ts";
import { type SoakServer, type SoakServers, startServers } from "./servers.ts";
import { countStoredTexts } from "./stored-texts.ts";
import { TimedVisitor } from "./timed-visitor.ts";
import { countDescriptors, watchUsage } from "./usage-watch.ts";
import {
  type Line,
  lineOfLiveMemory,
  linesOfAnswers,
  linesOfMemory,
  linesOfWrites,
  listOf,
  tableOf,
} from "./verdict.ts";
import { work } from "./work.ts";
import { lookUp, Writes } from "./writes.ts";

const minutes = Number(process.env.MINUTES ?? 30);
const people = Number(process.env.PEOPLE ?? 32);
const diskMb = Number(process.env.DISK_MB ?? 3_000);

const minuteMs = 60_000;
/** Before memory and descriptors are compared: what is compiled and loaded once is there then. */
const warmUpMs = Math.min(4 * minuteMs, 0.2 * minutes * minuteMs);
const loadMs = minutes * minuteMs - warmUpMs;
/** Until the database's idle connections are closed, in ms. */
const restMs = 15_000;
/** A server that does not end within this many ms waits for something that never comes back. */
const longestEndMs = 15_000;

const began = performance.now();
const say = (text: string): void =>
  void process.stderr.write(`… ${((performance.now() - began) / minuteMs).toFixed(1)} min: ${text}\n`);

async function soak(disk: Disk, servers: SoakServers): Promise<Line[]> {
  const { web, api } = servers;
  const answers: Answer[] = [];
  const writes = new Writes();
  const failures = new Map<string, number>();
  const noteFailure = (error: unknown): void => {
    const words = error instanceof Error ? `${error.message} ${error.cause ?? ""}`.trim().slice(0, 160) : String(error);
    failures.set(words, (failures.get(words) ?? 0) + 1);
  };
  const crowd: Person[] = [];
  for (let place = 0; place < people; place += 1)
    crowd.push(await signInPerson(new TimedVisitor(web.origin, answers), place, writes));
  const workFor = async (ms: number) => {
    const until = performance.now() + ms;
    await Promise.all(crowd.map((person) => work(person, until, noteFailure)));
  };
  const rest = async () => {
    // Browsers' connections are closed, too.
    await Promise.all(crowd.map(({ visitor }) => visitor.move()));
    await wait(restMs);
  };

  say(`${people} people are signed in; warming up`);
  const usage = watchUsage(servers);
  await workFor(warmUpMs);
  await rest();
  const before = await Promise.all([web, api].map(({ pid }) => countDescriptors(pid)));
  const liveBefore = await Promise.all([web, api].map(liveMemoryMb));
  const warmAt = performance.now();
  say("warm");
  const [windows] = await Promise.all([makeFaults(faultsOf(servers, disk), loadMs, say), workFor(loadMs)]);
  say("resting");
  await rest();
  usage.stop();
  const after = await Promise.all([web, api].map(({ pid }) => countDescriptors(pid)));
  const liveAfter = await Promise.all([web, api].map(liveMemoryMb));
  const stored = await countStoredTexts(api.dataDir, "Soak");
  const left = leftovers([web.dataDir, api.dataDir]);
  for (const { visitor } of crowd) await visitor.close();
  const ends = [];
  for (const server of [web, api]) ends.push(await endOf(server));
  for (const [words, count] of failures) say(`somebody met ${count}×: ${words}`);
  return [
    ...linesOfAnswers(answers, windows),
    ...(disk.own !== null
      ? []
      : [{ what: "fault: disk full", found: "left out: no disk of its own can be mounted here", holds: null }]),
    ...linesOfWrites(lookUp(writes.all, stored)),
    { what: "files left of uploads", found: listOf(left, (file) => file), holds: left.length === 0 },
    ...linesOfMemory(usage.samples, { since: warmAt, warmUpMs }),
    ...[web, api].map(({ name }, index) => lineOfLiveMemory(name, liveBefore[index] ?? 0, liveAfter[index] ?? 0)),
    ...[web, api].map(({ name }, index) => descriptorsOf(name, before[index] ?? 0, after[index] ?? 0)),
    ...ends,
  ];
}

function descriptorsOf(name: string, before: number, after: number): Line {
  return {
    what: `descriptors of ${name} at rest`,
    found: `${before} when warm, ${after} in the end`,
    holds: after <= before,
  };
}

/** A connection that never came back to its pool shows here: the pool waits for it. */
async function endOf(server: SoakServer): Promise<Line> {
  const { code, ms } = await server.stop();
  const complaints = server
    .log()
    .split("\n")
    .filter((line) => line.includes('"level":"fatal"') || line.includes("given back"));
  return {
    what: `${server.name} ends with every connection back`,
    found: `code ${code} after ${(ms / 1000).toFixed(1)} s${complaints.length > 0 ? `; ${complaints.join("; ")}` : ""}`,
    holds: code === 0 && ms < longestEndMs && complaints.length === 0,
  };
}

buildIfNeeded();
const logFolder = mkdtempSync(join(tmpdir(), "latchkey-soak-logs-"));
const disk = openDisk(diskMb);
let servers: SoakServers | null = null;

async function cleanUp(): Promise<void> {
  await servers?.line.close();
  for (const server of servers === null ? [] : [servers.web, servers.api]) await server.stop();
  disk.remove();
}

// Interrupted, it leaves no server and no mounted disk.
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void cleanUp().finally(() => process.exit(130)));
try {
  servers = await startServers(disk.folder, logFolder);
  const lines = await soak(disk, servers);
  process.stdout.write(
    `\nA soak of ${minutes} minutes with ${people} people; logs in ${logFolder}\n\n${tableOf(lines)}`,
  );
  process.exitCode = lines.some(({ holds }) => holds === false) ? 1 : 0;
} finally {
  await cleanUp();
}
