/** What the databases of a run's test processes are made from, before the first of them starts. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import type { TestProject } from "vitest/node";
import { openDatabase } from "#server/database/database.ts";
import { migratedTemplate, prepareDatabase } from "./database-templates.ts";
import { createDatabase, startPostgres } from "./postgres.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Where the embedded databases lie that test processes keep for their files. */
    lentDatabases: string;
    /** A server to make databases on, and the name of one with all migrations applied; null where there is none. */
    postgres: { readonly url: string; readonly template: string } | null;
  }
}

/** Embedded databases end with the processes that start them; the folder goes with all of them, and the template with the run. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  await migratedTemplate();
  const folder = mkdtempSync(join(tmpdir(), "latchkey-lent-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  project.provide("lentDatabases", folder);
  const server = await startPostgres();
  if (server === null) {
    project.provide("postgres", null);
    return async () => {};
  }
  const { url, drop } = await createDatabase(server.url);
  const database = await openDatabase({ databaseUrl: url, dataDir: "", log: pino({ level: "silent" }) });
  await prepareDatabase(database);
  await database.close();
  project.provide("postgres", { url: server.url, template: new URL(url).pathname.slice(1) });
  return async () => {
    await drop();
    await server.end();
  };
}
