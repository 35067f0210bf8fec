import { expect } from "vitest";
import { sweepIdentity } from "#server/upstream/identity/sweep.ts";
import {
  goodPassword,
  type IdentityService,
  mailedCode,
  mailedToken,
  type Owner,
} from "#tests/support/identity-service.ts";
import { identityTest } from "#tests/support/upstream-test.ts";

const test = identityTest({});

const day = 86_400_000;

interface Staff extends Owner {
  readonly accountId: string;
}
interface House {
  readonly id: string;
  readonly name: string;
  readonly owner: Staff;
  readonly heir: Staff;
}

async function staffOf(service: IdentityService, owner: Owner): Promise<Staff> {
  const { rows } = await service.database.pool.query<{ id: string }>(
    "SELECT id FROM upstream.accounts WHERE email = $1",
    [owner.email],
  );
  return { ...owner, accountId: rows[0]?.id ?? "" };
}

/** A workspace on the Standard plan with its owner and one more member. */
async function newHouse(service: IdentityService, role = "member"): Promise<House> {
  const owner = await staffOf(service, await service.newOwner());
  const heir = await staffOf(service, await service.newOwner());
  const { record } = await service.get(`/workspaces/handle/${owner.handle}`, { token: owner.token });
  await service.database.pool.query("UPDATE upstream.workspaces SET plan = 'standard' WHERE id = $1", [record.id]);
  await addMember(service, record.id, heir.accountId, role);
  return { id: record.id, name: String(record.attributes.name), owner, heir };
}

const addMember = (service: IdentityService, workspaceId: string, accountId: string, role: string) =>
  service.database.pool.query("INSERT INTO upstream.memberships (workspace_id, account_id, role) VALUES ($1, $2, $3)", [
    workspaceId,
    accountId,
    role,
  ]);

const as = ({ id }: House, { token }: Owner) => ({ token, workspaceId: id });

function offer(service: IdentityService, house: House, given: object = {}, by: Owner = house.owner) {
  const usual = { accountId: house.heir.accountId, workspaceName: house.name, password: goodPassword };
  return service.post("/ownership_transfers", { ...usual, ...given }, as(house, by));
}

const accept = (service: IdentityService, token: string, { token: session }: Owner) =>
  service.post("/workspace_confirmation_acceptances", { token }, { token: session });

async function rolesIn(service: IdentityService, { id, owner, heir }: House) {
  const { rows } = await service.database.pool.query<{ account_id: string; role: string }>(
    "SELECT account_id, role FROM upstream.memberships WHERE workspace_id = $1",
    [id],
  );
  const roleOf = (account: string) => rows.find((row) => row.account_id === account)?.role;
  return [roleOf(owner.accountId), roleOf(heir.accountId)];
}

const waitingIn = async (service: IdentityService, house: House) =>
  (await service.get("/workspace_confirmations", as(house, house.owner))).records.map(
    ({ attributes }) => attributes.kind,
  );

async function kindsOf(service: IdentityService, { id }: House): Promise<readonly string[]> {
  const { rows } = await service.database.pool.query<{ kind: string }>(
    "SELECT kind FROM upstream.activities WHERE workspace_id = $1 AND topic = 'workspace' ORDER BY occurred_at, id",
    [id],
  );
  return rows.map(({ kind }) => kind.replace("workspace.", "")).filter((kind) => kind !== "created");
}

test("a member who accepts by the mailed link becomes the owner, and the former owner an admin", async ({
  service,
}) => {
  const house = await newHouse(service);
  const { owner, heir } = house;
  expect((await offer(service, house)).status).toBe(201);
  expect([await rolesIn(service, house), await waitingIn(service, house)]).toEqual([["owner", "member"], ["transfer"]]);
  const token = await mailedToken(service, heir.email);
  const looked = await service.post("/workspace_confirmation_checks", { token }, { token: heir.token });
  expect([looked.status, looked.record.attributes]).toEqual([
    201,
    { kind: "transfer", workspace_id: house.id, workspace_name: house.name, requested_by_name: "Maya Lindqvist" },
  ]);
  expect(await rolesIn(service, house)).toEqual(["owner", "member"]);
  expect((await accept(service, token, heir)).status).toBe(201);
  expect(await rolesIn(service, house)).toEqual(["admin", "owner"]);
  expect((await accept(service, token, heir)).status).toBe(404);
  for (const { email } of [owner, heir]) expect((await service.mailTo(email))?.subject).toContain("has a new owner");
  expect(await kindsOf(service, house)).toEqual(["transfer_requested", "transferred"]);
  expect((await offer(service, house)).status).toBe(403);
});

test("the name, the password and another member have to be given, each with its sentence", async ({ service }) => {
  const house = await newHouse(service);
  const stranger = await staffOf(service, await service.newOwner());
  const cases: readonly (readonly [object, string])[] = [
    [{ workspaceName: "Another" }, "workspace_name"],
    [{ password: "wrong" }, "password"],
    [{ accountId: stranger.accountId }, "account_id"],
    [{ accountId: house.owner.accountId }, "account_id"],
    [{ accountId: crypto.randomUUID() }, "account_id"],
  ];
  for (const [given, name] of cases)
    expect((await offer(service, house, given)).problem).toBe(`400 invalid_attribute /data/attributes/${name}`);
  expect(await waitingIn(service, house)).toEqual([]);
});

test("an owner without a password proves by a mailed code that it is them", async ({ service }) => {
  const house = await newHouse(service);
  const { email } = house.owner;
  await service.database.pool.query("UPDATE upstream.accounts SET password_hash = NULL WHERE email = $1", [email]);
  const problem = "400 invalid_attribute /data/attributes/mailed_code";
  expect((await offer(service, house)).problem).toBe(problem);
  await service.post("/sign_in_links", { email });
  const code = await mailedCode(service, email);
  const given = { password: undefined, mailedCode: code };
  expect((await offer(service, house, { ...given, mailedCode: "000000" })).problem).toBe(problem);
  // What else is wrong uses no code up.
  expect((await offer(service, house, { ...given, workspaceName: "Another" })).status).toBe(400);
  await service.post("/sign_in_links", { email: house.heir.email });
  const foreign = { ...given, mailedCode: await mailedCode(service, house.heir.email) };
  if (foreign.mailedCode !== code) expect((await offer(service, house, foreign)).problem).toBe(problem);
  const both = await Promise.all([offer(service, house, given), offer(service, house, given)]);
  expect(both.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1);
  const [waiting] = (await service.get("/workspace_confirmations", as(house, house.owner))).records;
  await service.send("DELETE", `/workspace_confirmations/${waiting?.id}`, null, as(house, house.owner));
  expect((await offer(service, house, given)).problem).toBe(problem);
});

test("five wrong codes kill a code, and one of 15 minutes ago is none", async ({ service }) => {
  const house = await newHouse(service);
  const { email } = house.owner;
  await service.database.pool.query("UPDATE upstream.accounts SET password_hash = NULL WHERE email = $1", [email]);
  const offerBy = (code: string) => offer(service, house, { password: undefined, mailedCode: code });
  await service.post("/sign_in_links", { email });
  const killed = await mailedCode(service, email);
  const wrong = killed === "111111" ? "222222" : "111111";
  for (let tries = 0; tries < 5; tries += 1) await offerBy(wrong);
  expect((await offerBy(killed)).status).toBe(400);
  await service.post("/sign_in_links", { email });
  const late = await mailedCode(service, email);
  await service.database.pool.query(
    "UPDATE upstream.mailed_links SET expires_at = expires_at - interval '16 minutes', inserted_at = inserted_at - interval '16 minutes' WHERE email = $1",
    [email],
  );
  expect((await offerBy(late)).status).toBe(400);
  expect(await waitingIn(service, house)).toEqual([]);
});

test("nobody but the owner asks, lists, withdraws or deletes, and another workspace's is not found", async ({
  service,
}) => {
  const house = await newHouse(service, "admin");
  const { heir } = house;
  const { record } = await offer(service, house);
  const other = await newHouse(service);
  const caller = as(house, heir);
  const answers = [
    await offer(service, house, {}, heir),
    await service.get("/workspace_confirmations", caller),
    await service.send("DELETE", `/workspace_confirmations/${record.id}`, null, caller),
    await service.post("/workspace_deletions", { workspaceName: house.name }, caller),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  const foreign = await service.send("DELETE", `/workspace_confirmations/${record.id}`, null, as(other, other.owner));
  expect([foreign.status, await waitingIn(service, house)]).toEqual([404, ["transfer"]]);
});

test("only the person whom the link was mailed to accepts by it, and only for 7 days", async ({ service }) => {
  const house = await newHouse(service);
  await offer(service, house);
  const token = await mailedToken(service, house.heir.email);
  for (const by of [house.owner, await service.newOwner()]) expect((await accept(service, token, by)).status).toBe(404);
  expect((await service.post("/workspace_confirmation_acceptances", { token })).status).toBe(401);
  expect((await accept(service, "A".repeat(43), house.heir)).status).toBe(404);
  service.pass(7 * day + 1000);
  expect((await accept(service, token, house.heir)).status).toBe(404);
  expect([await rolesIn(service, house), await waitingIn(service, house)]).toEqual([["owner", "member"], []]);
  await sweepIdentity(service.database.orm, new Date(Date.now() + 8 * day));
  const left = await service.database.pool.query(
    "SELECT 1 FROM upstream.workspace_confirmations WHERE workspace_id = $1",
    [house.id],
  );
  expect(left.rows).toEqual([]);
});

test("a link that was withdrawn does nothing, and another one can be asked for", async ({ service }) => {
  const house = await newHouse(service);
  const { record } = await offer(service, house);
  expect((await offer(service, house)).status).toBe(409);
  const token = await mailedToken(service, house.heir.email);
  const withdrawn = await service.send("DELETE", `/workspace_confirmations/${record.id}`, null, as(house, house.owner));
  expect([withdrawn.status, (await accept(service, token, house.heir)).status]).toEqual([204, 404]);
  expect((await offer(service, house)).status).toBe(201);
});

test("whoever left the workspace cannot become its owner", async ({ service }) => {
  const house = await newHouse(service);
  await offer(service, house);
  const token = await mailedToken(service, house.heir.email);
  await service.database.pool.query("DELETE FROM upstream.memberships WHERE workspace_id = $1 AND account_id = $2", [
    house.id,
    house.heir.accountId,
  ]);
  expect((await accept(service, token, house.heir)).status).toBe(404);
  expect(await rolesIn(service, house)).toEqual(["owner", undefined]);
});

test("accepted many times, withdrawn and asked for again at the same moment, there is one owner", async ({
  service,
}) => {
  for (let round = 0; round < 4; round += 1) {
    const house = await newHouse(service);
    const { record } = await offer(service, house);
    const token = await mailedToken(service, house.heir.email);
    const answers = await Promise.all([
      accept(service, token, house.heir),
      accept(service, token, house.heir),
      service.send("DELETE", `/workspace_confirmations/${record.id}`, null, as(house, house.owner)),
      offer(service, house),
      accept(service, token, house.heir),
    ]);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const accepted = answers.filter(({ status }, place) => status === 201 && [0, 1, 4].includes(place)).length;
    expect(accepted).toBeLessThanOrEqual(1);
    expect(await rolesIn(service, house)).toEqual(accepted === 1 ? ["admin", "owner"] : ["owner", "member"]);
  }
});

test("the database refuses a second owner", async ({ service }) => {
  const house = await newHouse(service);
  const { accountId } = await staffOf(service, await service.newOwner());
  await expect(addMember(service, house.id, accountId, "owner")).rejects.toThrow("memberships_one_owner");
});

const deletionOf = (service: IdentityService, house: House) =>
  service.post("/workspace_deletions", { workspaceName: house.name }, as(house, house.owner));

async function remove(service: IdentityService, house: House): Promise<void> {
  await deletionOf(service, house);
  const token = await mailedToken(service, house.owner.email);
  expect((await accept(service, token, house.owner)).status).toBe(201);
}

const sessionOf = async (service: IdentityService, house: House, who: Owner) =>
  (await service.get("/sessions/current", as(house, who))).record.attributes;

test("deleting takes the name and the mailed link, closes the workspace for everybody, and the owner restores it", async ({
  service,
}) => {
  const house = await newHouse(service);
  const { owner, heir } = house;
  const wrong = await service.post("/workspace_deletions", { workspaceName: "Another" }, as(house, owner));
  expect(wrong.problem).toBe("400 invalid_attribute /data/attributes/workspace_name");
  await remove(service, house);
  for (const who of [owner, heir]) {
    expect((await service.get(`/workspaces/${house.id}`, { token: who.token })).status).toBe(404);
    expect((await service.get("/accounts/members", as(house, who))).status).toBe(404);
    expect(await sessionOf(service, house, who)).toMatchObject({ workspace_id: null, has_deleted_workspaces: true });
  }
  // The heir has a workspace of their own, to which they can switch.
  const elsewhere = (await service.get("/sessions/current", { token: heir.token })).record.attributes;
  expect(elsewhere).toMatchObject({ workspace_id: expect.any(String), has_deleted_workspaces: true });
  const listed = (who: Owner) => service.get("/deleted_workspaces", { token: who.token });
  expect((await listed(heir)).records[0]?.attributes).toMatchObject({ name: house.name, can_restore: false });
  expect((await listed(owner)).records[0]?.attributes).toMatchObject({ name: house.name, can_restore: true });
  const restore = (who: Owner) =>
    service.send("POST", `/deleted_workspaces/${house.id}/restoration`, {}, { token: who.token });
  const stranger = await service.newOwner();
  expect([(await restore(stranger)).status, (await restore(heir)).status, (await restore(owner)).status]).toEqual([
    404, 403, 204,
  ]);
  expect((await restore(owner)).status).toBe(404);
  expect((await service.get("/accounts/members", as(house, heir))).status).toBe(200);
  expect(await sessionOf(service, house, owner)).toMatchObject({
    workspace_id: house.id,
    has_deleted_workspaces: false,
  });
  expect(await kindsOf(service, house)).toEqual(["deletion_requested", "closed", "restored"]);
});

test("after 30 days a deleted workspace cannot be restored", async ({ service }) => {
  const house = await newHouse(service);
  await remove(service, house);
  service.pass(30 * day + 1000);
  const owner = {
    token: (await service.post("/sessions", { email: house.owner.email, password: goodPassword })).record.attributes
      .token,
  };
  const token = String(owner.token);
  expect((await service.get("/deleted_workspaces", { token })).records).toEqual([]);
  expect((await service.send("POST", `/deleted_workspaces/${house.id}/restoration`, {}, { token })).status).toBe(404);
});

test("a deletion that the former owner asked for ends with the transfer", async ({ service }) => {
  const house = await newHouse(service);
  await deletionOf(service, house);
  const token = await mailedToken(service, house.owner.email);
  await offer(service, house);
  await accept(service, await mailedToken(service, house.heir.email), house.heir);
  expect((await accept(service, token, house.owner)).status).toBe(404);
});

test("a transfer says what becomes of the face and the introduction on the public page", async ({ service }) => {
  const pageOf = async ({ id }: House) => {
    const { rows } = await service.database.pool.query(
      "select shown_account_id as face, introduction from upstream.portal_settings where id = $1",
      [id],
    );
    return rows[0];
  };
  const transfer = async (publicPage: string | null, shown: "nobody" | "owner" = "nobody") => {
    const house = await newHouse(service);
    await service.database.pool.query(
      "update upstream.portal_settings set introduction = 'I sell homes.', shown_account_id = $2 where id = $1",
      [house.id, shown === "owner" ? house.owner.accountId : null],
    );
    expect((await offer(service, house, { publicPage })).status).toBe(201);
    expect((await accept(service, await mailedToken(service, house.heir.email), house.heir)).status).toBe(201);
    return { house, page: await pageOf(house) };
  };
  const kept = await transfer("kept");
  expect(kept.page).toEqual({ face: kept.house.owner.accountId, introduction: "I sell homes." });
  expect((await transfer("face", "owner")).page).toEqual({ face: null, introduction: "I sell homes." });
  expect((await transfer("anew", "owner")).page).toEqual({ face: null, introduction: null });
  // Asked for by an earlier version.
  expect((await transfer(null)).page).toEqual({ face: null, introduction: "I sell homes." });
});
