import { http } from "msw";
import { expect, onTestFinished, vi } from "vitest";
import { z } from "zod";
import type { Agency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";
import { type OpenedStream, openStream } from "#tests/support/event-source.ts";
import { insertMessage } from "#tests/support/message-rows.ts";
import type { Visitor } from "#tests/support/visitor.ts";

const test = newAgencyTest();

interface Thread {
  readonly workspaceId: string;
  /** Adds a message and gives its id. */
  add(body: string): Promise<string>;
}

async function newThread(app: Application, agency: Agency): Promise<Thread> {
  const { id: clientId } = await agency.addClient();
  const { pool } = app.database;
  const { rows } = await pool.query<{ workspace_id: string }>(
    "select workspace_id from upstream.clients where id = $1",
    [clientId],
  );
  const workspaceId = rows[0]?.workspace_id ?? "";
  return {
    workspaceId,
    add: (body) =>
      insertMessage(async (sql, values) => (await pool.query(sql, values)).rows, { workspaceId, clientId }, body),
  };
}

const cookieOf = ({ cookies }: Visitor) => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");

/** Opens a stream that ends with the test. */
async function follow(visitor: Visitor, workspaceId: string, headers: Readonly<Record<string, string>> = {}) {
  const url = `${visitor.origin}/messages/events?workspace=${workspaceId}`;
  const stream = await openStream(url, { cookie: cookieOf(visitor), ...headers });
  onTestFinished(() => stream.cut());
  return stream;
}

const until = (stream: OpenedStream, count: number) =>
  expect.poll(() => stream.received.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(count);

const messageIds = ({ received }: Pick<OpenedStream, "received">) =>
  received
    .filter(({ event }) => event === "message")
    .map(({ data }) => z.object({ messageId: z.string() }).parse(JSON.parse(data)).messageId);

test("a browser learns of a message within 2 seconds", async ({ app, agency, owner }) => {
  const { workspaceId, add } = await newThread(app, agency);
  const stream = await follow(owner, workspaceId);
  expect([stream.status, stream.type]).toEqual([200, "text/event-stream"]);
  await until(stream, 1);
  expect(stream.received[0]?.event).toBe("ready");
  const sent = performance.now();
  const id = await add("Is the attic insulated?");
  await until(stream, 2);
  expect(performance.now() - sent).toBeLessThan(2_000);
  expect(messageIds(stream)).toEqual([id]);
});

test("100 streams that are cut while messages come lose none and bring none twice", { timeout: 120_000 }, async ({
  app,
  agency,
  owner,
}) => {
  const { workspaceId, add } = await newThread(app, agency);
  const first = await follow(owner, workspaceId);
  await until(first, 1);
  let lastId = first.received[0]?.id ?? "";
  await first.cut();
  const written: string[] = [];
  const seen: string[] = [];
  for (let round = 0; round < 100; round += 1) {
    const stream = await follow(owner, workspaceId, { "Last-Event-ID": lastId });
    // One comes before the cut is known, one while nobody listens.
    const [before, after] = [add(`${round} before`), round % 2 === 0 ? add(`${round} too`) : null];
    if (round % 3 === 0) await until(stream, 1);
    await stream.cut();
    written.push(await before, ...(after === null ? [] : [await after]));
    seen.push(...messageIds(stream));
    lastId = stream.received.filter(({ id }) => id !== null).at(-1)?.id ?? lastId;
  }
  const rest = await follow(owner, workspaceId, { "Last-Event-ID": lastId });
  await expect
    .poll(() => seen.length + messageIds(rest).length, { timeout: 20_000 })
    .toBeGreaterThanOrEqual(written.length);
  seen.push(...messageIds(rest));
  expect(seen.toSorted()).toEqual(written.toSorted());
});

test("a session has twenty streams at once; what is more ends at once, and one that ended makes room", async ({
  app,
  agency,
  owner,
}) => {
  const { workspaceId } = await newThread(app, agency);
  const streams = await Promise.all(Array.from({ length: 21 }, () => follow(owner, workspaceId)));
  for (const stream of streams) await until(stream, 1);
  expect(streams.map(({ received }) => received[0]?.event).toSorted()).toEqual(["end", ...Array(20).fill("ready")]);
  const { visitor } = await agency.join("manager");
  const other = await follow(visitor, workspaceId);
  await until(other, 1);
  expect(other.received[0]?.event).toBe("ready");
  await streams.find(({ received }) => received[0]?.event === "ready")?.cut();
  await vi.waitFor(
    async () => {
      const next = await follow(owner, workspaceId);
      await until(next, 1);
      expect(next.received[0]?.event).toBe("ready");
    },
    { timeout: 20_000, interval: 50 },
  );
});

test("a stream ends within 5 seconds after the person has signed out", async ({ app, agency, owner }) => {
  const { workspaceId } = await newThread(app, agency);
  const stream = await follow(owner, workspaceId);
  await until(stream, 1);
  await owner.open("/dashboard");
  const began = performance.now();
  await owner.submit({}, { button: "Sign out" });
  await stream.ended;
  expect(performance.now() - began).toBeLessThan(5_000);
  expect(stream.received.at(-1)?.event).toBe("end");
});

test("a stream ends within 5 seconds after the person has left the workspace", async ({ app, agency }) => {
  const { workspaceId } = await newThread(app, agency);
  const manager = await agency.join("manager");
  const stream = await follow(manager.visitor, workspaceId);
  await until(stream, 1);
  const began = performance.now();
  await app.database.pool.query("delete from upstream.memberships where workspace_id = $1 and role = 'manager'", [
    workspaceId,
  ]);
  await stream.ended;
  expect(performance.now() - began).toBeLessThan(5_000);
});

test("another workspace's address ends at once, and so does a service that knows no messages", async ({
  app,
  agency,
  owner,
}) => {
  const { workspaceId } = await newThread(app, agency);
  const other = await follow(owner, "00000000-0000-4000-8000-000000000000");
  await other.ended;
  expect(other.received).toEqual([{ event: "end", id: null, data: "" }]);
  const errors = [{ status: "404", code: "no_route_found" }];
  app.use(http.get("*/api/message_events", () => Response.json({ errors }, { status: 404 })));
  const lacking = await follow(owner, workspaceId);
  await lacking.ended;
  expect(lacking.received.map(({ event }) => event)).toEqual(["end"]);
});

test("a service that fails closes the stream without saying that it is over", async ({ app, agency, owner }) => {
  const { workspaceId } = await newThread(app, agency);
  app.pretend({ service: "impatient" });
  app.use(http.get("*/api/message_events", () => Response.json({ errors: [] }, { status: 503 })));
  const stream = await follow(owner, workspaceId);
  await stream.ended;
  expect(stream.received).toEqual([]);
});

test("nobody follows without having signed in", async ({ app, agency }) => {
  const { workspaceId } = await newThread(app, agency);
  const asBrowsersAsk = await follow(app.visitor(), workspaceId, { accept: "text/event-stream" });
  expect(asBrowsersAsk.status).toBe(204);
  await asBrowsersAsk.ended;
  const stream = await follow(app.visitor(), workspaceId);
  expect([stream.status, stream.type]).not.toEqual([200, "text/event-stream"]);
  await stream.ended;
});
