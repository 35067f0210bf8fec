/**
 * A PostgreSQL to test against: the one at DATABASE_URL_TEST, else a cluster of the installed one, made for the run in a folder that
 * goes with it. Debian's package is installed where it is missing, as root only.
 */
import { spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chownSync, globSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { installPackage } from "./debian-package.ts";

/** On which databases may be made. */
interface PostgresServer {
  readonly url: string;
  /** Ends a cluster of the run, as the end of this process does otherwise; any other server goes on. */
  end(): Promise<void>;
}

interface RunningCluster extends PostgresServer {
  /** Kills all its processes at once, as the end of its machine does. */
  kill(): void;
}

interface PostgresDatabase {
  readonly url: string;
  /** Removes it. */
  drop(): Promise<void>;
}

/** Gives a server; null with TEST_DATABASE=embedded, and where none can be had: a printed line says why. */
export async function startPostgres(): Promise<PostgresServer | null> {
  if (process.env.TEST_DATABASE === "embedded") return null;
  const given = process.env.DATABASE_URL_TEST;
  if (given) return { url: given, end: async () => {} };
  try {
    const binaries = findBinaries() ?? (installPackage("postgresql") ? findBinaries() : null);
    if (binaries === null) throw new Error("it is not installed");
    return await startCluster(binaries);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stdout.write(`Tests run on the embedded database alone; no PostgreSQL: ${reason}\n`);
    return null;
  }
}

/** Makes a database on a server, empty or as a copy of another one that nobody is connected to. */
export async function createDatabase(serverUrl: string, template = "template1"): Promise<PostgresDatabase> {
  const name = `latchkey_${randomUUID().replaceAll("-", "")}`;
  await execute(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => execute(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** The folder of an installed PostgreSQL's programs, the newest one's; null where there is none. */
export function findBinaries(): string | null {
  const installed = globSync("/usr/{lib/postgresql/*,pgsql-*,local/pgsql}/bin").sort().reverse();
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...installed];
  const found = folders.find((folder) => globSync(join(folder, "{initdb,postgres}")).length === 2);
  // The PATH may have links to some of them.
  return found === undefined ? null : dirname(realpathSync(join(found, "postgres")));
}

/** PostgreSQL refuses to run as root; Debian's packages bring a user for it. */
function unprivileged(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync("/etc/passwd", "utf8")) ?? [];
  if (uid === undefined || gid === undefined) throw new Error("root, and no user postgres to run PostgreSQL as");
  return { uid: Number(uid), gid: Number(gid) };
}

async function startCluster(binaries: string): Promise<PostgresServer> {
  const folder = makeFolder();
  makeCluster(binaries, folder);
  return runCluster(binaries, folder, [
    // Its plans are for tables of a few rows: compiling them takes longer than running them.
    "jit=off",
    "max_connections=200",
    "deadlock_timeout=100ms",
  ]);
}

/** A new folder that PostgreSQL may write to, and that goes with this process. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-postgres-"));
  const { uid, gid } = unprivileged();
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Where a cluster keeps its data in its folder. */
const dataIn = (folder: string): string => join(folder, "data");

/** Makes a cluster in a folder: an empty one, or a copy of a running one. @throws with what PostgreSQL's program said */
export function makeCluster(binaries: string, folder: string, copiedUrl?: string): void {
  const [program, ...args] =
    copiedUrl === undefined
      ? ["initdb", "-U", "postgres", "-A", "trust", "-N", "-E", "UTF8"]
      : ["pg_basebackup", "-d", copiedUrl, "-R", "-c", "fast"];
  const made = spawnSync(join(binaries, program), [...args, "-D", dataIn(folder)], {
    ...unprivileged(),
    cwd: folder,
    encoding: "utf8",
  });
  if (made.status !== 0) throw new Error(`${program}: ${made.stderr}`);
}

/** Runs the cluster of a folder, in which it listens. @param port that it has there, and on this machine where settings say so */
export async function runCluster(
  binaries: string,
  folder: string,
  settings: readonly string[],
  port = 5432,
): Promise<RunningCluster> {
  // What it keeps need not outlive the machine, but a killed process of it: commits are written before they are acknowledged.
  const all = ["listen_addresses=", "fsync=off", "full_page_writes=off", `port=${port}`, ...settings];
  const data = dataIn(folder);
  const args = [join(binaries, "postgres"), "-D", data, "-k", folder, ...all.flatMap((setting) => ["-c", setting])];
  // The shell ends PostgreSQL when its own input ends, and that is when this process ends, however it does.
  const script = '"$@" >/dev/null 2>&1 </dev/null & cat >/dev/null; kill -QUIT $!; wait; rm -rf "$DATA"';
  const shell = spawn("sh", ["-c", script, "sh", ...args], {
    ...unprivileged(),
    cwd: folder,
    env: { ...process.env, DATA: data },
    stdio: ["pipe", "ignore", "ignore"],
  });
  shell.unref();
  if (shell.stdin && "unref" in shell.stdin && typeof shell.stdin.unref === "function") shell.stdin.unref();
  const url = `postgresql://postgres@localhost:${port}/postgres?host=${encodeURIComponent(folder)}`;
  await untilItAnswers(url);
  return {
    url,
    kill: () => killAll(Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0])),
    async end() {
      const ended = once(shell, "exit");
      shell.ref();
      shell.stdin?.end();
      await ended;
    },
  };
}

/** Kills a process and those that it started, none of which does anything more. */
function killAll(pid: number): void {
  process.kill(pid, "SIGSTOP");
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);
  for (const one of [...children, pid]) process.kill(one, "SIGKILL");
}

/** @throws its last error after 20 s */
export async function untilItAnswers(url: string): Promise<void> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    try {
      await execute(url, "SELECT 1");
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await wait(50);
    }
  }
}
