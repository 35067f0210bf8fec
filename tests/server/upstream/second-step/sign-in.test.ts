import { describe, expect } from "vitest";
import { codeAt } from "#server/upstream/second-step/codes.ts";
import { type IdentityService, mailedCode, mailedToken } from "#tests/support/identity-service.ts";
import { awaitsOf, detailOf, period, type TwoStepOwner, turnOn } from "#tests/support/second-step.ts";
import { identityTest } from "#tests/support/upstream-test.ts";

const newPassword = "quiet harbour 71 lamp";
const day = 24 * 60 * 60_000;

const test = identityTest({});

describe("signing in with a second step", () => {
  const newTwoStepOwner = async (service: IdentityService) => turnOn(service, await service.newOwner());

  async function firstStep(service: IdentityService, { email, password }: TwoStepOwner, more = {}): Promise<string> {
    const { record, status } = await service.post("/sessions", { email, password, ...more });
    expect([status, awaitsOf(record)]).toEqual([201, email]);
    return String(record.attributes.token);
  }

  const enter = (service: IdentityService, token: string, code: string, more = {}) =>
    service.post("/second_steps", { token, code, ...more });

  const isLive = async (service: IdentityService, token: unknown) =>
    (await service.get("/sessions/current", { token: String(token) })).status === 200;

  test("a sign-in of an account with two steps is complete with the code of the app alone", async ({ service }) => {
    const owner = await newTwoStepOwner(service);
    const token = await firstStep(service, owner);
    expect(await isLive(service, token)).toBe(false);
    const answer = await enter(service, token, owner.code());
    expect([answer.status, awaitsOf(answer.record)]).toEqual([201, null]);
    expect(answer.record.attributes.token).not.toBe(token);
    expect(await isLive(service, answer.record.attributes.token)).toBe(true);
    expect(await isLive(service, token)).toBe(false);
  });

  test("every way of signing in waits for the second step", async ({ service }) => {
    const owner = await newTwoStepOwner(service);
    const { email, password } = owner;
    const awaits = [awaitsOf((await service.post("/sessions", { email, password })).record)];
    await service.post("/sign_in_links", { email });
    const linkToken = await mailedToken(service, email);
    awaits.push(awaitsOf((await service.post("/sessions", { linkToken })).record));
    await service.post("/sign_in_links", { email });
    const code = await mailedCode(service, email);
    awaits.push(awaitsOf((await service.post("/sessions", { email, code })).record));
    await service.post("/password_resets", { email });
    const token = await mailedToken(service, email);
    awaits.push(awaitsOf((await service.post("/passwords", { token, password: newPassword })).record));
    expect(awaits).toEqual(Array(4).fill(email));
  });

  test("a code works once, also for another sign-in, and of twenty at the same moment one", async ({ service }) => {
    const owner = await newTwoStepOwner(service);
    const tokens: string[] = [];
    while (tokens.length < 20) tokens.push(await firstStep(service, owner));
    const code = owner.code();
    const answers = await Promise.all(tokens.map((token) => enter(service, token, code)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = answers.find(({ status }) => status !== 201);
    expect(detailOf(refused)).toBe("That code was used already. Wait for the next one, at most 30 seconds.");
    service.pass(2 * period);
    const answer = await enter(service, await firstStep(service, owner), owner.code());
    expect(answer.status).toBe(201);
  });

  test("an earlier code does not work after a later one", async ({ service }) => {
    const owner = await newTwoStepOwner(service);
    expect((await enter(service, await firstStep(service, owner), owner.code(period))).status).toBe(201);
    expect((await enter(service, await firstStep(service, owner), owner.code())).status).toBe(400);
  });

  test.for([-1, 0, 1])("the code of a neighboring period (%i) is right", async (periods, { service }) => {
    const owner = await newTwoStepOwner(service);
    expect((await enter(service, await firstStep(service, owner), owner.code(periods * period))).status).toBe(201);
  });

  test.for([
    [-90_000, "Your phone's clock is about 2 minutes slow."],
    [90_000, "Your phone's clock is about 2 minutes fast."],
    [300_000, "Your phone's clock is about 5 minutes fast."],
  ] as const)("a clock that is %i ms off is named, and its code is not accepted", async ([off, words], { service }) => {
    const owner = await newTwoStepOwner(service);
    const token = await firstStep(service, owner);
    const answer = await enter(service, token, owner.code(off));
    expect([answer.status, detailOf(answer)]).toEqual([400, expect.stringContaining(words)]);
  });

  test("a code from later is not accepted when its time comes: the answer has told that it is right", async ({
    service,
  }) => {
    const owner = await newTwoStepOwner(service);
    const early = owner.code(3 * period);
    expect((await enter(service, await firstStep(service, owner), early)).status).toBe(400);
    service.pass(3 * period);
    expect(codeAt(owner.secret, service.now())).toBe(early);
    expect((await enter(service, await firstStep(service, owner), early)).status).toBe(400);
  });

  test("thirty wrong codes a day are all: then the right one waits for the next day, and recovery codes work", async ({
    service,
  }) => {
    const owner = await newTwoStepOwner(service);
    for (let tries = 0; tries < 30; tries++) {
      const wrong = String((Number(owner.code()) + 500_000) % 1_000_000).padStart(6, "0");
      const token = await firstStep(service, owner);
      expect((await enter(service, token, wrong)).status).toBe(400);
    }
    const token = await firstStep(service, owner);
    const refused = await enter(service, token, owner.code());
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(20 * 3600);
    expect((await enter(service, token, owner.recoveryCodes[0] ?? "")).status).toBe(201);
    service.pass(day);
    expect((await enter(service, await firstStep(service, owner), owner.code())).status).toBe(201);
  });

  test("wrong codes of a day that the clock was ahead of do not count once it is right again", async ({ service }) => {
    const owner = await newTwoStepOwner(service);
    const guess = async () => {
      const wrong = String((Number(owner.code()) + 500_000) % 1_000_000).padStart(6, "0");
      return (await enter(service, await firstStep(service, owner), wrong)).status;
    };
    service.pass(30 * day);
    for (let tries = 0; tries < 30; tries++) expect(await guess()).toBe(400);
    service.pass(-30 * day);
    expect(await guess()).toBe(400);
    for (let tries = 1; tries < 30; tries++) await guess();
    expect(await guess()).toBe(429);
  });

  test("a recovery code works once, however it is typed, and its owner is told", async ({ service }) => {
    const owner = await newTwoStepOwner(service);
    const [code = ""] = owner.recoveryCodes;
    expect(owner.recoveryCodes).toHaveLength(10);
    expect(code).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/);
    const typed = code.toLowerCase().replaceAll("-", " ");
    expect((await enter(service, await firstStep(service, owner), typed)).status).toBe(201);
    expect((await service.mailTo(owner.email))?.text).toContain("You have 9 left.");
    const again = await enter(service, await firstStep(service, owner), code);
    expect([again.status, detailOf(again)]).toEqual([400, "That recovery code isn't right, or it was used already."]);
  });

  test("nobody's recovery code or app helps at another account", async ({ service }) => {
    const [one, other] = [await newTwoStepOwner(service), await newTwoStepOwner(service)];
    const token = await firstStep(service, one);
    expect((await enter(service, token, other.recoveryCodes[0] ?? "")).status).toBe(400);
    expect((await enter(service, token, other.code())).status).toBe(400);
  });

  test("a sign-in waits for fifteen minutes, and ends with the sessions and the password", async ({ service }) => {
    const owner = await newTwoStepOwner(service);
    const late = await firstStep(service, owner);
    service.pass(15 * 60_000);
    expect((await enter(service, late, owner.code())).status).toBe(401);
    const stale = await firstStep(service, owner);
    await service.post("/password_resets", { email: owner.email });
    const token = await mailedToken(service, owner.email);
    await service.post("/passwords", { token, password: newPassword });
    expect((await enter(service, stale, owner.code())).status).toBe(401);
  });

  test("a waiting token opens nothing", async ({ service }) => {
    const owner = await newTwoStepOwner(service);
    const token = await firstStep(service, owner);
    const calls = [
      service.get("/sessions/current", { token }),
      service.get("/two_step", { token }),
      service.post("/two_step_removals", { password: owner.password, code: owner.code() }, { token }),
      service.post("/workspaces", { name: "A", handle: "half-open" }, { token }),
      service.send("DELETE", "/sessions/current", null, { token }),
    ];
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(5).fill(401));
  });

  describe("a trusted browser", () => {
    async function trust(service: IdentityService, owner: TwoStepOwner): Promise<string> {
      const answer = await enter(service, await firstStep(service, owner), owner.code(), { trustBrowser: true });
      service.pass(2 * period);
      return String(answer.record.attributes.browser_trust);
    }

    const awaits = async (service: IdentityService, { email, password }: TwoStepOwner, browserTrust: string) =>
      awaitsOf((await service.post("/sessions", { email, password, browserTrust })).record);

    test("is not asked for 30 days", async ({ service }) => {
      const owner = await newTwoStepOwner(service);
      const browserTrust = await trust(service, owner);
      expect(await awaits(service, owner, `x.${browserTrust}`)).toBeNull();
      service.pass(30 * day);
      expect(await awaits(service, owner, browserTrust)).not.toBeNull();
    });

    test("is trusted by its own account alone", async ({ service }) => {
      const [one, other] = [await newTwoStepOwner(service), await newTwoStepOwner(service)];
      expect(await awaits(service, other, await trust(service, one))).not.toBeNull();
    });

    test("is asked again after another password", async ({ service }) => {
      const owner = await newTwoStepOwner(service);
      const browserTrust = await trust(service, owner);
      const token = String(
        (await service.post("/sessions", { ...credentials(owner), browserTrust })).record.attributes.token,
      );
      await service.post("/password_changes", { currentPassword: owner.password, newPassword }, { token });
      expect(await awaits(service, { ...owner, password: newPassword }, browserTrust)).not.toBeNull();
    });

    test("is asked again after another setup", async ({ service }) => {
      const owner = await newTwoStepOwner(service);
      const browserTrust = await trust(service, owner);
      const token = String(
        (await service.post("/sessions", { ...credentials(owner), browserTrust })).record.attributes.token,
      );
      const off = await service.post("/two_step_removals", { password: owner.password, code: owner.code() }, { token });
      expect(off.status).toBe(201);
      const anew = await turnOn(service, { ...owner, token });
      expect(await awaits(service, anew, browserTrust)).not.toBeNull();
    });

    test("is asked where a workspace of the account allows none", async ({ service }) => {
      const owner = await newTwoStepOwner(service);
      const browserTrust = await trust(service, owner);
      const token = String(
        (await service.post("/sessions", { ...credentials(owner), browserTrust })).record.attributes.token,
      );
      await service.send("PATCH", "/sign_in_rules", { allowsTrustedBrowsers: false }, { token });
      expect(await awaits(service, owner, browserTrust)).not.toBeNull();
      const waiting = await firstStep(service, owner);
      const answer = await enter(service, waiting, owner.code(), { trustBrowser: true });
      expect([answer.status, answer.record.attributes.browser_trust]).toEqual([201, undefined]);
    });
  });

  const credentials = ({ email, password }: TwoStepOwner) => ({ email, password });
});
