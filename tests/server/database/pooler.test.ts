import { connect, createServer } from "node:net";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openDatabase } from "#server/database/database.ts";
import { writeMessage } from "#server/database/messages.ts";
import { migrate, migrateDatabase } from "#server/database/migrations.ts";
import { createJobs } from "#server/jobs/jobs.ts";
import { startApplication } from "#tests/support/application.ts";
import { databaseKinds } from "#tests/support/databases.ts";
import { closeServer, listenLocally } from "#tests/support/listening.ts";
import { hasPgBouncer, type Pooler, startPgBouncer } from "#tests/support/pgbouncer.ts";
import { createDatabase } from "#tests/support/postgres.ts";
import { registerSeededAgent } from "#tests/support/seeded-agent.ts";
import { startUpstreamService } from "#tests/support/upstream-service.ts";

const log = pino({ level: "silent" });
const server = inject("postgres");

describe.runIf(server !== null && hasPgBouncer())("behind a pooler in transaction mode with five connections", () => {
  let pooler: Pooler;
  let drop: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    pooler = await startPgBouncer(server?.url ?? "", 5);
  });
  afterAll(async () => {
    await pooler.close();
    await Promise.all(drop.map((remove) => remove()));
  });

  /** Opens a new database through the pooler. @param template null: without any table */
  async function open(template: string | null = server?.template ?? null) {
    const made = await createDatabase(server?.url ?? "", template ?? undefined);
    drop = [...drop, made.drop];
    const url = new URL(pooler.url);
    url.pathname = new URL(made.url).pathname;
    return openDatabase({ databaseUrl: url.href, dataDir: "", log });
  }

  test("an empty database is migrated, and jobs run", async () => {
    const database = await open(null);
    const jobs = createJobs({ pool: database.pool, log });
    try {
      expect(await migrate({ pool: database.pool, log })).not.toEqual([]);
      expect(await migrate({ pool: database.pool, log })).toEqual([]);
      const { promise, resolve } = Promise.withResolvers<string>();
      const queue = { name: "x", concurrency: 1, pollSeconds: 1, expireSeconds: 60, retries: 0, retrySeconds: 1 };
      await jobs.work(queue, async ({ key }) => resolve(key));
      await database.orm.transaction((transaction) => jobs.send(queue, "one", transaction));
      expect(await promise).toBe("one");
    } finally {
      await jobs.close();
      await database.close();
    }
  });

  test("migrations go past it where a direct address is given, to the same database only", async () => {
    const [made, other] = [await createDatabase(server?.url ?? ""), await createDatabase(server?.url ?? "")];
    drop = [...drop, made.drop, other.drop];
    const url = new URL(pooler.url);
    url.pathname = new URL(made.url).pathname;
    const database = await openDatabase({ databaseUrl: url.href, dataDir: "", log });
    try {
      const past = { dataDir: "", log, databaseDirectUrl: other.url };
      await expect(migrateDatabase(database, past)).rejects.toThrow("is another database than DATABASE_URL");
      // Databases of one name and number, as hosts give them.
      for (const kind of databaseKinds.filter(({ name }) => name === "embedded")) {
        const embedded = await kind.open();
        const elsewhere = { ...past, databaseDirectUrl: server?.url ?? "" };
        await expect(migrateDatabase(embedded, elsewhere)).rejects.toThrow("is another database than DATABASE_URL");
        await embedded.close();
      }
      expect(await migrateDatabase(database, { ...past, databaseDirectUrl: made.url })).not.toEqual([]);
      expect(await migrate({ pool: database.pool, log })).toEqual([]);
    } finally {
      await database.close();
    }
  });

  test("a transaction has limits of its own, and leaves none to whoever comes next", async () => {
    const database = await open();
    const limit = "SELECT current_setting('statement_timeout') AS ms";
    try {
      expect(database.isPooled).toBe(true);
      const within = await database.orm.transaction((transaction) => transaction.execute(limit));
      expect(within.rows).toEqual([{ ms: "30s" }]);
      expect((await database.pool.query(limit)).rows).toEqual([{ ms: "0" }]);
    } finally {
      await database.close();
    }
  });

  test("a database without one is known as such", async () => {
    const made = await createDatabase(server?.url ?? "");
    const database = await openDatabase({ databaseUrl: made.url, dataDir: "", log });
    expect(database.isPooled).toBe(false);
    await database.close();
    await made.drop();
  });

  test("one that takes limits is known by its keys, and one that hands keys on by refusing limits", async () => {
    const { url } = server ?? { url: "" };
    const taking = await startPgBouncer(url, 1, "statement_timeout, idle_in_transaction_session_timeout");
    // As Amazon's proxy does it.
    const refusal = writeMessage("E", "SFATAL\0C0A000\0MFeature not supported: statement_timeout\0\0");
    const refusing = createServer((client) => {
      client.once("data", (startup) => {
        if (startup.includes("statement_timeout")) return void client.end(refusal);
        const behind = connect(`${new URL(url).searchParams.get("host")}/.s.PGSQL.5432`);
        behind.write(startup);
        client.pipe(behind).pipe(client);
      });
    });
    const refusingUrl = `postgresql://postgres@127.0.0.1:${await listenLocally(refusing)}/postgres`;
    for (const databaseUrl of [taking.url, refusingUrl]) {
      const database = await openDatabase({ databaseUrl, dataDir: "", log });
      expect(database.isPooled).toBe(true);
      await database.close();
    }
    await closeServer(refusing);
    await taking.close();
  });

  test("an agent makes one of everything", async () => {
    const application = await startApplication({ open: () => open() });
    application.pretend({ demo: true });
    const agent = await registerSeededAgent(application.origin);
    for (const path of ["/dashboard", `/clients/${agent.clientId}`, `/packages/${agent.packageId}`, "/opportunities"])
      expect((await agent.visitor.open(path)).status).toBe(200);
    expect(application.logged()).not.toContain("prepared statement");
    await agent.visitor.close();
    await application.close();
  });

  test("200 people write and read at once", async () => {
    const service = await startUpstreamService({ open: () => open() });
    const { join } = await service.newWorkspace();
    const people = await Promise.all(Array.from({ length: 200 }, () => join("member")));
    const seen = await Promise.all(
      people.map(async (person) => {
        const { id } = await person.newClient();
        const [own, all] = [await person.get(`/clients/${id}`), await person.get("/clients")];
        return [own.status, own.record.id === id, all.status];
      }),
    );
    expect(new Set(seen.map(String))).toEqual(new Set(["200,true,200"]));
    await service.close();
  });
});
