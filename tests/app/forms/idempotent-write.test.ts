import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AlreadySent, digestOf, idempotentWrite, uuidOf } from "#app/forms/idempotent-write.server.ts";
import type { SessionStore, SubmissionKey } from "#app/session/store.ts";
import type { Database } from "#server/database/database.ts";
import { createSessionStore } from "#server/session-store/session-store.ts";
import { openTestDatabase } from "#tests/support/databases.ts";

let database: Database;
let store: SessionStore;
let ahead = 0;

beforeAll(async () => {
  database = await openTestDatabase();
  const clock = () => new Date(Date.now() + ahead);
  store = createSessionStore({ database, secrets: [randomUUID() + randomUUID()], clock });
});
afterAll(() => database.close());

const drawClaim = (): SubmissionKey => ({ owner: randomUUID(), key: randomUUID(), digest: "d" });
const to = { location: "/done" };

class Refused extends Error {}
const wasRefused = (error: unknown) => error instanceof Refused;

function send(claim: SubmissionKey, write: (sentBefore: Date | null) => Promise<{ to: typeof to }>) {
  return idempotentWrite(store.submissions, { claim, write, wasRefused });
}

test("parallel sends wait for the one that writes", async () => {
  const claim = drawClaim();
  let writes = 0;
  const write = async () => {
    writes += 1;
    await new Promise((resolve) => setTimeout(resolve, 150));
    return { to };
  };
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(claim, write)));
  expect(writes).toBe(1);
  expect(answers.filter(({ isRepeat }) => !isRepeat)).toHaveLength(1);
  expect(answers).toEqual(Array(20).fill(expect.objectContaining({ to, sessionId: null })));
});

test("when the one that writes is refused, each of the waiting tries for itself", async () => {
  const claim = drawClaim();
  let writes = 0;
  const refuse = async () => {
    writes += 1;
    await new Promise((resolve) => setTimeout(resolve, 20));
    throw new Refused();
  };
  const answers = await Promise.allSettled([send(claim, refuse), send(claim, refuse), send(claim, refuse)]);
  expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(writes).toBe(3);
  expect(await send(claim, async () => ({ to }))).toMatchObject({ to, sessionId: null });
});

test("a process that died between claiming and writing loses nothing: the next send writes", async () => {
  const claim = drawClaim();
  expect(await store.submissions.claim(claim)).toMatchObject({ state: "claimed" });
  ahead += 11_000;
  expect(await send(claim, async () => ({ to }))).toMatchObject({ to, sessionId: null });
});

test("a send after an unknown outcome is told when the form was first sent", async () => {
  const claim = drawClaim();
  const told: (Date | null)[] = [];
  const lose = (sentBefore: Date | null) => {
    told.push(sentBefore);
    return Promise.reject(new Error("cut off"));
  };
  const start = Date.now() + ahead;
  await expect(send(claim, lose)).rejects.toThrow("cut off");
  ahead += 60_000;
  await expect(send(claim, lose)).rejects.toThrow("cut off");
  ahead += 60_000;
  const write = async (sentBefore: Date | null) => {
    told.push(sentBefore);
    return { to };
  };
  expect(await send(claim, write)).toMatchObject({ to, sessionId: null });
  const [first, second, third] = told;
  expect(first).toBeNull();
  expect(third).toEqual(second);
  expect(second?.getTime()).toBeGreaterThanOrEqual(start);
  expect(second?.getTime()).toBeLessThan(start + 60_000);
});

test("a refused write frees the key: the next send is a first one", async () => {
  const claim = drawClaim();
  await expect(send(claim, () => Promise.reject(new Refused()))).rejects.toThrow(Refused);
  const write = async (sentBefore: Date | null) => {
    expect(sentBefore).toBeNull();
    return { to };
  };
  expect(await send(claim, write)).toMatchObject({ to, sessionId: null });
});

test("other content with the key of a written form says where that led", async () => {
  const claim = drawClaim();
  await send(claim, async () => ({ to }));
  const error = await send({ ...claim, digest: "other" }, async () => ({ to })).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(AlreadySent);
  expect(error).toHaveProperty("to", to);
});

test("a slow write keeps its claim", async () => {
  const claim = drawClaim();
  const [begun, written] = [Promise.withResolvers<void>(), Promise.withResolvers<{ to: typeof to }>()];
  const slow = send(claim, () => {
    begun.resolve();
    return written.promise;
  });
  await begun.promise;
  const leasedUntil = async () => {
    const found = await database.pool.query("SELECT leased_until FROM app.submissions WHERE key = $1", [claim.key]);
    return found.rows[0]?.leased_until;
  };
  const first = await leasedUntil();
  ahead += 3_000;
  await expect.poll(leasedUntil, { timeout: 10_000 }).not.toEqual(first);
  // Without the renewal the lease would be over by now.
  ahead += 9_000;
  expect(await store.submissions.claim(claim)).toEqual({ state: "running" });
  written.resolve({ to });
  expect(await slow).toMatchObject({ to, sessionId: null });
});

test("digests and derived keys depend on what is said, not on the order of its members", () => {
  expect(digestOf({ a: 1, b: { c: [1, 2], d: null } })).toBe(digestOf({ b: { d: null, c: [1, 2] }, a: 1 }));
  expect(digestOf([1, 2])).not.toBe(digestOf([2, 1]));
  expect(uuidOf(["v1", "x"])).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(uuidOf(["v1", "x"])).toBe(uuidOf(["v1", "x"]));
  expect(uuidOf(["v1", "x"])).not.toBe(uuidOf(["v2", "x"]));
});
