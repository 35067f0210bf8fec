/** A PgBouncer in transaction mode before a test database. */
import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findServerProgram } from "./debian-package.ts";
import { freePort } from "./listening.ts";
import { untilItAnswers } from "./postgres.ts";

export interface Pooler {
  /** The database's address behind the pooler. */
  readonly url: string;
  close(): Promise<void>;
}

/** Whether there is one, or could be installed; a printed line says so where not. */
export function hasPgBouncer(): boolean {
  const isThere = findServerProgram("pgbouncer") !== undefined;
  if (!isThere) process.stdout.write("Nothing is tried behind a pooler: PgBouncer is not installed\n");
  return isThere;
}

/**
 * Starts one in transaction mode.
 * @param databaseUrl of a server that listens in a folder, as those of the tests do
 * @param connections that it opens to the database, for any number of its own clients
 * @param ignored settings with which a connection may begin, to no effect
 */
export async function startPgBouncer(databaseUrl: string, connections: number, ignored = ""): Promise<Pooler> {
  const command = findServerProgram("pgbouncer");
  if (command === undefined) throw new Error("PgBouncer is not installed.");
  const folder = mkdtempSync(join(tmpdir(), "latchkey-pgbouncer-"));
  const database = new URL(databaseUrl);
  const port = await freePort();
  const file = join(folder, "pgbouncer.ini");
  const settings = [
    "[databases]",
    `* = host=${database.searchParams.get("host")} user=postgres`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = any",
    "pool_mode = transaction",
    `default_pool_size = ${connections}`,
    "max_client_conn = 500",
    `ignore_startup_parameters = ${ignored}`,
  ];
  writeFileSync(file, settings.join("\n"));
  chmodSync(folder, 0o755);
  // It refuses to run as root.
  const asUser = process.getuid?.() === 0 ? ["-u", "postgres"] : [];
  const pooler = spawn(command, [...asUser, file], { stdio: "ignore" });
  const ended = new Promise<void>((resolve) => pooler.once("exit", () => resolve()));
  process.once("exit", () => pooler.kill("SIGKILL"));
  const url = `postgresql://postgres@127.0.0.1:${port}${database.pathname}`;
  await untilItAnswers(url);
  return {
    url,
    async close() {
      pooler.kill("SIGINT");
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
