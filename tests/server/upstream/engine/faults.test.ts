import { createServer } from "node:net";
import pg from "pg";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { openOrm } from "#server/database/orm.ts";
import { createUpstream } from "#server/upstream/upstream.ts";
import { mediaType } from "#tests/support/answers.ts";
import { idleJobs, idleMailer } from "#tests/support/idle-mailer.ts";
import { listenLocally } from "#tests/support/listening.ts";
import { createTestStore } from "#tests/support/test-store.ts";
import { publicOrigin, secrets } from "#tests/support/upstream-assembly.ts";
import type { UpstreamService } from "#tests/support/upstream-service.ts";
import { upstreamTests } from "#tests/support/upstream-test.ts";

const headers = { accept: mediaType, authorization: `Bearer ${"a".repeat(43)}` };
const { store: objects } = createTestStore();

/** A service whose database is at this address, with what it logs. */
async function serviceOn(connectionString: string) {
  const lines: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
  const pool = new pg.Pool({ connectionString, connectionTimeoutMillis: 500 });
  const database = { orm: openOrm(pool), pool, isPooled: false };
  const parts = { secrets, objects, model: null, publicOrigin, registration: "open", demo: false } as const;
  const upstream = await createUpstream({ ...parts, database, log, mailer: idleMailer, jobs: idleJobs });
  return { upstream, lines, pool };
}

test("without its database it answers 503, says when to ask again", async () => {
  const { upstream, lines } = await serviceOn("postgresql://nobody@127.0.0.1:1/none");
  const answer = await upstream.fetch(new Request("http://upstream.test/api/clients", { headers }));
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
  const text = await answer.text();
  expect(text).toContain('"code":"unavailable"');
  expect(text).not.toContain("ECONNREFUSED");
  const [, errorId = "none"] = /"id":"([^"]+)"/.exec(text) ?? [];
  expect(lines.join("")).toContain(errorId);
  upstream.close();
});

test("a database that hangs up is as good as none", async () => {
  const server = createServer((socket) => socket.destroy());
  const port = await listenLocally(server);
  const { upstream } = await serviceOn(`postgresql://nobody@127.0.0.1:${port}/none`);
  const answer = await upstream.fetch(new Request("http://upstream.test/api/clients", { headers }));
  expect(answer.status).toBe(503);
  upstream.close();
  server.close();
});

describe.each(upstreamTests().filter(({ name }) => name !== "embedded"))("on the $name database", ({ test }) => {
  test("a key whose first request is still running is 409, and its answer is given afterwards", async ({ service }) => {
    const { owner } = await service.newWorkspace();
    const client = await owner.newClient();
    const blocker = await service.database.pool.connect();
    try {
      await blocker.query("begin");
      await blocker.query("select from upstream.clients where id = $1 for update", [client.id]);
      const sent = { type: "client", attributes: { name: "Slow" }, headers: { "idempotency-key": '"slow"' } };
      const first = owner.send("PATCH", `/clients/${client.id}`, sent);
      await untilWaiting(service);
      const second = await owner.send("PATCH", `/clients/${client.id}`, sent);
      expect([second.problem, second.headers.get("retry-after")]).toEqual(["409 request_in_progress", "1"]);
      await blocker.query("commit");
      expect((await first).record.attributes.name).toBe("Slow");
      expect((await owner.send("PATCH", `/clients/${client.id}`, sent)).text).toBe((await first).text);
    } finally {
      blocker.release();
    }
  });

  test("a write to a record that is being deleted may be retried, and then gets a 404", async ({ service }) => {
    const { owner } = await service.newWorkspace();
    const client = await owner.newClient();
    const sent = { type: "task", attributes: { title: "Call", about: { type: "client", id: client.id } } };
    const blocker = await service.database.pool.connect();
    try {
      await blocker.query("begin");
      await blocker.query("delete from upstream.clients where id = $1", [client.id]);
      const late = owner.send("POST", "/tasks", sent);
      await untilWaiting(service);
      await blocker.query("commit");
      expect((await late).problem).toBe("503 unavailable");
    } finally {
      blocker.release();
    }
    expect((await owner.send("POST", "/tasks", sent)).problem).toBe("400 invalid_attribute /data/attributes/about");
  });
});

async function untilWaiting({ database }: UpstreamService): Promise<void> {
  for (;;) {
    const { rows } = await database.pool.query("select from pg_stat_activity where wait_event_type = 'Lock'");
    if (rows.length > 0) return;
  }
}
