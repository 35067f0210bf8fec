import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { codeAt, secretPlace } from "#server/upstream/second-step/codes.ts";
import { resealSecrets } from "#server/upstream/second-step/second-step.ts";
import { accounts, secondSteps } from "#server/upstream/tables.ts";
import { createVault } from "#server/vault.ts";
import { type IdentityService, mailedCode, type Owner } from "#tests/support/identity-service.ts";
import { awaitsOf, detailOf, period, secretIn, turnOn } from "#tests/support/second-step.ts";
import { secrets } from "#tests/support/upstream-assembly.ts";
import { identityTest } from "#tests/support/upstream-test.ts";

const test = identityTest({});

describe("setting up a second step", () => {
  const twoStep = async (service: IdentityService, token: string) =>
    (await service.get("/two_step", { token })).record.attributes;

  test("it is set up by the password and the first code, and ends the other sessions", async ({ service }) => {
    const owner = await service.newOwner();
    const { email, password, token } = owner;
    const other = String((await service.post("/sessions", { email, password })).record.attributes.token);
    expect(await twoStep(service, token)).toMatchObject({ enabled_at: null, setup: null, has_password: true });
    const wrong = await service.post("/two_step_setups", { password: "not mine" }, { token });
    expect([wrong.status, detailOf(wrong)]).toEqual([400, "That isn't your password."]);
    await service.post("/two_step_setups", { password }, { token });
    const begun = await twoStep(service, token);
    const secret = secretIn(begun);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(begun.setup).toMatchObject({
      uri: `otpauth://totp/Latchkey:${encodeURIComponent(email)}?issuer=Latchkey&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    });
    expect((await service.post("/two_step_activations", { code: "000000" }, { token })).status).toBe(400);
    expect(
      (await service.post("/two_step_activations", { code: codeAt(secret, service.now()) }, { token })).status,
    ).toBe(201);
    const on = await twoStep(service, token);
    expect(on).toMatchObject({ setup: null, recovery_codes_left: 10 });
    expect(on.enabled_at).not.toBeNull();
    expect((await service.get("/two_step", { token: other })).status).toBe(401);
    expect((await service.mailTo(email))?.subject).toBe("Two-step sign-in is on");
  });

  test("another session of the person sees neither the secret nor the codes", async ({ service }) => {
    const owner = await service.newOwner();
    const { email, password, token } = owner;
    const other = String((await service.post("/sessions", { email, password })).record.attributes.token);
    await service.post("/two_step_setups", { password }, { token });
    expect(await twoStep(service, other)).toMatchObject({ setup: null });
    expect((await service.post("/two_step_activations", { code: "000000" }, { token: other })).status).toBe(404);
  });

  test("the secret is not in the database as it is", async ({ service }) => {
    const { secret } = await turnOn(service, await service.newOwner());
    const { rows } = await service.database.pool.query<{ found: number }>(
      "SELECT count(*)::int AS found FROM upstream.second_steps WHERE position($1::bytea IN sealed_secret) > 0",
      [Buffer.from(secret)],
    );
    expect(rows[0]?.found).toBe(0);
  });

  test("the secret is sealed anew by the server's newest secret", async ({ service }) => {
    const { email } = await turnOn(service, await service.newOwner());
    const newest = "the newest secret of thirty-two characters";
    const vault = createVault([newest, ...secrets]);
    const { orm } = service.database;
    expect(await resealSecrets(orm, vault)).toBeGreaterThan(0);
    expect(await resealSecrets(orm, vault)).toBe(0);
    const [row] = await orm
      .select({ id: accounts.id, sealedSecret: secondSteps.sealedSecret })
      .from(secondSteps)
      .innerJoin(accounts, eq(accounts.id, secondSteps.accountId))
      .where(eq(accounts.email, email));
    const place = secretPlace(row?.id ?? "");
    expect(createVault([newest]).open(row?.sealedSecret ?? Buffer.of(), place)).toMatch(/^[A-Z2-7]{32}$/);
    // The other tests go on with the server's own.
    await resealSecrets(orm, createVault([...secrets, newest]));
  });

  test("the recovery codes are shown until they are put away, for thirty minutes at most", async ({ service }) => {
    const first = await turnOn(service, await service.newOwner());
    expect((await twoStep(service, first.token)).recovery_codes).toEqual(first.recoveryCodes);
    expect((await service.send("DELETE", "/two_step_setups/current", null, first)).status).toBe(204);
    expect((await twoStep(service, first.token)).recovery_codes).toBeNull();
    const late = await turnOn(service, await service.newOwner());
    service.pass(30 * 60_000);
    expect((await twoStep(service, late.token)).recovery_codes).toBeNull();
  });

  test("the code that confirmed the setup signs nobody in", async ({ service }) => {
    const owner = await service.newOwner();
    const { email, password, token } = owner;
    const secret = secretIn((await service.post("/two_step_setups", { password }, { token })).record.attributes);
    const code = codeAt(secret, service.now());
    await service.post("/two_step_activations", { code }, { token });
    const waiting = String((await service.post("/sessions", { email, password })).record.attributes.token);
    expect((await service.post("/second_steps", { token: waiting, code })).status).toBe(400);
  });

  test("it is not set up twice", async ({ service }) => {
    const { token, password } = await turnOn(service, await service.newOwner());
    expect((await service.post("/two_step_setups", { password }, { token })).problem).toBe("409 already_on");
  });

  test("without a password, a mailed code proves the person", async ({ service }) => {
    const { email, token } = await service.newOwner();
    await service.database.pool.query("UPDATE upstream.accounts SET password_hash = NULL WHERE email = $1", [email]);
    expect(await twoStep(service, token)).toMatchObject({ has_password: false });
    expect((await service.post("/two_step_setups", { password: "any" }, { token })).status).toBe(400);
    await service.post("/sign_in_links", { email });
    const mailed = await mailedCode(service, email);
    expect((await service.post("/two_step_setups", { mailedCode: mailed }, { token })).status).toBe(201);
    expect((await service.post("/two_step_setups", { mailedCode: mailed }, { token })).status).toBe(400);
  });

  test("turning it off takes the password and a code, and signing in has one step again", async ({ service }) => {
    const owner = await turnOn(service, await service.newOwner());
    const { token, email, password } = owner;
    const remove = (given: object) => service.post("/two_step_removals", given, { token });
    expect((await remove({ password: "no", code: owner.code() })).status).toBe(400);
    expect((await remove({ password, code: "000000" })).status).toBe(400);
    expect((await remove({ password, code: owner.code() })).status).toBe(201);
    expect(awaitsOf((await service.post("/sessions", { email, password })).record)).toBeNull();
    expect((await service.mailTo(email))?.subject).toBe("Two-step sign-in is off");
  });

  test("new recovery codes replace the earlier ones", async ({ service }) => {
    const owner = await turnOn(service, await service.newOwner());
    const { token, password, email } = owner;
    const answer = await service.post("/recovery_codes", { password, code: owner.code() }, { token });
    const codes = answer.record.attributes.recovery_codes;
    expect(codes).toHaveLength(10);
    service.pass(2 * period);
    const waiting = String((await service.post("/sessions", { email, password })).record.attributes.token);
    const enter = (code: unknown) => service.post("/second_steps", { token: waiting, code: String(code) });
    expect((await enter(owner.recoveryCodes[0])).status).toBe(400);
    expect((await enter(Array.isArray(codes) ? codes[0] : "")).status).toBe(201);
  });

  test("the history of the workspace says so", async ({ service }) => {
    const owner = await turnOn(service, await service.newOwner());
    const { rows } = await service.database.pool.query<{ label: string }>(
      "SELECT label FROM upstream.activities a JOIN upstream.accounts p ON p.id = a.actor_account_id WHERE p.email = $1 AND kind LIKE 'account.%' AND topic = 'workspace'",
      [owner.email],
    );
    expect(rows).toEqual([{ label: "Two-step sign-in of a member turned on" }]);
  });

  describe("a workspace that requires it", () => {
    async function join(
      service: IdentityService,
      owner: Owner,
      role = "admin",
    ): Promise<Owner & { accountId: string }> {
      const member = await service.newOwner();
      const { rows } = await service.database.pool.query<{ id: string }>(
        `INSERT INTO upstream.memberships (workspace_id, account_id, role, inserted_at)
         SELECT w.id, a.id, $3, now() + interval '1 year' FROM upstream.workspaces w, upstream.accounts a WHERE w.handle = $1 AND a.email = $2
         RETURNING account_id AS id`,
        [owner.handle, member.email, role],
      );
      return { ...member, accountId: rows[0]?.id ?? "" };
    }

    const workspaceOf = async (service: IdentityService, { token }: Owner) =>
      String((await service.get("/sessions/current", { token })).record.attributes.workspace_id);

    test("is required by somebody who has it alone", async ({ service }) => {
      const owner = await service.newOwner();
      const require = () => service.send("PATCH", "/sign_in_rules", { requiresSecondStep: true }, owner);
      expect((await require()).problem).toBe("409 second_step_needed");
      await turnOn(service, owner);
      expect((await require()).status).toBe(200);
      expect((await service.get("/sign_in_rules", owner)).record.attributes).toEqual({
        requires_second_step: true,
        allows_trusted_browsers: true,
      });
    });

    test("is shut to members without it, until they have set it up; their other workspaces go on", async ({
      service,
    }) => {
      const owner = await turnOn(service, await service.newOwner());
      const member = await join(service, owner);
      const own = await workspaceOf(service, member);
      const workspaceId = await workspaceOf(service, owner);
      const list = async (id: string) =>
        (await service.get("/accounts/members", { ...member, workspaceId: id })).status;
      expect(await list(workspaceId)).toBe(200);
      await service.send("PATCH", "/sign_in_rules", { requiresSecondStep: true }, owner);
      expect([await list(workspaceId), await list(own)]).toEqual([404, 200]);
      const current = (await service.get("/sessions/current", { ...member, workspaceId })).record.attributes;
      expect(current).toMatchObject({
        workspace_id: workspaceId,
        permissions: ["workspace.create"],
        counts: { clients: 0 },
      });
      expect(current.workspaces).toMatchObject([
        { id: own, is_shut: false },
        { id: workspaceId, is_shut: true },
      ]);
      await turnOn(service, member);
      expect(await list(workspaceId)).toBe(200);
    });

    test("an admin resets it for a member, which ends their sessions and is mailed and written down", async ({
      service,
    }) => {
      const owner = await service.newOwner();
      const member = await turnOn(service, await join(service, owner, "member"));
      const { rows } = await service.database.pool.query<{ id: string }>(
        "SELECT id FROM upstream.accounts WHERE email = $1",
        [member.email],
      );
      const path = `/accounts/members/${rows[0]?.id}/two_step`;
      // They own a workspace themselves.
      expect((await service.get(path, owner)).record.attributes).toMatchObject({ is_on: true, can_reset: false });
      expect((await service.post(`${path}_removal`, {}, owner)).status).toBe(403);
      await service.database.pool.query("DELETE FROM upstream.memberships WHERE account_id = $1 AND role = 'owner'", [
        rows[0]?.id,
      ]);
      expect((await service.get(path, owner)).record.attributes).toMatchObject({ is_on: true, can_reset: true });
      const twice = await Promise.all([
        service.post(`${path}_removal`, {}, owner),
        service.post(`${path}_removal`, {}, owner),
      ]);
      expect(twice.map(({ status }) => status).sort()).toEqual([201, 409]);
      expect((await service.get("/two_step", member)).status).toBe(401);
      const { email, password } = member;
      expect(awaitsOf((await service.post("/sessions", { email, password })).record)).toBeNull();
      expect((await service.mailTo(email))?.text).toContain("Maya Lindqvist reset the two-step sign-in");
    });

    test("nobody resets it for a stranger, an owner, themselves, or who also belongs elsewhere", async ({
      service,
    }) => {
      const owner = await turnOn(service, await service.newOwner());
      const stranger = await service.newOwner();
      const { rows } = await service.database.pool.query<{ id: string }>(
        "SELECT id FROM upstream.accounts WHERE email = $1",
        [owner.email],
      );
      const path = `/accounts/members/${rows[0]?.id}/two_step_removal`;
      expect((await service.post(path, {}, stranger)).status).toBe(404);
      expect((await service.post(path, {}, owner)).status).toBe(403);
      const admin = await join(service, owner);
      const workspaceId = await workspaceOf(service, owner);
      expect((await service.post(path, {}, { ...admin, workspaceId })).status).toBe(403);
      const member = await turnOn(service, await join(service, stranger, "member"));
      await service.database.pool.query(
        "UPDATE upstream.memberships SET role = 'admin' WHERE account_id = (SELECT id FROM upstream.accounts WHERE email = $1) AND role = 'owner'",
        [member.email],
      );
      const { rows: theirs } = await service.database.pool.query<{ id: string }>(
        "SELECT id FROM upstream.accounts WHERE email = $1",
        [member.email],
      );
      expect((await service.post(`/accounts/members/${theirs[0]?.id}/two_step_removal`, {}, stranger)).status).toBe(
        403,
      );
    });
  });
});
