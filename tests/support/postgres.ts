/** A PostgreSQL to test against: the one at DATABASE_URL_TEST, else a throw-away cluster of an installed one, else none. */
import { spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chownSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";

export interface TestPostgres {
  /** Makes an empty database. */
  create(): Promise<PostgresDatabase>;
  /** Makes one that holds what `fill` puts into the first one: that is done once, and copied. */
  createFilled(fill: (url: string) => Promise<void>): Promise<PostgresDatabase>;
}

interface PostgresDatabase {
  readonly url: string;
  /** Removes it. */
  drop(): Promise<void>;
}

/** Finds a PostgreSQL; null when this machine has none. It is started at the first use and ends with this process. */
export function findPostgres(): TestPostgres | null {
  const given = process.env.DATABASE_URL_TEST;
  if (given) return filledOneByOne(databasesOf(() => Promise.resolve(given)));
  const binaries = findBinaries();
  if (binaries === null) return null;
  let cluster: Promise<string> | undefined;
  return copiedFromFirst(
    databasesOf(() => {
      cluster ??= startCluster(binaries);
      return cluster;
    }),
  );
}

type Create = (template?: string) => Promise<PostgresDatabase>;

function databasesOf(adminUrl: () => Promise<string>): Create {
  return async (template = "template1") => {
    const admin = await adminUrl();
    const name = `latchkey_${randomUUID().replaceAll("-", "")}`;
    await execute(admin, `CREATE DATABASE ${name} TEMPLATE ${template}`);
    const url = new URL(admin);
    url.pathname = `/${name}`;
    return { url: url.href, drop: () => execute(admin, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
  };
}

/** Of a server that goes on after this process, on which a template would be left behind. */
function filledOneByOne(create: Create): TestPostgres {
  return {
    create: () => create(),
    async createFilled(fill) {
      const database = await create();
      await fill(database.url);
      return database;
    },
  };
}

/** Of a cluster that ends with this process, and its templates with it. */
function copiedFromFirst(create: Create): TestPostgres {
  const templates = new Map<(url: string) => Promise<void>, Promise<string>>();
  const makeTemplate = async (fill: (url: string) => Promise<void>): Promise<string> => {
    const { url } = await create();
    await fill(url);
    return new URL(url).pathname.slice(1);
  };
  return {
    create: () => create(),
    async createFilled(fill) {
      const template = templates.get(fill) ?? makeTemplate(fill);
      templates.set(fill, template);
      return create(await template);
    },
  };
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

function findBinaries(): string | null {
  const installed = globSync("/usr/{lib/postgresql/*,pgsql-*,local/pgsql}/bin").sort().reverse();
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...installed];
  return folders.find((folder) => globSync(join(folder, "{initdb,postgres}")).length === 2) ?? null;
}

/** PostgreSQL refuses to run as root; Debian's packages bring a user for it. */
function unprivileged(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync("/etc/passwd", "utf8")) ?? [];
  if (uid === undefined || gid === undefined) throw new Error("root, and no user postgres to run PostgreSQL as");
  return { uid: Number(uid), gid: Number(gid) };
}

async function startCluster(binaries: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-postgres-"));
  const user = unprivileged();
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, "data");
  const made = spawnSync(join(binaries, "initdb"), ["-D", data, "-U", "postgres", "-A", "trust", "-N", "-E", "UTF8"], {
    ...user,
    cwd: folder,
    encoding: "utf8",
  });
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`);
  const settings = ["-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=60"];
  const args = [join(binaries, "postgres"), "-D", data, "-k", folder, ...settings];
  // The shell ends PostgreSQL when its own input ends, and that is when this process ends, however it does.
  const script = '"$@" >/dev/null 2>&1 </dev/null & cat >/dev/null; kill -QUIT $!; wait; rm -rf "$DATA"';
  const shell = spawn("sh", ["-c", script, "sh", ...args], {
    ...user,
    cwd: folder,
    env: { ...process.env, DATA: data },
    stdio: ["pipe", "ignore", "ignore"],
  });
  shell.unref();
  if (shell.stdin && "unref" in shell.stdin && typeof shell.stdin.unref === "function") shell.stdin.unref();
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const url = `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`;
  await untilItAnswers(url);
  return url;
}

async function untilItAnswers(url: string): Promise<void> {
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
