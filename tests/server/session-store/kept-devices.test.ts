import { randomUUID, webcrypto } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#server/database/database.ts";
import { openTestDatabase } from "#tests/support/databases.ts";
import { day, minute, openStore } from "./test-store.ts";

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test("a device has keys by which it seals, which are encrypted in the database and given to its person alone", async () => {
  const { keptDevices } = openStore(database);
  const [personId, other] = [randomUUID(), randomUUID()];
  const id = await keptDevices.keep(personId, "Chrome on Android");
  const keys = await keptDevices.meet(id, personId);
  const algorithm = { name: "RSA-OAEP", hash: "SHA-256" };
  const { subtle } = webcrypto;
  const read = (text = "", use: "wrapKey" | "unwrapKey") =>
    subtle.importKey("jwk", JSON.parse(text), algorithm, false, [use]);
  const own = await subtle.generateKey({ name: "AES-GCM", length: 256 }, true, ["encrypt"]);
  const sealed = await subtle.wrapKey("raw", own, await read(keys?.publicKey, "wrapKey"), algorithm);
  const privateKey = await read(keys?.privateKey, "unwrapKey");
  const opened = await subtle.unwrapKey("raw", sealed, privateKey, algorithm, "AES-GCM", true, ["decrypt"]);
  expect(await subtle.exportKey("raw", opened)).toEqual(await subtle.exportKey("raw", own));
  const { rows } = await database.pool.query("SELECT * FROM app.kept_devices WHERE id = $1", [id]);
  expect(JSON.stringify(rows)).not.toContain(JSON.parse(keys?.privateKey ?? "").d);
  expect(await keptDevices.meet(id, other)).toBeNull();
  expect(await keptDevices.forget(other, id)).toBe(false);
  expect(await keptDevices.list(personId)).toMatchObject([{ id, name: "Chrome on Android" }]);
  expect(await keptDevices.forget(personId, id)).toBe(true);
  expect([await keptDevices.meet(id, personId), await keptDevices.list(personId)]).toEqual([null, []]);
});

test("a mark belongs to one device and one person", () => {
  const { keptDevices } = openStore(database);
  const [id, other] = [randomUUID(), randomUUID()];
  const mark = keptDevices.markOf(id, "one");
  const tries = [
    [id, "one", mark],
    [other, "one", mark],
    [id, "two", mark],
    [id, "one", mark.slice(1)],
    [id, "one", ""],
  ] as const;
  expect(tries.map(([device, person, tried]) => keptDevices.isMark(device, person, tried))).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

test("a contact is noted to within five minutes, and a year without one ends it", async () => {
  const { keptDevices, sweep, pass } = openStore(database);
  const personId = randomUUID();
  const id = await keptDevices.keep(personId, "");
  const contact = async () => (await keptDevices.list(personId))[0]?.contactAt.getTime() ?? 0;
  const first = await contact();
  pass(4 * minute);
  await keptDevices.meet(id, personId);
  expect(await contact()).toBe(first);
  pass(2 * minute);
  await keptDevices.meet(id, personId);
  expect(await contact()).toBe(first + 6 * minute);
  pass(364 * day);
  await sweep();
  expect(await keptDevices.list(personId)).toHaveLength(1);
  pass(2 * day);
  await sweep();
  expect(await keptDevices.list(personId)).toEqual([]);
});

test("a person's twenty devices that were in contact last are kept", async () => {
  const { keptDevices, pass } = openStore(database);
  const personId = randomUUID();
  const ids: string[] = [];
  for (let device = 0; device < 21; device += 1) {
    ids.push(await keptDevices.keep(personId, ""));
    pass(minute);
  }
  const kept = (await keptDevices.list(personId)).map(({ id }) => id);
  expect(kept).toEqual(ids.slice(1).reverse());
});
