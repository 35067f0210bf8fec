import { describe, expect, vi } from "vitest";
import { type IdentityService, mailedToken, type Owner } from "#tests/support/identity-service.ts";
import { identityTest } from "#tests/support/upstream-test.ts";

const minute = 60_000;
const newPassword = "quiet harbour 71 lamp";

const test = identityTest({});

describe("passwords", () => {
  const statusOf = async (service: IdentityService, token: unknown) =>
    (await service.get("/sessions/current", { token: String(token) })).status;

  async function mailReset(service: IdentityService, email: string): Promise<string> {
    expect((await service.post("/password_resets", { email })).status).toBe(201);
    return mailedToken(service, email);
  }

  async function anotherSession(service: IdentityService, { email, password }: Owner): Promise<string> {
    return String((await service.post("/sessions", { email, password })).record.attributes.token);
  }

  describe("a forgotten password", () => {
    test("is replaced by the link, which ends every session and signs in", async ({ service }) => {
      const owner = await service.newOwner();
      const other = await anotherSession(service, owner);
      const token = await mailReset(service, owner.email);
      expect(await statusOf(service, owner.token)).toBe(200);
      const answer = await service.post("/passwords", { token, password: newPassword });
      expect(answer.status).toBe(201);
      expect(
        await Promise.all(
          [owner.token, other, answer.record.attributes.token].map((token) => statusOf(service, token)),
        ),
      ).toEqual([401, 401, 200]);
      expect((await service.post("/sessions", { email: owner.email, password: owner.password })).status).toBe(401);
      expect((await service.post("/sessions", { email: owner.email, password: newPassword })).status).toBe(201);
      expect((await service.mailTo(owner.email))?.subject).toBe("Your Latchkey password was changed");
    });

    test("cannot be replaced twice by one link, nor later than an hour", async ({ service }) => {
      const { email } = await service.newOwner();
      const token = await mailReset(service, email);
      expect((await service.post("/passwords", { token, password: newPassword })).status).toBe(201);
      expect((await service.post("/passwords", { token, password: newPassword })).problem).toBe("404 not_found");
      const late = await mailReset(service, email);
      service.pass(60 * minute + 1000);
      expect((await service.post("/passwords", { token: late, password: newPassword })).problem).toBe("404 not_found");
    });

    test("ends the other links that were mailed, sign-in links too", async ({ service }) => {
      const { email } = await service.newOwner();
      const first = await mailReset(service, email);
      const second = await mailReset(service, email);
      await service.post("/sign_in_links", { email });
      const linkToken = await mailedToken(service, email);
      expect((await service.post("/passwords", { token: first, password: newPassword })).status).toBe(201);
      expect((await service.post("/passwords", { token: second, password: newPassword })).status).toBe(404);
      expect((await service.post("/sessions", { linkToken })).status).toBe(401);
    });

    test("of twenty uses side by side one wins", async ({ service }) => {
      const { email } = await service.newOwner();
      const token = await mailReset(service, email);
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => service.post("/passwords", { token, password: newPassword })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(404)]);
      const { rows } = await service.database.pool.query(
        "SELECT 1 FROM upstream.sessions s JOIN upstream.accounts a ON a.id = s.account_id WHERE email = $1 AND revoked_at IS NULL",
        [email],
      );
      expect(rows).toHaveLength(1);
    });

    test("leaves no session alive that began meanwhile with the old one or by mail", async ({ service }) => {
      const owner = await service.newOwner();
      await service.post("/sign_in_links", { email: owner.email });
      const linkToken = await mailedToken(service, owner.email);
      const token = await mailReset(service, owner.email);
      const { email, password } = owner;
      const [reset, ...signIns] = await Promise.all([
        service.post("/passwords", { token, password: newPassword }),
        service.post("/sessions", { linkToken }),
        ...Array.from({ length: 6 }, () => service.post("/sessions", { email, password })),
      ]);
      expect(reset?.status).toBe(201);
      const begun = signIns.filter(({ status }) => status === 201).map(({ record }) => record.attributes.token);
      expect(await Promise.all(begun.map((token) => statusOf(service, token)))).toEqual(begun.map(() => 401));
      expect(await statusOf(service, reset?.record.attributes.token)).toBe(200);
    });

    test("is answered alike for an unknown address, which gets no mail", async ({ service }) => {
      const { email } = await service.newOwner();
      const unknown = "stranger@agency.example";
      const answers = [
        await service.post("/password_resets", { email }),
        await service.post("/password_resets", { email: unknown }),
      ];
      expect(answers.map(({ status, record }) => [status, record.type, record.attributes])).toEqual(
        answers.map(() => [201, "password_reset", {}]),
      );
      expect(await service.mailTo(unknown)).toBeUndefined();
    });

    test("is not replaced by a weak one, and the link stays good", async ({ service }) => {
      const { email } = await service.newOwner();
      const token = await mailReset(service, email);
      const weak = await service.post("/passwords", { token, password: "Lindqvist12345" });
      expect(weak.problem).toBe("400 invalid_attribute /data/attributes/password");
      expect((await service.post("/passwords", { token, password: newPassword })).status).toBe(201);
    });
  });

  describe("a changed password", () => {
    const change = (service: IdentityService, owner: Owner, currentPassword: string, next: string) =>
      service.post("/password_changes", { currentPassword, newPassword: next }, { token: owner.token });

    test("ends the other sessions and keeps this one", async ({ service }) => {
      const owner = await service.newOwner();
      const other = await anotherSession(service, owner);
      const answer = await change(service, owner, owner.password, newPassword);
      expect(answer.status).toBe(201);
      expect(answer.record).toMatchObject({ type: "password_change", attributes: {} });
      expect([await statusOf(service, owner.token), await statusOf(service, other)]).toEqual([200, 401]);
      expect((await service.post("/sessions", { email: owner.email, password: newPassword })).status).toBe(201);
      expect((await service.mailTo(owner.email))?.subject).toBe("Your Latchkey password was changed");
    });

    test("needs the current one", async ({ service }) => {
      const owner = await service.newOwner();
      const answer = await change(service, owner, "something else 12", newPassword);
      expect(answer.problem).toBe("400 invalid_attribute /data/attributes/current_password");
      expect((await service.post("/sessions", { email: owner.email, password: owner.password })).status).toBe(201);
    });

    test("has to be a good one", async ({ service }) => {
      const owner = await service.newOwner();
      const answer = await change(service, owner, owner.password, "aaaaaaaaaaaaaaaa");
      expect(answer.problem).toBe("400 invalid_attribute /data/attributes/new_password");
      expect(await statusOf(service, owner.token)).toBe(200);
    });

    test("is not changed by a session that a reset has ended while the passwords were compared", async ({
      service,
    }) => {
      const owner = await service.newOwner();
      const token = await mailReset(service, owner.email);
      const reset = { token, password: "other harbour 72 lamp" };
      const hash = service.hasher.hash.bind(service.hasher);
      vi.spyOn(service.hasher, "hash").mockImplementationOnce(async (password) => {
        expect((await service.post("/passwords", reset)).status).toBe(201);
        return hash(password);
      });
      const answer = await change(service, owner, owner.password, newPassword);
      vi.restoreAllMocks();
      expect(answer.status).toBe(401);
      const { email } = owner;
      expect((await service.post("/sessions", { email, password: newPassword })).status).toBe(401);
      expect((await service.post("/sessions", { email, password: reset.password })).status).toBe(201);
    });

    test("needs a session", async ({ service }) => {
      const answer = await service.post("/password_changes", { currentPassword: "x", newPassword });
      expect(answer.status).toBe(401);
    });
  });

  test("passwords are stored as argon2id with OWASP's cost and nothing else", async ({ service }) => {
    const { email } = await service.newOwner();
    const { rows } = await service.database.pool.query<{ password_hash: string }>(
      "SELECT password_hash FROM upstream.accounts WHERE email = $1",
      [email],
    );
    expect(rows[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$]{22}\$[^$]{43}$/);
  });
});
