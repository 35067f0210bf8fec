import { expect, test } from "vitest";
import { createPasswordHasher } from "#server/upstream/identity/password-hasher.ts";

const secret = "velvet otter 93 kiln";

test("the hashed secret is right, in any composition of its letters, and no other is", async () => {
  const hasher = createPasswordHasher();
  const kept = await hasher.hash("Žofie má růže");
  expect(await hasher.verify(kept, "Žofie má růže".normalize("NFD"))).toBe(true);
  expect(await hasher.verify(kept, "Zofie ma ruze")).toBe(false);
  expect(await hasher.hash(secret)).not.toBe(await hasher.hash(secret));
});

test("without a hash no password is right, not even that of the placeholder", async () => {
  const hasher = createPasswordHasher();
  for (const guess of [secret, "", "nobody signs in with this"]) expect(await hasher.verify(null, guess)).toBe(false);
});

test("requests beyond the queue's limit are refused, all others are served", async () => {
  const hasher = createPasswordHasher({ running: 1, waiting: 3 });
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => hasher.hash(secret)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(4);
  const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  expect(refused.map(({ status, headers }) => [status, headers["Retry-After"]])).toEqual(refused.map(() => [503, "2"]));
  expect(refused).toHaveLength(4);
  await expect(hasher.hash(secret)).resolves.toMatch(/^\$argon2id/);
});

test("hashing leaves the event loop free", async () => {
  const hasher = createPasswordHasher();
  let turns = 0;
  const counting = setInterval(() => {
    turns += 1;
  }, 1);
  await Promise.all(Array.from({ length: 8 }, () => hasher.hash(secret)));
  clearInterval(counting);
  expect(turns).toBeGreaterThan(5);
});
