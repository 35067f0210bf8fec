import { describe, expect } from "vitest";
import { z } from "zod";
import { sweepIdentity } from "#server/upstream/identity/sweep.ts";
import { goodPassword, type IdentityService, mailedToken, type Owner } from "#tests/support/identity-service.ts";
import { identityTest } from "#tests/support/upstream-test.ts";

const hour = 3_600_000;
const events = z.array(z.object({ kind: z.string(), device: z.string(), network: z.string(), tries: z.number() }));

const test = identityTest({});

describe("what is noted of signing in", () => {
  const headers = { "x-visitor-device": "Chrome on Windows", "x-visitor-network": "203.0.113.x" };

  async function eventsOf(service: IdentityService, token: unknown) {
    const { status, record } = await service.get("/accounts/me/access_events", { token: String(token) });
    expect(status).toBe(200);
    return events.parse(record.attributes.events).map((event) => Object.values(event).join(" | "));
  }

  const fail = (service: IdentityService, { email }: Pick<Owner, "email">) =>
    service.post("/sessions", { email, password: "not the right one" }, { headers });

  test("each sign-in, sign-out, ended session and new password is there, newest first", async ({ service }) => {
    const owner = await service.newOwner();
    const { email, password, token } = owner;
    const opened = await service.post("/sessions", { email, password }, { headers });
    await service.send("DELETE", "/sessions/current", null, { token: String(opened.record.attributes.token), headers });
    const other = (await service.post("/sessions", { email, password }, { headers })).record.attributes.token;
    await service.send("DELETE", "/sessions/current", null, {
      token: String(other),
      headers: { "x-ended-elsewhere": "1" },
    });
    await service.send("DELETE", "/sessions/others", null, { token, headers });
    const change = { currentPassword: password, newPassword: "quiet harbour 71 lamp" };
    expect((await service.post("/password_changes", change, { token })).status).toBe(201);
    await service.post("/password_resets", { email });
    const reset = { token: await mailedToken(service, email), password: goodPassword };
    const last = await service.post("/passwords", reset, { headers });
    const from = "Chrome on Windows | 203.0.113.x | 1";
    expect((await eventsOf(service, last.record.attributes.token)).sort()).toEqual(
      [
        `signed_in | ${from}`,
        `password_changed | ${from}`,
        "password_changed |  |  | 1",
        `session_ended | ${from}`,
        "session_ended |  |  | 1",
        `signed_in | ${from}`,
        `signed_out | ${from}`,
        `signed_in | ${from}`,
        "signed_in |  |  | 1",
      ].sort(),
    );
  });

  test("failed tries of an hour are one row, also side by side, and those at unknown addresses are one for all", async ({
    service,
  }) => {
    const owner = await service.newOwner();
    const count = async () =>
      (await service.database.pool.query("SELECT 1 FROM upstream.access_events WHERE account_id IS NULL")).rowCount;
    await fail(service, { email: "nobody@agency.example" });
    const before = await count();
    await Promise.all(Array.from({ length: 8 }, () => fail(service, owner)));
    await Promise.all(Array.from({ length: 8 }, (_, index) => fail(service, { email: `nobody${index}@x.example` })));
    await fail(service, { email: "no address" });
    expect(await eventsOf(service, owner.token)).toContain("sign_in_failed | Chrome on Windows | 203.0.113.x | 8");
    service.pass(hour);
    await fail(service, owner);
    expect((await eventsOf(service, owner.token)).filter((event) => event.startsWith("sign_in_failed"))).toHaveLength(
      2,
    );
    // One more where the hour ends meanwhile.
    expect(await count()).toBeLessThanOrEqual((before ?? 0) + 1);
  });

  test("they are swept after 90 days, and strangers see none", async ({ service }) => {
    const owner = await service.newOwner();
    const stranger = await service.newOwner();
    await fail(service, owner);
    expect((await eventsOf(service, stranger.token)).join()).not.toContain("sign_in_failed");
    expect((await service.get("/accounts/me/access_events")).status).toBe(401);
    const left = async () => {
      const { rows } = await service.database.pool.query<{ kind: string }>(
        `SELECT kind FROM upstream.access_events event JOIN upstream.accounts account ON account.id = event.account_id
        WHERE email = $1`,
        [owner.email],
      );
      return rows.length;
    };
    await sweepIdentity(service.database.orm, new Date(Date.now() + 89 * 24 * hour));
    expect(await left()).toBe(2);
    await sweepIdentity(service.database.orm, new Date(Date.now() + 91 * 24 * hour));
    expect(await left()).toBe(0);
  });

  test("words that are too long or no words are cut", async ({ service }) => {
    const { email, password } = await service.newOwner();
    const odd = { "x-visitor-device": `ä${"x".repeat(300)}`, "x-visitor-network": "" };
    const { record } = await service.post("/sessions", { email, password }, { headers: odd });
    const [newest] = await eventsOf(service, record.attributes.token);
    expect(newest).toBe(`signed_in | ${"x".repeat(100)} |  | 1`);
  });
});
