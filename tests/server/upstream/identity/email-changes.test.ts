import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { goodPassword, type IdentityService, type Owner } from "#tests/support/identity-service.ts";
import { identityTest } from "#tests/support/upstream-test.ts";

const day = 86_400_000;
const path = "/accounts/me/email_change";

const test = identityTest({});

describe("another address", () => {
  const fresh = () => `new-${randomUUID().slice(0, 8)}@agency.example`;

  const ask = (service: IdentityService, { token, password }: Owner, email: string, given = password) =>
    service.post(path, { email, password: given }, { token });

  /** The links in the newest mail to an address, in their order. */
  async function linksTo(service: IdentityService, address: string): Promise<string[]> {
    const { text = "" } = (await service.mailTo(address)) ?? {};
    return [...text.matchAll(/\/verify\/email\/([\w-]{43})/g)].map(([, token = ""]) => token);
  }

  const confirm = (service: IdentityService, token = "") => service.post("/email_change_confirmations", { token });
  const stop = (service: IdentityService, token = "") => service.post("/email_change_stops", { token });
  const stateOf = async (service: IdentityService, token = "") =>
    (await service.post("/email_change_link_checks", { token })).record.attributes.state;
  const emailOf = async (service: IdentityService, token: string) =>
    (await service.get("/accounts/me", { token })).record.attributes.email;
  const canSignIn = async (service: IdentityService, email: string, password = goodPassword) =>
    (await service.post("/sessions", { email, password })).status === 201;

  /** Somebody whose change waits, with the links of its emails. */
  async function waiting(service: IdentityService) {
    const owner = await service.newOwner();
    const email = fresh();
    const asked = await ask(service, owner, email);
    expect([asked.status, asked.record.attributes.new_email]).toEqual([201, email]);
    const [old = "", stopToken = ""] = await linksTo(service, owner.email);
    const [next = ""] = await linksTo(service, email);
    return { owner, email, old, next, stopToken };
  }

  test("is the account's once both addresses have confirmed it, in any order", async ({ service }) => {
    for (const order of [0, 1]) {
      const { owner, email, old, next } = await waiting(service);
      const links = order === 0 ? [old, next] : [next, old];
      expect((await confirm(service, links[0])).record.attributes.state).toBe("confirmed");
      expect([await emailOf(service, owner.token), await canSignIn(service, email)]).toEqual([owner.email, false]);
      expect((await confirm(service, links[0])).status).toBe(201);
      expect((await confirm(service, links[1])).record.attributes.state).toBe("changed");
      expect(await emailOf(service, owner.token)).toBe(email);
      expect([await canSignIn(service, email), await canSignIn(service, owner.email)]).toEqual([true, false]);
      expect((await service.mailTo(owner.email))?.subject).toBe("Your Latchkey email was changed");
      expect((await confirm(service, old)).record.attributes.state).toBe("changed");
    }
  });

  test("looking at a link changes nothing, and a link to the new address does not tell the old one", async ({
    service,
  }) => {
    const { owner, email, old, next, stopToken } = await waiting(service);
    for (const token of [old, next, stopToken]) expect(await stateOf(service, token)).toBe("open");
    expect((await service.post("/email_change_link_checks", { token: next })).record.attributes.old_email).toBeNull();
    expect((await service.post("/email_change_link_checks", { token: "x".repeat(43) })).status).toBe(404);
    const { attributes } = (await service.get(path, { token: owner.token })).record;
    expect(attributes).toMatchObject({ new_email: email, is_old_confirmed: false, is_new_confirmed: false });
  });

  test("wants the password, and another address than the present one", async ({ service }) => {
    const owner = await service.newOwner();
    expect((await ask(service, owner, fresh(), "not the right one")).problem).toBe(
      "400 invalid_attribute /data/attributes/password",
    );
    expect((await service.post(path, { email: fresh() }, { token: owner.token })).problem).toBe(
      "400 invalid_attribute /data/attributes/password",
    );
    expect((await ask(service, owner, owner.email.toUpperCase())).problem).toBe(
      "400 invalid_attribute /data/attributes/email",
    );
    expect((await ask(service, owner, "no address")).status).toBe(400);
    expect((await service.post(path, { email: fresh() })).status).toBe(401);
    expect(await linksTo(service, owner.email)).toEqual([]);
  });

  test("for an account without a password the link to its address is the proof", async ({ service }) => {
    const owner = await service.newOwner();
    await service.database.pool.query("UPDATE upstream.accounts SET password_hash = NULL WHERE email = $1", [
      owner.email,
    ]);
    const email = fresh();
    expect((await service.post(path, { email }, { token: owner.token })).status).toBe(201);
    await confirm(service, (await linksTo(service, email))[0]);
    expect(await emailOf(service, owner.token)).toBe(owner.email);
    await confirm(service, (await linksTo(service, owner.email))[0]);
    expect(await emailOf(service, owner.token)).toBe(email);
  });

  test("an address with an account is answered alike, gets no link, and nothing changes", async ({ service }) => {
    const [owner, other] = [await service.newOwner(), await service.newOwner()];
    const answers = [await ask(service, owner, fresh()), await ask(service, owner, other.email)];
    expect(answers.map(({ status, record }) => [status, Object.keys(record.attributes)])).toEqual([
      [201, Object.keys(answers[0]?.record.attributes ?? {})],
      [201, Object.keys(answers[0]?.record.attributes ?? {})],
    ]);
    expect((await service.mailTo(other.email))?.subject).toBe("This address already has a Latchkey account");
    expect(await linksTo(service, other.email)).toEqual([]);
    const [old] = await linksTo(service, owner.email);
    expect((await confirm(service, old)).record.attributes.state).toBe("confirmed");
    expect(await emailOf(service, owner.token)).toBe(owner.email);
  });

  test("of two accounts that want one address, one gets it, and nothing of the other's is half done", async ({
    service,
  }) => {
    const owners = [await service.newOwner(), await service.newOwner()];
    const email = fresh();
    const links: string[] = [];
    for (const owner of owners) {
      await ask(service, owner, email);
      links.push((await linksTo(service, email))[0] ?? "");
      await confirm(service, (await linksTo(service, owner.email))[0]);
    }
    const answers = await Promise.all(links.map((link) => confirm(service, link)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const emails = await Promise.all(owners.map(({ token }) => emailOf(service, token)));
    expect(emails.filter((one) => one === email)).toHaveLength(1);
    const loser = answers.findIndex(({ status }) => status === 409);
    expect(await stateOf(service, links[loser])).toBe("open");
  });

  test("both confirmations side by side change it once", async ({ service }) => {
    const { owner, email, old, next } = await waiting(service);
    const answers = await Promise.all([old, next, old, next].map((token) => confirm(service, token)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(await emailOf(service, owner.token)).toBe(email);
    const { rows } = await service.database.pool.query(
      `SELECT 1 FROM upstream.activities activity JOIN upstream.accounts account ON account.id = activity.actor_account_id
      WHERE account.email = $1 AND activity.kind = 'account.email_changed'`,
      [email],
    );
    expect(rows).toHaveLength(1);
  });

  test("is stopped by the old address while it waits, which ends every session", async ({ service }) => {
    const { owner, old, next, stopToken } = await waiting(service);
    await confirm(service, next);
    expect((await stop(service, stopToken)).record.attributes.is_restored).toBe(true);
    expect((await service.get("/sessions/current", { token: owner.token })).status).toBe(401);
    expect((await confirm(service, old)).status).toBe(410);
    expect([await stateOf(service, old), await canSignIn(service, owner.email)]).toEqual(["stopped", true]);
    expect((await stop(service, stopToken)).status).toBe(201);
    expect((await stop(service, next)).status).toBe(404);
    expect((await confirm(service, stopToken)).status).toBe(404);
  });

  test("is undone by the old address for 7 days, by the first email and by the last one", async ({ service }) => {
    for (const pick of ["first", "last"]) {
      const { owner, email, old, next, stopToken } = await waiting(service);
      await confirm(service, old);
      await confirm(service, next);
      const [last = ""] = await linksTo(service, owner.email);
      const undone = await stop(service, pick === "first" ? stopToken : last);
      expect(undone.record.attributes.is_restored).toBe(true);
      expect((await service.get("/sessions/current", { token: owner.token })).status).toBe(401);
      expect([await canSignIn(service, owner.email), await canSignIn(service, email)]).toEqual([true, false]);
    }
    const { owner, email, old, next, stopToken } = await waiting(service);
    await confirm(service, old);
    await confirm(service, next);
    service.pass(7 * day + 1000);
    expect([await stateOf(service, stopToken), (await stop(service, stopToken)).status]).toEqual(["expired", 410]);
    expect([await canSignIn(service, email), await canSignIn(service, owner.email)]).toEqual([true, false]);
  });

  test("ends after 7 days without confirmations, by being withdrawn, and by asking for another one", async ({
    service,
  }) => {
    const late = await waiting(service);
    service.pass(7 * day + 1000);
    expect((await confirm(service, late.next)).status).toBe(410);
    const taken = await waiting(service);
    expect((await service.send("DELETE", path, null, { token: taken.owner.token })).status).toBe(204);
    expect((await confirm(service, taken.next)).status).toBe(410);
    const replaced = await waiting(service);
    expect((await ask(service, replaced.owner, fresh())).status).toBe(201);
    expect((await confirm(service, replaced.next)).status).toBe(410);
  });

  test("is mailed again to those who have not confirmed, at most ten times an hour", async ({ service }) => {
    const { owner, email, old, next } = await waiting(service);
    const { token } = owner;
    await confirm(service, old);
    const again = () => service.post(`${path}/sending`, {}, { token });
    for (let mail = 0; mail < 9; mail += 1) expect((await again()).status).toBe(201);
    const [renewed = ""] = await linksTo(service, email);
    expect(renewed).not.toBe(next);
    expect((await again()).problem).toMatch(/^429/);
    expect((await confirm(service, renewed)).record.attributes.state).toBe("changed");
    expect((await again()).status).toBe(404);
  });

  test("takes the invitations along that were sent to the old address", async ({ service }) => {
    const { owner, email, old, next } = await waiting(service);
    const hash = "decode(md5(random()::text) || md5(random()::text), 'hex')";
    await service.database.pool.query(
      `INSERT INTO upstream.mailed_links (purpose, email, token_hash, inserted_at, expires_at)
      VALUES ('invitation', $1, ${hash}, now(), now() + interval '7 days')`,
      [owner.email],
    );
    const host = await service.newOwner();
    await service.database.pool.query(
      `INSERT INTO upstream.colleague_invitations (workspace_id, email, role, mail_id, sent_at, expires_at)
      SELECT id, $1, 'member', gen_random_uuid(), now(), now() + interval '7 days' FROM upstream.workspaces
      WHERE handle = $2`,
      [owner.email, host.handle],
    );
    await confirm(service, old);
    await confirm(service, next);
    const { rows } = await service.database.pool.query(
      `SELECT email FROM upstream.mailed_links WHERE purpose = 'invitation' AND email IN ($1, $2)
      UNION ALL SELECT email FROM upstream.colleague_invitations WHERE email IN ($1, $2)`,
      [owner.email, email],
    );
    expect(rows).toEqual([{ email }, { email }]);
  });
});
