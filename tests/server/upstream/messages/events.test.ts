import { PgDialect } from "drizzle-orm/pg-core";
import { expect, onTestFinished } from "vitest";
import { z } from "zod";
import { insertMessage } from "#tests/support/message-rows.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";
import { move, newDeal } from "../opportunities/deals.ts";

const test = newWorkspaceTest();

const news = z.object({
  cursor: z.int(),
  is_complete: z.boolean(),
  events: z.array(
    z.object({
      number: z.int(),
      client_id: z.string().nullable(),
      message_id: z.string().nullable(),
      change: z.string(),
    }),
  ),
});

const dialect = new PgDialect();

const queryOf =
  ({ database }: UpstreamService) =>
  async (sql: string, values: string[]) =>
    (await database.pool.query(sql, values)).rows;

const follow = async (person: TestPerson, query = "") =>
  news.parse((await person.get(`/message_events${query}`)).record.attributes);

async function newThread(service: UpstreamService, owner: TestPerson) {
  const { id: clientId } = await owner.newClient();
  const add = (body: string) => insertMessage(queryOf(service), { workspaceId: owner.workspaceId, clientId }, body);
  return { clientId, add };
}

test("whoever begins learns the present number, and from then on each message and each change of one, once", async ({
  service,
  owner,
}) => {
  const { clientId, add } = await newThread(service, owner);
  await add("Before");
  const { cursor, events } = await follow(owner);
  expect(events).toEqual([]);
  const id = await add("After");
  await service.database.pool.query("update upstream.messages set body = 'Better' where id = $1", [id]);
  const next = await follow(owner, `?after=${cursor}`);
  expect(next.events).toEqual([
    { number: cursor + 1, client_id: clientId, message_id: id, change: "added" },
    { number: cursor + 2, client_id: clientId, message_id: id, change: "changed" },
  ]);
  expect(next).toMatchObject({ cursor: cursor + 2, is_complete: true });
  expect(await follow(owner, `?after=${next.cursor}`)).toEqual({ ...next, events: [] });
});

test("that deals changed is said once for a write, and nothing of which", async ({ service, workspace, owner }) => {
  const member = await workspace.join("member");
  const stranger = (await service.newWorkspace()).owner;
  const { cursor } = await follow(member);
  const { id } = await newDeal(owner);
  expect((await follow(member, `?after=${cursor}`)).events).toEqual([
    { number: cursor + 1, client_id: null, message_id: null, change: "deals" },
  ]);
  await move(owner, id, "open", "offer_sent");
  expect((await follow(member, `?after=${cursor + 1}`)).events).toEqual([
    { number: cursor + 2, client_id: null, message_id: null, change: "deals" },
  ]);
  expect((await follow(stranger, "?after=0")).events).toEqual([]);
});

test("a call that waits is answered when something happens, and others' workspaces and clients end no wait", async ({
  service,
  workspace,
  owner,
}) => {
  const { add, clientId } = await newThread(service, owner);
  const member = await workspace.join("member");
  const stranger = (await service.newWorkspace()).owner;
  const { cursor } = await follow(owner);
  const own = await follow(stranger);
  const began = performance.now();
  const waiting = Promise.all([
    follow(owner, `?after=${cursor}&wait=20`),
    follow(member, `?after=${cursor}&wait=4`),
    follow(stranger, `?after=${own.cursor}&wait=4`),
  ]);
  const id = await add("News");
  const [mine, members, strangers] = await waiting;
  expect(mine.events.map(({ message_id, client_id }) => [message_id, client_id])).toEqual([[id, clientId]]);
  // The member goes on from there, without having learned of a client who is not theirs.
  expect(members).toEqual({ cursor: cursor + 1, is_complete: true, events: [] });
  expect(strangers).toEqual({ ...own, events: [] });
  expect(performance.now() - began).toBeLessThan(15_000);
});

/** @returns how often events were looked for since, each time it is asked */
function countQueries({ database: { orm } }: UpstreamService): () => number {
  let queries = 0;
  const execute = orm.execute.bind(orm);
  orm.execute = (query) => {
    // Work in the background asks the database as well, for other things.
    if (typeof query !== "string" && dialect.sqlToQuery(query.getSQL()).sql.includes("message_counters")) queries += 1;
    return execute(query);
  };
  onTestFinished(() => {
    orm.execute = execute;
  });
  return () => queries;
}

test("500 calls that wait ask the database once a second, and not once each", async ({ service, owner }) => {
  const { add } = await newThread(service, owner);
  const { cursor } = await follow(owner);
  const queriesOf = countQueries(service);
  const began = performance.now();
  const waiting = Promise.all(Array.from({ length: 500 }, () => follow(owner, `?after=${cursor}&wait=20`)));
  // Each has read once before it waits.
  await expect.poll(queriesOf).toBeGreaterThanOrEqual(500);
  await add("News");
  const found = await waiting;
  expect(new Set(found.map(({ events }) => events.length))).toEqual(new Set([1]));
  const seconds = (performance.now() - began) / 1_000;
  // Before and after the wait each reads for itself; meanwhile all share one look a second.
  expect(queriesOf()).toBeLessThanOrEqual(1_000 + Math.ceil(seconds) + 1);
});

test("a wait ends when the session does, and whoever asks again is refused", async ({ service, owner }) => {
  const { cursor } = await follow(owner);
  const began = performance.now();
  const queriesOf = countQueries(service);
  const waiting = owner.get(`/message_events?after=${cursor}&wait=20`);
  // It has read once before it waits.
  await expect.poll(queriesOf).toBeGreaterThanOrEqual(1);
  await service.database.pool.query("update upstream.sessions set revoked_at = now() where account_id = $1", [
    owner.accountId,
  ]);
  expect((await waiting).status).toBe(200);
  expect(performance.now() - began).toBeLessThan(5_000);
  expect((await owner.get(`/message_events?after=${cursor}`)).status).toBe(401);
});

test("numbers are there in their order, however transactions overlap", async ({ service, owner }) => {
  const { clientId } = await newThread(service, owner);
  const { cursor } = await follow(owner);
  const threads = await Promise.all(Array.from({ length: 8 }, () => owner.newClient()));
  const seen: number[] = [];
  let after = cursor;
  let isWriting = true;
  const reading = (async () => {
    while (isWriting || seen.length < 80) {
      const found = await follow(owner, `?after=${after}`);
      seen.push(...found.events.map(({ number }) => number));
      after = found.cursor;
    }
  })();
  const place = { workspaceId: owner.workspaceId };
  await Promise.all(
    threads.map(async ({ id }) => {
      for (let round = 0; round < 10; round += 1)
        await insertMessage(queryOf(service), { ...place, clientId: id }, `Round ${round}`);
    }),
  );
  isWriting = false;
  await reading;
  expect(clientId).not.toBe("");
  expect(seen).toEqual(Array.from({ length: 80 }, (_, place) => cursor + 1 + place));
});

test("whoever was away for longer than events are kept learns that something is missing", async ({
  service,
  owner,
}) => {
  const { add } = await newThread(service, owner);
  const { cursor } = await follow(owner);
  await add("One");
  await add("Two");
  await service.database.pool.query("delete from upstream.message_events where workspace_id = $1 and number = $2", [
    owner.workspaceId,
    cursor + 1,
  ]);
  expect(await follow(owner, `?after=${cursor}&wait=20`)).toMatchObject({ is_complete: false, cursor: cursor + 2 });
  // As after a backup was restored.
  expect(await follow(owner, "?after=999999&wait=20")).toMatchObject({ is_complete: false, cursor: cursor + 2 });
});

test("odd numbers and waits are refused", async ({ owner }) => {
  for (const query of ["after=-1", "after=x", "wait=26", "wait=-1", "after=1e30", "since=3"])
    expect([query, (await owner.get(`/message_events?${query}`)).status]).toEqual([query, 400]);
});
