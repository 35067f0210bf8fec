import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { AttemptKind, SignInVerdict } from "#app/session/context.ts";
import type { Database } from "#server/database/database.ts";
import { createSignInLimits } from "#server/web/sign-in-limits.ts";
import { databaseKinds, openTestDatabase } from "#tests/support/databases.ts";

const log = pino({ level: "silent" });

const allowed = { allowed: true, uncount: expect.any(Function) };
const refused = { allowed: false, retryAfterSeconds: expect.any(Number) };

/** A network that no other test uses. */
let networks = 0;
const newNetwork = (): string => {
  networks += 1;
  return `2001:db8:${networks.toString(16)}::1`;
};

describe.each(databaseKinds)("sign-in limits: $name", (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database.close());

  const makeReplica = (addressLimits = true) => createSignInLimits({ pool: database.pool, log, addressLimits });

  type Try = (
    account: string,
    from: { network?: string; device?: string; kind?: AttemptKind },
  ) => Promise<SignInVerdict>;
  const tryAt = (replica: ReturnType<typeof makeReplica>): Try => {
    return (account, { network = newNetwork(), device = null, kind = "password" }) =>
      replica(network)({ kind, account, device });
  };

  async function repeat(times: number, attempt: () => Promise<SignInVerdict>): Promise<number> {
    const verdicts: SignInVerdict[] = [];
    for (let number = 0; number < times; number += 1) verdicts.push(await attempt());
    return verdicts.filter((verdict) => verdict.allowed).length;
  }

  test("replicas count together what one network tries at one account, in all spellings", async () => {
    const [one, other] = [makeReplica(), makeReplica()];
    const network = newNetwork();
    for (let number = 0; number < 20; number += 1) {
      const replica = number % 2 === 0 ? one : other;
      const spelled = number % 3 === 0 ? " Maya@Agents.example" : "maya@agents.example ";
      expect(await tryAt(replica)(spelled, { network })).toEqual(allowed);
    }
    for (const replica of [one, other, makeReplica()]) {
      const verdict = await tryAt(replica)("maya@agents.example", { network });
      expect(verdict).toEqual(refused);
      expect(!verdict.allowed && verdict.retryAfterSeconds).toBeGreaterThan(800);
    }
    expect(await tryAt(one)("other@agents.example", { network })).toEqual(allowed);
  });

  test("spellings of one email domain are counted together", async () => {
    const attempt = tryAt(makeReplica());
    const network = newNetwork();
    const spelled = [
      "b\u00fccher.example",
      "bu\u0308cher.example",
      "xn--bcher-kva.example",
      "\uff42\u00fccher.example",
      "\u{1d41b}\u00fccher.EXAMPLE",
    ];
    for (let number = 0; number < 20; number += 1)
      expect(await attempt(`kim@${spelled[number % spelled.length]}`, { network })).toEqual(allowed);
    for (const domain of spelled) expect(await attempt(`kim@${domain}`, { network })).toEqual(refused);
  });

  test("a stranger's network uses up its own tries only: other networks, known devices and emails stay open", async () => {
    const attempt = tryAt(makeReplica());
    const account = "ada@agents.example";
    const network = newNetwork();
    expect(await repeat(200, () => attempt(account, { network }))).toBe(20);
    expect(await attempt(account, {})).toEqual(allowed);
    expect(await attempt(account, { network, device: crypto.randomUUID() })).toEqual(allowed);
    expect(await attempt(account, { network, kind: "code" })).toEqual(allowed);
    for (const kind of ["sign_in_mail", "password_reset_mail"] as const) {
      expect(await repeat(50, () => attempt(account, { network, kind }))).toBe(4);
      expect(await attempt(account, { kind })).toEqual(allowed);
      expect(await attempt(account, { network, kind, device: crypto.randomUUID() })).toEqual(allowed);
    }
  });

  test("a clock that was ahead for a while keeps nobody out once it is right again", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const attempt = tryAt(makeReplica());
    const network = newNetwork();
    const right = Date.now();
    vi.setSystemTime(right + 30 * 86_400_000);
    expect(await repeat(30, () => attempt("eve@agents.example", { network }))).toBe(20);
    vi.setSystemTime(right);
    expect(await repeat(30, () => attempt("eve@agents.example", { network }))).toBe(20);
    expect(await repeat(30, () => tryAt(makeReplica())("eve@agents.example", { network }))).toBe(0);
  });

  test("strangers' wrong codes of one kind leave those of the other kind", async () => {
    const attempt = tryAt(makeReplica());
    const account = "dora@agents.example";
    expect(await repeat(30, () => attempt(account, { kind: "second_step" }))).toBeLessThan(30);
    expect(await attempt(account, { kind: "recovery_code" })).toEqual(allowed);
  });

  test("a network has a share of twenty requests a day to one workspace, whichever of its addresses it sends from", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const send = (replica: ReturnType<typeof makeReplica>, address: string, workspace = "harbour") =>
      replica(address)({
        kind: "public_request",
        account: `${crypto.randomUUID()}@x.example`,
        device: null,
        workspace,
      });
    for (const addressOf of [(host: number) => `198.18.7.${host}`, (host: number) => `2001:db8:9:${host}::1`]) {
      for (let host = 1; host <= 20; host += 1)
        expect(await send(makeReplica(), addressOf(host))).toEqual({ ...allowed, earlier: host - 1 });
      expect(await send(makeReplica(), addressOf(21))).toEqual(refused);
      expect(await send(makeReplica(), addressOf(22), "evergreen")).toEqual({ ...allowed, earlier: 0 });
      expect(await send(makeReplica(false), addressOf(23))).toEqual(allowed);
    }
    expect(await send(makeReplica(), "198.18.8.1")).toEqual({ ...allowed, earlier: 0 });
    vi.setSystemTime(Date.now() + 86_400_000);
    expect(await send(makeReplica(), "198.18.7.1")).toEqual({ ...allowed, earlier: 0 });
  });

  test("guesses from many networks are slowed to one in twenty seconds, and known devices never", async () => {
    const attempt = tryAt(makeReplica());
    const account = "bea@agents.example";
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    expect(await repeat(130, () => attempt(account, {}))).toBe(101);
    const verdict = await attempt(account, {});
    expect(verdict).toEqual(refused);
    expect(!verdict.allowed && verdict.retryAfterSeconds).toBeLessThanOrEqual(20);
    const device = crypto.randomUUID();
    expect(await repeat(20, () => attempt(account, { device }))).toBe(20);
    let guesses = 0;
    for (let seconds = 0; seconds < 10 * 60; seconds += 5) {
      vi.setSystemTime(Date.now() + 5_000);
      guesses += await repeat(1, () => attempt(account, {}));
    }
    expect(guesses).toBeGreaterThanOrEqual(24);
    expect(guesses).toBeLessThanOrEqual(30);
  });

  test("emails that strangers ask for are ten an hour, from however many networks", async () => {
    const attempt = tryAt(makeReplica());
    const account = "cleo@agents.example";
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    let mails = 0;
    for (let minutes = 0; minutes < 59; minutes += 1) {
      mails += await repeat(3, () => attempt(account, { kind: "sign_in_mail" }));
      vi.setSystemTime(Date.now() + 60_000);
    }
    expect(mails).toBe(10);
  });

  test("a known device has twenty tries and five emails of a kind, and another device its own", async () => {
    const attempt = tryAt(makeReplica());
    const device = crypto.randomUUID();
    expect(await repeat(30, () => attempt("dora@agents.example", { device }))).toBe(20);
    expect(await repeat(30, () => attempt("dora@agents.example", { device, kind: "sign_in_mail" }))).toBe(5);
    expect(await attempt("dora@agents.example", { device: crypto.randomUUID() })).toEqual(allowed);
  });

  test("an attempt that is taken back was not made", async () => {
    const attempt = tryAt(makeReplica());
    const network = newNetwork();
    const right = async () => {
      const verdict = await attempt("eva@agents.example", { network });
      if (verdict.allowed) await verdict.uncount();
      return verdict;
    };
    expect(await repeat(60, right)).toBe(60);
    expect(await repeat(30, () => attempt("eva@agents.example", { network }))).toBe(20);
  });

  test("one network's attempts are counted over all accounts, unless a proxy is in front", async () => {
    const network = newNetwork();
    const from = (replica: ReturnType<typeof makeReplica>, number: number) =>
      tryAt(replica)(`person-${number}@agents.example`, { network });
    const replica = makeReplica();
    const tries = Array.from({ length: 100 }, (_, number) => from(replica, number));
    expect((await Promise.all(tries)).every((verdict) => verdict.allowed)).toBe(true);
    expect(await from(replica, 101)).toEqual(refused);
    expect(await tryAt(makeReplica())("person-101@agents.example", {})).toEqual(allowed);
    expect(await from(makeReplica(false), 101)).toEqual(allowed);
  });

  test("behind a proxy, whose address is everybody's, all strangers together are slowed, and known devices never", async () => {
    const attempt = tryAt(makeReplica(false));
    const network = newNetwork();
    expect(await repeat(130, () => attempt("finn@agents.example", { network }))).toBe(101);
    expect(await attempt("finn@agents.example", { network, device: crypto.randomUUID() })).toEqual(allowed);
  });

  test("stored counts do not contain the account's address", async () => {
    await tryAt(makeReplica())("secret-person@agents.example", {});
    const { rows } = await database.pool.query<{ key: string }>("SELECT key FROM app.rate_limits");
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map((row) => row.key).join()).not.toContain("secret-person");
  });
});
