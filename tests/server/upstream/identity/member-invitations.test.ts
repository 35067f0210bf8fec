import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { connectWorkspace, type InvitedTo, inviteMember } from "#server/upstream/identity/member-invitations.ts";
import { openOwnDatabase } from "#tests/support/databases.ts";
import { goodPassword, type IdentityService, newRegistration } from "#tests/support/identity-service.ts";
import { identityTest } from "#tests/support/upstream-test.ts";

const day = 86_400_000;
const newEmail = () => `${randomUUID().slice(0, 13)}@agency.example`;
const newHandle = () => `agency-${randomUUID().slice(0, 13)}`;
const newWorkspace: InvitedTo = { workspaceId: null, role: "owner", handle: null, apiWorkspaceId: null };

async function invite(service: IdentityService, email: string, invitedTo: InvitedTo = newWorkspace): Promise<string> {
  const now = new Date();
  const link = await service.database.orm.transaction((within) => inviteMember(within, email, invitedTo, now));
  if (link === null) throw new Error("The handle is taken.");
  return link.token;
}

const check = (service: IdentityService, token: string) => service.post("/member_invitation_checks", { token });
const accept = (service: IdentityService, token: string, more: object = {}) =>
  service.post("/member_invitation_acceptances", { token, name: "Ada Marsh", password: goodPassword, ...more });

/** Somebody who made a workspace by an invitation. */
async function found(service: IdentityService, invitedTo: InvitedTo = newWorkspace) {
  const [email, handle] = [newEmail(), newHandle()];
  const given = { workspaceName: "Harbour Homes", workspaceHandle: handle };
  const { record } = await accept(service, await invite(service, email, invitedTo), given);
  const token = String(record.attributes.token);
  return { email, handle, token, workspace: await workspaceOf(service, token) };
}

async function workspaceOf(service: IdentityService, token: string): Promise<Readonly<Record<string, unknown>>> {
  const { attributes } = (await service.get("/sessions/current", { token })).record;
  const [first] = Array.isArray(attributes.workspaces) ? attributes.workspaces : [];
  return first;
}

const idOf = ({ workspace }: Awaited<ReturnType<typeof found>>) => String(workspace.id);

const invitedTest = identityTest({ registration: "invited" });

describe("where people are invited", () => {
  const test = invitedTest;

  test("nobody registers, makes a workspace or verifies what was registered before", async ({ service }) => {
    const { attributes } = newRegistration();
    expect(await service.post("/registrations", attributes)).toMatchObject({ status: 403, problem: "403 forbidden" });
    const verification = { token: "A".repeat(43), password: goodPassword };
    expect((await service.post("/verifications", verification)).status).toBe(403);
    const { token } = await found(service);
    const wanted = { name: "Another", handle: newHandle() };
    expect((await service.post("/workspaces", wanted, { token })).status).toBe(403);
    const { permissions } = (await service.get("/sessions/current", { token })).record.attributes;
    expect(permissions).toContain("clients.create");
    expect(permissions).not.toContain("workspace.create");
  });

  test("a link without a workspace makes its owner one, on the plan with roles", async ({ service }) => {
    const { email, workspace, handle, token } = await found(service);
    expect(workspace).toMatchObject({ name: "Harbour Homes", handle, role: "owner", plan: "standard" });
    expect((await service.get("/sessions/current", { token })).record.attributes.person).toMatchObject({
      name: "Ada Marsh",
      email,
    });
    expect((await service.post("/sessions", { email, password: goodPassword })).status).toBe(201);
  });

  test("a link to a workspace makes a member of it, with a role", async ({ service }) => {
    const owner = await found(service);
    const email = newEmail();
    const token = await invite(service, email, { workspaceId: idOf(owner), role: "manager" });
    expect((await check(service, token)).record.attributes).toEqual({
      email,
      role: "manager",
      name: null,
      workspace_name: "Harbour Homes",
      workspace_handle: null,
      joins_at_once: false,
    });
    const answer = await accept(service, token);
    expect(answer.status).toBe(201);
    expect(await workspaceOf(service, String(answer.record.attributes.token))).toMatchObject({
      handle: owner.handle,
      role: "manager",
    });
  });

  test("looking does not use a link up; it works once, for 7 days", async ({ service }) => {
    const owner = await found(service);
    const to: InvitedTo = { workspaceId: idOf(owner), role: "member" };
    const token = await invite(service, newEmail(), to);
    for (let turn = 0; turn < 3; turn += 1) expect((await check(service, token)).status).toBe(201);
    const answers = await Promise.all(Array.from({ length: 5 }, () => accept(service, token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404, 404, 404, 404]);
    expect((await check(service, token)).status).toBe(404);
    const late = await invite(service, newEmail(), to);
    service.pass(7 * day + 1000);
    expect((await check(service, late)).status).toBe(404);
    expect((await accept(service, late)).status).toBe(404);
    service.pass(-7 * day - 1000);
  });

  test("a link made anew ends the one before to the same workspace, and no other", async ({ service }) => {
    const [one, other] = [await found(service), await found(service)];
    const email = newEmail();
    const earlier = await invite(service, email, { workspaceId: idOf(one), role: "member" });
    const elsewhere = await invite(service, email, { workspaceId: idOf(other), role: "member" });
    const later = await invite(service, email, { workspaceId: idOf(one), role: "admin" });
    const statuses = await Promise.all([earlier, elsewhere, later].map(async (token) => check(service, token)));
    expect(statuses.map(({ status }) => status)).toEqual([404, 201, 201]);
  });

  test("who has an account already joins with it, gets the new password, and is signed out elsewhere", async ({
    service,
  }) => {
    const [one, other] = [await found(service), await found(service)];
    const token = await invite(service, one.email, { workspaceId: idOf(other), role: "instructor" });
    expect((await check(service, token)).record.attributes.name).toBe("Ada Marsh");
    const password = "quartz meadow 71 plum";
    expect((await accept(service, token, { name: "Ada B. Marsh", password })).status).toBe(201);
    expect((await service.get("/sessions/current", { token: one.token })).status).toBe(401);
    expect((await service.post("/sessions", { email: one.email, password: goodPassword })).status).toBe(401);
    const { record } = await service.post("/sessions", { email: one.email, password });
    const { attributes } = (await service.get("/sessions/current", { token: String(record.attributes.token) })).record;
    expect(attributes).toMatchObject({
      person: { first_name: "Ada B.", last_name: "Marsh" },
      workspaces: [
        { handle: one.handle, role: "owner" },
        { handle: other.handle, role: "instructor" },
      ],
    });
  });

  test("who belongs to the workspace already keeps their role", async ({ service }) => {
    const owner = await found(service);
    const token = await invite(service, owner.email, { workspaceId: idOf(owner), role: "instructor" });
    const { record } = await accept(service, token);
    expect(await workspaceOf(service, String(record.attributes.token))).toMatchObject({ role: "owner" });
  });

  test.for([
    ["workspace_name", { workspaceHandle: "x" }],
    ["workspace_handle", { workspaceName: "Harbour Homes" }],
    ["workspace_handle", { workspaceName: "Harbour Homes", workspaceHandle: "login" }],
    ["workspace_handle", { workspaceName: "Harbour Homes", workspaceHandle: "no way" }],
    ["password", { workspaceName: "Harbour Homes", workspaceHandle: "taken-by-nobody", password: "password1234" }],
    ["name", { name: " " }],
  ] as const)("what is wrong with %s is said, and the link still works", async ([field, given], { service }) => {
    const token = await invite(service, newEmail());
    const answer = await accept(service, token, given);
    expect(answer.problem).toBe(`400 invalid_attribute /data/attributes/${field}`);
    expect((await check(service, token)).status).toBe(201);
  });

  test("a handle that an invitation proposes is held for it, and one that is taken is refused", async ({ service }) => {
    const handle = newHandle();
    const token = await invite(service, newEmail(), { ...newWorkspace, handle });
    expect((await check(service, token)).record.attributes.workspace_handle).toBe(handle);
    const others = { workspaceName: "Others", workspaceHandle: handle };
    expect((await accept(service, await invite(service, newEmail()), others)).problem).toBe(
      "400 invalid_attribute /data/attributes/workspace_handle",
    );
    await expect(invite(service, newEmail(), { ...newWorkspace, handle })).rejects.toThrow("taken");
    expect((await accept(service, token, others)).status).toBe(201);
  });

  test("the API's id of a workspace is told to its members, and belongs to one workspace", async ({ service }) => {
    const apiWorkspaceId = `tenant-${randomUUID()}`;
    const one = await found(service, { ...newWorkspace, apiWorkspaceId });
    expect(one.workspace.api_workspace_id).toBe(apiWorkspaceId);
    const other = await found(service);
    expect(other.workspace.api_workspace_id).toBeNull();
    expect(await connectWorkspace(service.database.orm, idOf(other), apiWorkspaceId)).toBe(false);
    expect(await connectWorkspace(service.database.orm, idOf(other), `${apiWorkspaceId}-2`)).toBe(true);
    expect((await workspaceOf(service, other.token)).api_workspace_id).toBe(`${apiWorkspaceId}-2`);
    // Nobody sets it from a page: whoever did could choose anybody's records.
    const change = { name: "Mine", apiWorkspaceId };
    const path = `/workspaces/${idOf(other)}`;
    const answer = await service.send("PATCH", path, change, { token: other.token });
    expect(answer.status).toBe(422);
  });
});

const closedTest = identityTest({ registration: "closed" });

describe("where nobody new is let in", () => {
  const test = closedTest;

  test("an invitation made before is refused, and used by nobody", async ({ service }) => {
    const token = await invite(service, newEmail());
    expect((await check(service, token)).status).toBe(403);
    const given = { workspaceName: "Harbour Homes", workspaceHandle: newHandle() };
    expect((await accept(service, token, given)).status).toBe(403);
    expect((await service.post("/registrations", newRegistration().attributes)).status).toBe(403);
  });
});

const first = identityTest({ open: openOwnDatabase, registration: "invited", apiWorkspaceId: "tenant-1" });

first(
  "the first workspace gets the API's id of the settings, later ones only what was named for them",
  async ({ service }) => {
    expect((await found(service)).workspace.api_workspace_id).toBe("tenant-1");
    expect((await found(service)).workspace.api_workspace_id).toBeNull();
    expect((await found(service, { ...newWorkspace, apiWorkspaceId: "tenant-2" })).workspace.api_workspace_id).toBe(
      "tenant-2",
    );
  },
);
