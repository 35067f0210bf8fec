/**
 * The embedded database that the test files of one process have one after the other: starting one takes longer than many files
 * run. Each finds the rows of those before it, as a workspace finds those of others.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, inject } from "vitest";
import type { TestProject } from "vitest/node";
import { type Database, openDatabase } from "#server/database/database.ts";
import { migratedTemplate } from "./database-templates.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Where the lent databases of this run lie. */
    lentDatabases: string;
  }
}

/** Gives the tests' processes a folder, and what their databases begin as; each database ends with its process, and the folder goes with all of them. */
export default async function setUp(project: TestProject): Promise<void> {
  await migratedTemplate();
  const folder = mkdtempSync(join(tmpdir(), "latchkey-lent-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  project.provide("lentDatabases", folder);
}

const log = pino({ level: "silent" });

let lent: Promise<Database> | null = null;
/** The test file that has it. */
let holder: string | null = null;

export interface LentDatabase {
  readonly database: Database;
  /** To be called when it is closed. */
  giveBack(): Promise<void>;
}

/**
 * Lends this process's database, with connections of its own. Whoever asks while it is away gets null.
 * @param fill makes the folder of the database, the first time
 */
export async function borrowDatabase(fill: (folder: string) => Promise<void>): Promise<LentDatabase | null> {
  const file = expect.getState().testPath ?? "";
  if (holder !== null && holder !== file) throw new Error(`${holder} has ended and not closed its database`);
  if (holder !== null) return null;
  holder = file;
  lent ??= start(fill);
  const { connectionString } = await lent;
  const database = await openDatabase({ databaseUrl: connectionString, dataDir: "", log });
  return {
    database,
    async giveBack() {
      holder = null;
    },
  };
}

async function start(fill: (folder: string) => Promise<void>): Promise<Database> {
  const dataDir = mkdtempSync(join(inject("lentDatabases"), "database-"));
  await fill(join(dataDir, "database"));
  const database = await openDatabase({ dataDir, log });
  // No test that cuts the power or kills a database is lent one: none needs to wait for the disk. One session serves all connections.
  await database.pool.query("SET synchronous_commit TO off");
  return database;
}
