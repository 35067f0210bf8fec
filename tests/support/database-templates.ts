/** What embedded databases of tests begin as. Making one takes seconds, copying one does not: each is made once on a machine. */
import { createHash } from "node:crypto";
import { constants, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { z } from "zod/mini";
import { type Database, openDatabase } from "#server/database/database.ts";
import { migrate, migrationsFolder } from "#server/database/migrations.ts";
import { createJobs } from "#server/jobs/jobs.ts";
import { projectRoot } from "#server/project-root.ts";

const log = pino({ level: "silent" });

/** Copies a database without any migration to a folder that does not exist yet. */
export async function copyEmptyDatabase(folder: string): Promise<void> {
  copy(await templateOf(versionOf("@electric-sql/pglite"), async () => {}), folder);
}

/** Copies a database with all migrations applied, and the tables of the jobs, to a folder that does not exist yet. */
export async function copyMigratedDatabase(folder: string): Promise<void> {
  copy(await migratedTemplate(), folder);
}

/** Makes the template of these unless it is there: where several processes begin at once, each would make it. */
export async function migratedTemplate(): Promise<string> {
  const versions = [versionOf("@electric-sql/pglite"), versionOf("pg-boss"), digestOfMigrations()];
  return templateOf(versions.join("-"), prepareDatabase);
}

const queue = { name: "first", concurrency: 1, pollSeconds: 60, expireSeconds: 60, retries: 0, retrySeconds: 60 };

/** Applies all migrations, and makes the tables of the jobs. */
export async function prepareDatabase({ pool }: Database): Promise<void> {
  await migrate({ pool, log });
  const jobs = createJobs({ pool, log });
  await jobs.work(queue, async () => {});
  await jobs.close();
}

function copy(template: string, folder: string): void {
  cpSync(template, folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

/** Gives the place of a template, which is made when nobody has done so yet. */
async function templateOf(name: string, fill: (database: Database) => Promise<void>): Promise<string> {
  const template = join(tmpdir(), `latchkey-template-${name}`);
  if (!existsSync(template)) await make(template, fill);
  return template;
}

async function make(template: string, fill: (database: Database) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "latchkey-new-template-"));
  try {
    const database = await openDatabase({ dataDir, log });
    try {
      await fill(database);
    } finally {
      await database.close();
    }
    renameSync(join(dataDir, "database"), template);
  } catch (error) {
    // Another test process was quicker.
    if (!existsSync(template)) throw error;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const packageFile = z.object({ version: z.string() });

function versionOf(name: string): string {
  return packageFile.parse(JSON.parse(readFileSync(join(projectRoot, "node_modules", name, "package.json"), "utf8")))
    .version;
}

function digestOfMigrations(): string {
  const digest = createHash("sha256");
  // The names, too: by these a database knows which of them it has.
  for (const file of readdirSync(migrationsFolder).sort())
    digest.update(`${file}\n`).update(readFileSync(join(migrationsFolder, file)));
  return digest.digest("hex").slice(0, 16);
}
