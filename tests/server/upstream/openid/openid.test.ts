import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { z } from "zod";
import { type OpenIdIdentity, sealProof } from "#server/upstream/openid/proof.ts";
import { createVault } from "#server/vault.ts";
import { type IdentityService, mailedCode, mailedToken } from "#tests/support/identity-service.ts";
import { awaitsOf, turnOn } from "#tests/support/second-step.ts";
import { secrets } from "#tests/support/upstream-assembly.ts";
import { identityTest } from "#tests/support/upstream-test.ts";

const minute = 60_000;
const issuer = "https://accounts.example.com";
const path = "/accounts/me/openid_identity";
const workspaces = z.array(z.object({ id: z.string(), is_shut: z.boolean() }));
const events = z.array(z.object({ kind: z.string() }));

const newIdentity = (more: Partial<OpenIdIdentity> = {}): OpenIdIdentity => ({
  issuer,
  subject: randomUUID(),
  email: "maya@accounts.example.com",
  isVouched: false,
  ...more,
});

const test = identityTest({});

describe("accounts of an OpenID provider", () => {
  const proofOf = (service: IdentityService, identity: OpenIdIdentity, by = secrets) =>
    sealProof(createVault(by), identity, service.now());

  const signIn = (service: IdentityService, identity: OpenIdIdentity) =>
    service.post("/openid_sessions", { proof: proofOf(service, identity) });

  const link = (service: IdentityService, token: string, identity: OpenIdIdentity, more = {}) =>
    service.post(path, { proof: proofOf(service, identity), ...more }, { token });

  const unlink = (service: IdentityService, token: string) => service.send("DELETE", path, null, { token });

  async function linked(service: IdentityService, more: Partial<OpenIdIdentity> = {}) {
    const identity = newIdentity(more);
    const owner = await service.newOwner();
    expect((await link(service, owner.token, identity)).status).toBe(201);
    return { owner, identity };
  }

  test("signs in to the account that was linked, and to no other by its email", async ({ service }) => {
    const { owner, identity } = await linked(service);
    const answer = await signIn(service, identity);
    expect([answer.status, awaitsOf(answer.record)]).toEqual([201, null]);
    const current = await service.get("/sessions/current", { token: String(answer.record.attributes.token) });
    expect(current.record.attributes.person).toMatchObject({ email: owner.email });
    const sameEmail = await signIn(service, newIdentity({ email: owner.email }));
    expect(sameEmail.problem).toBe("401 unknown_identity");
    const otherIssuer = await signIn(service, { ...identity, issuer: "https://other.example.com" });
    expect(otherIssuer.problem).toBe("401 unknown_identity");
  });

  test("a sign-in is told in the history of the person's workspaces", async ({ service }) => {
    const { owner, identity } = await linked(service);
    await signIn(service, identity);
    const { rows } = await service.database.pool.query(
      `SELECT event.label FROM upstream.activities event JOIN upstream.workspaces workspace ON workspace.id = event.workspace_id
       WHERE workspace.handle = $1 AND event.kind = 'account.signed_in_by_provider'`,
      [owner.handle],
    );
    expect(rows).toEqual([{ label: "Signed in by a linked account" }]);
  });

  test("takes no proof that this server has not sealed, and none that is older than a minute", async ({ service }) => {
    const { identity } = await linked(service);
    const foreign = proofOf(service, identity, ["another secret of thirty-two letters"]);
    const sealed = Buffer.from(proofOf(service, identity), "base64url");
    sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
    const plain = Buffer.from(JSON.stringify(identity)).toString("base64url");
    for (const proof of [foreign, sealed.toString("base64url"), plain, "x"]) {
      expect((await service.post("/openid_sessions", { proof })).status).toBe(403);
    }
    const old = proofOf(service, identity);
    service.pass(minute + 1);
    expect((await service.post("/openid_sessions", { proof: old })).status).toBe(403);
  });

  test("links once: the same again changes nothing, another one and another account are refused", async ({
    service,
  }) => {
    const { owner, identity } = await linked(service);
    const { token, password, email } = owner;
    const again = await link(service, token, identity, { password });
    expect([again.status, again.record.attributes.provider]).toEqual([201, "accounts.example.com"]);
    const other = await link(service, token, newIdentity(), { password });
    expect(other.problem).toBe("409 linked_with_other");
    const elsewhere = await link(service, (await service.newOwner()).token, identity);
    expect(elsewhere.problem).toBe("409 linked_elsewhere");
    expect((await service.mailTo(email))?.text).toContain("maya@accounts.example.com at accounts.example.com");
  });

  test("of five accounts that are linked with the same, twenty times at the same moment, one is", async ({
    service,
  }) => {
    const identity = newIdentity();
    const owners = await Promise.all(Array.from({ length: 5 }, () => service.newOwner()));
    const all = [...owners, ...owners, ...owners, ...owners];
    const answers = await Promise.all(all.map(({ token, password }) => link(service, token, identity, { password })));
    const { rows } = await service.database.pool.query(
      "SELECT count(*)::int AS linked FROM upstream.openid_identities WHERE subject = $1",
      [identity.subject],
    );
    expect([rows, answers.filter(({ status }) => status >= 500)]).toEqual([[{ linked: 1 }], []]);
  });

  test("a session that is not new takes the password, or of people without one a mailed code", async ({ service }) => {
    const owner = await service.newOwner();
    service.pass(15 * minute);
    const { record } = await service.get(path, { token: owner.token });
    expect(record.attributes).toMatchObject({ needs_proof: true, has_password: true, provider: null });
    const identity = newIdentity();
    expect((await link(service, owner.token, identity)).status).toBe(400);
    expect((await link(service, owner.token, identity, { password: "not the right one" })).status).toBe(400);
    expect((await link(service, owner.token, identity, { password: owner.password })).status).toBe(201);
    const other = await service.newOwner();
    await service.database.pool.query("UPDATE upstream.accounts SET password_hash = NULL WHERE email = $1", [
      other.email,
    ]);
    service.pass(15 * minute);
    await service.post("/sign_in_links", { email: other.email });
    const mailed = { mailedCode: await mailedCode(service, other.email) };
    expect((await link(service, other.token, newIdentity(), mailed)).status).toBe(201);
  });

  test("unlinking ends that way in, leaves the others, and linking again takes the password", async ({ service }) => {
    const { owner, identity } = await linked(service);
    const begun = await signIn(service, identity);
    const token = String(begun.record.attributes.token);
    expect([(await unlink(service, token)).status, (await unlink(service, token)).status]).toEqual([204, 204]);
    expect((await signIn(service, identity)).status).toBe(401);
    expect((await service.post("/sessions", { email: owner.email, password: owner.password })).status).toBe(201);
    expect((await link(service, token, newIdentity())).status).toBe(400);
    expect((await link(service, token, identity, { password: owner.password })).status).toBe(201);
    const noted = await service.get("/accounts/me/access_events", { token });
    const kinds = events.parse(noted.record.attributes.events).map(({ kind }) => kind);
    const ofProvider = kinds.filter((kind) => /openid|provider/.test(kind));
    expect(ofProvider.sort()).toEqual([
      ...["openid_linked", "openid_linked", "openid_unlinked", "signed_in_by_provider"],
    ]);
  });

  test("a sign-in waits for the second step, but not where the provider has asked for one", async ({ service }) => {
    const { owner, identity } = await linked(service);
    await turnOn(service, owner);
    expect(awaitsOf((await signIn(service, identity)).record)).toBe(owner.email);
    expect(awaitsOf((await signIn(service, { ...identity, isVouched: true })).record)).toBeNull();
  });

  test("a workspace that requires a second step is open to a sign-in for which the provider asked for one", async ({
    service,
  }) => {
    const { owner, identity } = await linked(service);
    await service.database.pool.query("UPDATE upstream.workspaces SET requires_second_step = true WHERE handle = $1", [
      owner.handle,
    ]);
    for (const isVouched of [false, true]) {
      const { record } = await signIn(service, { ...identity, isVouched });
      const token = String(record.attributes.token);
      const current = await service.get("/sessions/current", { token });
      const [workspace] = workspaces.parse(current.record.attributes.workspaces);
      const members = await service.get("/sign_in_rules", { token, workspaceId: workspace?.id ?? "" });
      expect([workspace?.is_shut, members.status]).toEqual(isVouched ? [false, 200] : [true, 404]);
    }
  });

  test("a mailed link for a new password leaves the linked account as it is", async ({ service }) => {
    const { owner, identity } = await linked(service);
    await service.post("/password_resets", { email: owner.email });
    const reset = { token: await mailedToken(service, owner.email), password: "quiet harbour 71 lamp" };
    expect((await service.post("/passwords", reset)).status).toBe(201);
    expect((await signIn(service, identity)).status).toBe(201);
  });
});
