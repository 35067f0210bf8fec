import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { goodPassword, type IdentityService, mailedToken } from "#tests/support/identity-service.ts";
import { identityTest } from "#tests/support/upstream-test.ts";

const test = identityTest({});
const day = 86_400_000;
const newEmail = () => `${randomUUID().slice(0, 13)}@agency.example`;

/** The owner of a workspace, on a plan. */
async function newTeam(service: IdentityService, plan: "free" | "standard" = "standard") {
  const owner = await service.newOwner();
  const workspaceId = String((await currentOf(service, owner.token)).workspace_id);
  await service.database.pool.query("update upstream.workspaces set plan = $2 where id = $1", [workspaceId, plan]);
  return { owner, workspaceId, caller: { token: owner.token, workspaceId } };
}
type Caller = Awaited<ReturnType<typeof newTeam>>["caller"];

const currentOf = async (service: IdentityService, token: string, workspaceId?: string) =>
  (await service.get("/sessions/current", { token, ...(workspaceId !== undefined && { workspaceId }) })).record
    .attributes;

const invite = (service: IdentityService, caller: Caller, emails: readonly string[], role = "member") =>
  service.post("/colleague_invitation_batches", { emails, role }, caller);

const list = async (service: IdentityService, caller: Caller) =>
  (await service.get("/colleague_invitations", caller)).records.map(({ attributes: { email, role, state } }) => [
    ...[email, role, state],
  ]);

const accept = (
  service: IdentityService,
  token: string,
  person: object = { name: "Nia Holt", password: goodPassword },
) => service.post("/member_invitation_acceptances", { token, ...person });

async function actOn(service: IdentityService, caller: Caller, email: string, action: "sending" | "revocation") {
  const { records } = await service.get("/colleague_invitations?page[limit]=250", caller);
  const found = records.find(({ attributes }) => attributes.email === email);
  return service.send("POST", `/colleague_invitations/${found?.id}/${action}`, null, caller);
}

test("a person new to the product joins by the mailed link, with the role, once", async ({ service }) => {
  const { caller, owner, workspaceId } = await newTeam(service);
  const email = newEmail();
  expect((await invite(service, caller, [email.toUpperCase()], "manager")).status).toBe(201);
  expect(await list(service, caller)).toEqual([[email, "manager", "sent"]]);
  const mail = await service.mailTo(email);
  expect(mail?.subject).toBe("Maya Lindqvist invites you to Harbour Homes");
  expect(mail?.text).toContain(owner.email);
  const token = await mailedToken(service, email);
  for (let look = 0; look < 3; look += 1) {
    const check = await service.post("/member_invitation_checks", { token });
    expect(check.record.attributes).toMatchObject({ email, role: "manager", joins_at_once: false });
  }
  expect((await accept(service, token, {})).problem).toBe("400 invalid_attribute /data/attributes/name");
  const joined = await accept(service, token);
  expect(await currentOf(service, String(joined.record.attributes.token), workspaceId)).toMatchObject({
    workspaces: [{ role: "manager", name: "Harbour Homes" }],
  });
  expect(await list(service, caller)).toEqual([[email, "manager", "accepted"]]);
  expect((await accept(service, token)).status).toBe(404);
  const { rows } = await service.database.pool.query(
    `select kind, actor_name from upstream.notifications n join upstream.memberships m using (workspace_id, account_id)
      where workspace_id = $1 and role = 'owner'`,
    [workspaceId],
  );
  expect(rows).toEqual([{ kind: "member_joined", actor_name: "Nia Holt" }]);
});

test("a person with an account joins with it as it is, and stays signed in elsewhere", async ({ service }) => {
  const { caller, workspaceId } = await newTeam(service);
  const known = await service.newOwner();
  await invite(service, caller, [known.email]);
  const token = await mailedToken(service, known.email);
  const check = await service.post("/member_invitation_checks", { token });
  expect(check.record.attributes).toMatchObject({ name: "Maya Lindqvist", joins_at_once: true });
  const joined = await accept(service, token, {});
  expect(joined.status).toBe(201);
  expect(await currentOf(service, known.token, workspaceId)).toMatchObject({ workspace_id: workspaceId });
  expect((await service.post("/sessions", { email: known.email, password: known.password })).status).toBe(201);
  expect(await list(service, caller)).toEqual([[known.email, "member", "accepted"]]);
});

test("sending again renews the link of the same invitation; revoking ends it", async ({ service }) => {
  const { caller } = await newTeam(service);
  const email = newEmail();
  await invite(service, caller, [email]);
  const first = await mailedToken(service, email);
  expect((await actOn(service, caller, email, "sending")).record.attributes).toMatchObject({ state: "sent" });
  const second = await mailedToken(service, email);
  expect([first === second, (await accept(service, first)).status]).toEqual([false, 404]);
  expect((await actOn(service, caller, email, "revocation")).record).toMatchObject({
    attributes: { state: "revoked" },
    meta: { can: ["send", "revoke"] },
  });
  expect((await actOn(service, caller, email, "revocation")).status).toBe(200);
  expect((await accept(service, second)).status).toBe(404);
  expect((await invite(service, caller, [email], "instructor")).status).toBe(201);
  expect(await list(service, caller)).toEqual([[email, "instructor", "sent"]]);
  expect((await accept(service, await mailedToken(service, email))).status).toBe(201);
  expect((await actOn(service, caller, email, "sending")).status).toBe(403);
});

test("of an acceptance and a revocation at once, one happens", async ({ service }) => {
  const { caller } = await newTeam(service);
  const email = newEmail();
  await invite(service, caller, [email]);
  const token = await mailedToken(service, email);
  const [accepted, revoked] = await Promise.all([accept(service, token), actOn(service, caller, email, "revocation")]);
  expect([
    [201, 403],
    [404, 200],
  ]).toContainEqual([accepted.status, revoked.status]);
  expect(await list(service, caller)).toEqual([[email, "member", accepted.status === 201 ? "accepted" : "revoked"]]);
});

test("members and people who are invited already are named, and nobody is invited then", async ({ service }) => {
  const { caller, owner } = await newTeam(service);
  const [first, second, third] = [newEmail(), newEmail(), newEmail()];
  await invite(service, caller, [first, second]);
  const refused = await invite(service, caller, [third, second, first, owner.email, third]);
  expect([refused.status, refused.problem]).toEqual([400, "400 invalid_attribute /data/attributes/emails"]);
  const [problem] = refused.document.errors ?? [];
  expect(problem?.detail).toContain(`${owner.email} is a member already.`);
  expect(problem?.detail).toContain("have been invited already. Send those invitations again instead.");
  for (const named of [first, second]) expect(problem?.detail).toContain(named);
  expect(problem?.detail).not.toContain(third);
  expect((await list(service, caller)).map(([email]) => email).sort()).toEqual([first, second].sort());
  expect(await service.mailTo(third)).toBeUndefined();
});

test("an invitation that did not arrive says so, and is invited anew", async ({ service }) => {
  const { caller } = await newTeam(service);
  const email = newEmail();
  await invite(service, caller, [email]);
  await service.database.pool.query(`update mail.outbox set state = 'failed' where id in
    (select mail_id from upstream.colleague_invitations where email = '${email}')`);
  expect(await list(service, caller)).toEqual([[email, "member", "bounced"]]);
  expect((await invite(service, caller, [email])).status).toBe(201);
  expect(await list(service, caller)).toEqual([[email, "member", "sent"]]);
});

test("the Free plan has room for two users, pending invitations counted", async ({ service }) => {
  const { caller, workspaceId } = await newTeam(service, "free");
  const [first, second] = [newEmail(), newEmail()];
  const both = await invite(service, caller, [first, second]);
  expect([both.status, both.problem, await list(service, caller)]).toEqual([
    400,
    "400 plan_limit /data/attributes/emails",
    [],
  ]);
  const racing = await Promise.all([invite(service, caller, [first]), invite(service, caller, [second])]);
  expect(racing.map(({ status }) => status).sort()).toEqual([201, 400]);
  const [invited = first] = (await list(service, caller)).map(([email]) => String(email));
  expect((await actOn(service, caller, invited, "sending")).status).toBe(200);
  await actOn(service, caller, invited, "revocation");
  const other = invited === first ? second : first;
  expect((await invite(service, caller, [other])).status).toBe(201);
  expect((await actOn(service, caller, invited, "sending")).problem).toBe("400 plan_limit /data/attributes/emails");
  const joined = await accept(service, await mailedToken(service, other));
  // On Free everybody acts as an administrator, and gives nobody a role that they do not have themselves.
  const colleague = { token: String(joined.record.attributes.token), workspaceId };
  expect((await invite(service, colleague, [newEmail()], "admin")).status).toBe(403);
  expect((await invite(service, colleague, [newEmail()])).problem).toBe("400 plan_limit /data/attributes/emails");
});

test("only owners and admins invite and see invitations; another workspace's do not exist", async ({ service }) => {
  const { caller, workspaceId } = await newTeam(service);
  const email = newEmail();
  await invite(service, caller, [email], "manager");
  const [{ id } = { id: "" }] = (await service.get("/colleague_invitations", caller)).records;
  const joined = await accept(service, await mailedToken(service, email));
  const manager = { token: String(joined.record.attributes.token), workspaceId };
  const { caller: stranger } = await newTeam(service);
  expect((await invite(service, manager, [newEmail()])).status).toBe(403);
  for (const someone of [manager, stranger]) {
    expect(await list(service, someone)).toEqual([]);
    for (const action of ["sending", "revocation"])
      expect((await service.send("POST", `/colleague_invitations/${id}/${action}`, null, someone)).status).toBe(404);
  }
});

test("what is no address, no role, nobody or more than fifty is refused", async ({ service }) => {
  const { caller } = await newTeam(service);
  expect((await invite(service, caller, ["nobody"])).problem).toMatch(/^400 \w+ \/data\/attributes\/emails/);
  expect((await invite(service, caller, [])).status).toBe(400);
  expect((await invite(service, caller, Array.from({ length: 51 }, newEmail))).status).toBe(400);
  expect((await invite(service, caller, [newEmail()], "owner")).status).toBe(400);
  expect(await list(service, caller)).toEqual([]);
  const fifty = Array.from({ length: 50 }, newEmail);
  expect((await invite(service, caller, fifty)).status).toBe(201);
  expect(await service.mailTo(fifty[49] ?? "")).toBeDefined();
});

test("after seven days a link joins nothing, and can be sent again", async ({ service }) => {
  const { caller } = await newTeam(service);
  const email = newEmail();
  await invite(service, caller, [email]);
  const token = await mailedToken(service, email);
  service.pass(8 * day);
  expect((await accept(service, token)).status).toBe(404);
  expect((await invite(service, caller, [email])).status).toBe(201);
  expect((await accept(service, await mailedToken(service, email))).status).toBe(201);
});
