import { createHash } from "node:crypto";
import { describe, expect } from "vitest";
import { type IdentityService, mailedCode, mailedToken } from "#tests/support/identity-service.ts";
import { identityTest } from "#tests/support/upstream-test.ts";

const minute = 60_000;

const test = identityTest({});

describe("signing in", () => {
  async function mailLink(service: IdentityService, email: string) {
    const answer = await service.post("/sign_in_links", { email });
    expect(answer.status).toBe(201);
    return answer;
  }

  const isSignedIn = async (service: IdentityService, token: unknown) =>
    (await service.get("/sessions/current", { token: String(token) })).status === 200;

  describe("by password", () => {
    test("the right one signs in, in any spelling of the address, and the token opens the session", async ({
      service,
    }) => {
      const { email, password } = await service.newOwner();
      const typed = ` ${email.toUpperCase()} `;
      const answer = await service.post("/sessions", { email: typed, password });
      expect(answer.status).toBe(201);
      expect(answer.record.type).toBe("session");
      expect(answer.record.attributes.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
      expect(Date.parse(String(answer.record.attributes.expires_at))).toBeGreaterThan(
        Date.now() + 29 * 24 * 60 * minute,
      );
      expect(await isSignedIn(service, answer.record.attributes.token)).toBe(true);
    });

    test("of a token only the digest is stored", async ({ service }) => {
      const { token } = await service.newOwner();
      const hash = createHash("sha256").update(token).digest();
      const { rows } = await service.database.pool.query(
        "SELECT token_hash FROM upstream.sessions WHERE token_hash = $1",
        [hash],
      );
      expect(rows).toHaveLength(1);
      const everything = await service.database.pool.query("SELECT s::text AS row FROM upstream.sessions s");
      expect(JSON.stringify(everything.rows)).not.toContain(token);
    });

    test("a wrong password and an unknown address are refused alike", async ({ service }) => {
      const { email, password } = await service.newOwner();
      const attempts = [
        { email, password: `${password}!` },
        { email, password: password.toUpperCase() },
        { email: "nobody@agency.example", password },
        { email: "not an address", password },
      ];
      const answers = await Promise.all(attempts.map((attempt) => service.post("/sessions", attempt)));
      expect(answers.map(({ problem }) => problem)).toEqual(attempts.map(() => "401 invalid_credentials"));
      const [first, ...others] = answers.map(({ headers }) => [...headers.keys()].sort());
      for (const names of others) expect(names).toEqual(first);
    });

    test("an account whose password was never chosen is refused like an unknown one", async ({ service }) => {
      const { email, token } = await service.newOwner();
      await service.database.pool.query("UPDATE upstream.accounts SET password_hash = NULL WHERE email = $1", [email]);
      const answer = await service.post("/sessions", { email, password: token });
      expect(answer.problem).toBe("401 invalid_credentials");
    });

    test("missing credentials are named, and only the three ways to sign in are accepted", async ({ service }) => {
      expect((await service.post("/sessions", { email: "a@b.example" })).status).toBe(400);
      expect((await service.post("/sessions", {})).status).toBe(400);
      expect((await service.post("/sessions", { email: "a@b.example", password: "x".repeat(2000) })).status).toBe(400);
      expect((await service.post("/sessions", { email: "a@b.example", pass: "x" })).status).toBe(422);
    });
  });

  describe("by mailed link", () => {
    test("it signs in once, in snake or camel case, then it is dead", async ({ service }) => {
      const { email } = await service.newOwner();
      await mailLink(service, email);
      const linkToken = await mailedToken(service, email);
      const first = await service.post("/sessions", { link_token: linkToken });
      expect(first.status).toBe(201);
      expect(await isSignedIn(service, first.record.attributes.token)).toBe(true);
      const replayed = await service.post("/sessions", { linkToken });
      expect(replayed.problem).toBe("401 invalid_link");
    });

    test("of twenty uses side by side one gets a session", async ({ service }) => {
      const { email } = await service.newOwner();
      await mailLink(service, email);
      const linkToken = await mailedToken(service, email);
      const answers = await Promise.all(Array.from({ length: 20 }, () => service.post("/sessions", { linkToken })));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(answers.filter(({ problem }) => problem === "401 invalid_link")).toHaveLength(19);
    });

    test("it is dead after 15 minutes", async ({ service }) => {
      const { email } = await service.newOwner();
      await mailLink(service, email);
      const linkToken = await mailedToken(service, email);
      service.pass(15 * minute + 1000);
      const answer = await service.post("/sessions", { linkToken });
      expect(answer.problem).toBe("401 invalid_link");
    });

    test("asking again replaces the earlier mail", async ({ service }) => {
      const { email } = await service.newOwner();
      await mailLink(service, email);
      const [earlier, earlierCode] = [await mailedToken(service, email), await mailedCode(service, email)];
      await mailLink(service, email);
      expect((await service.post("/sessions", { linkToken: earlier })).status).toBe(401);
      if (earlierCode !== (await mailedCode(service, email))) {
        expect((await service.post("/sessions", { email, code: earlierCode })).status).toBe(401);
      }
      expect((await service.post("/sessions", { linkToken: await mailedToken(service, email) })).status).toBe(201);
    });

    test("made-up tokens and links for other things do not sign in", async ({ service }) => {
      const { email } = await service.newOwner();
      await service.post("/password_resets", { email });
      const resetToken = await mailedToken(service, email);
      for (const linkToken of ["x", "A".repeat(43), "'; drop table", resetToken]) {
        const answer = await service.post("/sessions", { linkToken });
        expect(answer.problem).toBe("401 invalid_link");
      }
    });
  });

  describe("by mailed code", () => {
    test("it signs in once and takes its link with it", async ({ service }) => {
      const { email } = await service.newOwner();
      await mailLink(service, email);
      const [code, linkToken] = [await mailedCode(service, email), await mailedToken(service, email)];
      const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
      expect((await service.post("/sessions", { email, code: spaced })).status).toBe(201);
      expect((await service.post("/sessions", { email, code })).problem).toBe("401 invalid_code");
      expect((await service.post("/sessions", { linkToken })).problem).toBe("401 invalid_link");
    });

    test("five wrong tries kill it, side by side as one after the other", async ({ service }) => {
      const { email } = await service.newOwner();
      await mailLink(service, email);
      const code = await mailedCode(service, email);
      const wrong = Array.from({ length: 12 }, (_, index) => ({ email, code: index < 6 ? otherThan(code) : "999" }));
      const answers = await Promise.all(wrong.map((entry) => service.post("/sessions", entry)));
      expect(answers.map(({ status }) => status)).toEqual(wrong.map(() => 401));
      expect((await service.post("/sessions", { email, code })).problem).toBe("401 invalid_code");
      // The link cannot be guessed: whoever tries codes cannot take it away.
      expect((await service.post("/sessions", { linkToken: await mailedToken(service, email) })).status).toBe(201);
    });

    test("four wrong tries leave it good, and the right one is not counted", async ({ service }) => {
      const { email } = await service.newOwner();
      await mailLink(service, email);
      const code = await mailedCode(service, email);
      for (let attempt = 0; attempt < 4; attempt += 1) {
        expect((await service.post("/sessions", { email, code: otherThan(code) })).status).toBe(401);
      }
      expect((await service.post("/sessions", { email, code })).status).toBe(201);
      const { rows } = await service.database.pool.query<{ tries: number }>(
        "SELECT sum(tries)::int AS tries FROM upstream.mailed_links WHERE email = $1 AND purpose = 'sign_in'",
        [email],
      );
      expect(rows[0]?.tries).toBe(4);
    });

    test("at most thirty wrong codes are checked a day, however many mails are requested", async ({ service }) => {
      const { email } = await service.newOwner();
      for (let mail = 0; mail < 6; mail += 1) {
        await mailLink(service, email);
        const code = await mailedCode(service, email);
        const wrong = Array.from({ length: 5 }, () => service.post("/sessions", { email, code: otherThan(code) }));
        await Promise.all(wrong);
      }
      await mailLink(service, email);
      const code = await mailedCode(service, email);
      expect((await service.post("/sessions", { email, code })).problem).toBe("401 invalid_code");
      service.pass(24 * 60 * minute);
      await mailLink(service, email);
      expect((await service.post("/sessions", { email, code: await mailedCode(service, email) })).status).toBe(201);
    });

    test("another user's code, a code for an unknown address and an expired code are refused", async ({ service }) => {
      const [maya, otto] = [await service.newOwner(), await service.newOwner()];
      await mailLink(service, maya.email);
      await mailLink(service, otto.email);
      await mailLink(service, "nobody@agency.example");
      const code = await mailedCode(service, maya.email);
      if (code !== (await mailedCode(service, otto.email))) {
        expect((await service.post("/sessions", { email: otto.email, code })).problem).toBe("401 invalid_code");
      }
      expect((await service.post("/sessions", { email: "nobody@agency.example", code })).problem).toBe(
        "401 invalid_code",
      );
      service.pass(15 * minute + 1000);
      expect((await service.post("/sessions", { email: maya.email, code })).problem).toBe("401 invalid_code");
    });
  });

  describe("asking for a link", () => {
    test("is answered alike for known and unknown addresses; only the known one gets a mail", async ({ service }) => {
      const { email } = await service.newOwner();
      const unknown = "stranger@agency.example";
      const answers = [await mailLink(service, email), await mailLink(service, unknown)];
      expect(answers.map(({ record }) => record.attributes)).toEqual([{}, {}]);
      expect(answers.map(({ headers }) => [...headers.keys()].sort())).toEqual([
        [...(answers[1]?.headers.keys() ?? [])].sort(),
        [...(answers[0]?.headers.keys() ?? [])].sort(),
      ]);
      expect((await service.mailTo(email))?.subject).toBe("Sign in to Latchkey");
      expect(await service.mailTo(unknown)).toBeUndefined();
    });

    test("more than twenty times an hour changes nothing, for known and unknown addresses", async ({ service }) => {
      const { email } = await service.newOwner();
      for (const address of [email, "flooded@agency.example"]) {
        for (let mail = 0; mail < 20; mail += 1) await mailLink(service, address);
      }
      const token = await mailedToken(service, email);
      await mailLink(service, email);
      await mailLink(service, "flooded@agency.example");
      expect(await mailedToken(service, email)).toBe(token);
      const { rows } = await service.database.pool.query<{ links: number }>(
        "SELECT count(*)::int AS links FROM upstream.mailed_links WHERE purpose = 'sign_in' AND email = ANY($1) GROUP BY email",
        [[email, "flooded@agency.example"]],
      );
      expect(rows.map(({ links }) => links)).toEqual([20, 20]);
      expect((await service.post("/sessions", { linkToken: token })).status).toBe(201);
    });

    test("text that is not an email address is refused as such", async ({ service }) => {
      const answer = await service.post("/sign_in_links", { email: "maya at agency" });
      expect(answer.problem).toBe("400 invalid_attribute /data/attributes/email");
    });
  });

  describe("signing out", () => {
    test("ends the token at once and leaves other sessions alone", async ({ service }) => {
      const { email, password, token } = await service.newOwner();
      const other = await service.post("/sessions", { email, password });
      expect((await service.send("DELETE", "/sessions/current", null, { token })).status).toBe(204);
      expect((await service.get("/sessions/current", { token })).problem).toBe("401 unauthenticated");
      expect((await service.send("DELETE", "/sessions/current", null, { token })).status).toBe(401);
      expect(await isSignedIn(service, other.record.attributes.token)).toBe(true);
    });

    test("happens by itself after 30 days", async ({ service }) => {
      const { token } = await service.newOwner();
      service.pass(30 * 24 * 60 * minute - minute);
      expect(await isSignedIn(service, token)).toBe(true);
      service.pass(minute);
      expect(await isSignedIn(service, token)).toBe(false);
    });
  });

  test("the session of a client's person is no account's", async ({ service }) => {
    const token = Buffer.alloc(32, 7).toString("base64url");
    await service.database.pool.query(
      "INSERT INTO upstream.sessions (kind, client_email, token_hash, expires_at) VALUES ('client', $1, $2, now() + interval '1 year')",
      ["buyer@client.example", createHash("sha256").update(token).digest()],
    );
    expect((await service.get("/sessions/current", { token })).status).toBe(401);
  });
});

/** Six digits that are not these. */
function otherThan(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, "0");
}
