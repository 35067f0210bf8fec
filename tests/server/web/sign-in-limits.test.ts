import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#server/database/database.ts";
import { createSignInLimits } from "#server/web/sign-in-limits.ts";
import { databaseKinds, openTestDatabase } from "#tests/support/databases.ts";

const log = pino({ level: "silent" });

describe.each(databaseKinds)("sign-in limits: $name", (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database.close());

  const makeReplica = (addressLimits = true) => createSignInLimits({ pool: database.pool, log, addressLimits });

  test("replicas count one account's attempts together, from all networks and in all spellings", async () => {
    const [one, other] = [makeReplica(), makeReplica()];
    for (let number = 0; number < 20; number += 1) {
      const replica = number % 2 === 0 ? one : other;
      const spelled = number % 3 === 0 ? " Maya@Agents.example" : "maya@agents.example ";
      expect(await replica(`203.0.113.${number}`)(spelled)).toEqual({ allowed: true });
    }
    for (const replica of [one, other, makeReplica()]) {
      const verdict = await replica("198.51.100.1")("maya@agents.example");
      expect(verdict).toEqual({ allowed: false, retryAfterSeconds: expect.any(Number) });
      expect(!verdict.allowed && verdict.retryAfterSeconds).toBeGreaterThan(800);
    }
    expect(await one("203.0.113.1")("other@agents.example")).toEqual({ allowed: true });
  });

  test("spellings of one email domain are counted together", async () => {
    const limit = makeReplica();
    const spelled = [
      "b\u00fccher.example",
      "bu\u0308cher.example",
      "xn--bcher-kva.example",
      "\uff42\u00fccher.example",
      "\u{1d41b}\u00fccher.EXAMPLE",
    ];
    for (let number = 0; number < 20; number += 1)
      expect(await limit(`203.0.114.${number}`)(`kim@${spelled[number % spelled.length]}`)).toEqual({ allowed: true });
    for (const domain of spelled)
      expect(await limit("198.51.100.2")(`kim@${domain}`)).toMatchObject({ allowed: false });
  });

  test("one network's attempts are counted over all accounts, unless a proxy is in front", async () => {
    const attempt = makeReplica()("192.0.2.1");
    const tries = Array.from({ length: 100 }, (_, number) => attempt(`person-${number}@agents.example`));
    expect((await Promise.all(tries)).every((verdict) => verdict.allowed)).toBe(true);
    expect(await attempt("one-more@agents.example")).toMatchObject({ allowed: false });
    expect(await makeReplica()("192.0.2.2")("one-more@agents.example")).toEqual({ allowed: true });
    expect(await makeReplica(false)("192.0.2.1")("one-more@agents.example")).toEqual({ allowed: true });
  });

  test("stored counts do not contain the account's address", async () => {
    await makeReplica()("192.0.2.3")("secret-person@agents.example");
    const { rows } = await database.pool.query<{ key: string }>("SELECT key FROM app.rate_limits");
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map((row) => row.key).join()).not.toContain("secret-person");
  });
});
