import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { countStatements } from "#tests/support/counted-statements.ts";
import { type IdentityService, newRegistration } from "#tests/support/identity-service.ts";
import { identityTest } from "#tests/support/upstream-test.ts";

const test = identityTest({});

const current = async (service: IdentityService, token: string, workspaceId?: string) =>
  (await service.get("/sessions/current", workspaceId === undefined ? { token } : { token, workspaceId })).record
    .attributes;

async function accountOf(service: IdentityService, email: string): Promise<string> {
  const { rows } = await service.database.pool.query<{ id: string }>(
    "SELECT id FROM upstream.accounts WHERE email = $1",
    [email],
  );
  return rows[0]?.id ?? "";
}

async function newWorkspace(service: IdentityService, token: string): Promise<string> {
  const answer = await service.post(
    "/workspaces",
    { name: "Second Home", handle: newRegistration().handle },
    { token },
  );
  return answer.record.id;
}

/** Makes an account a member of a workspace on the plan where roles count. */
async function join(service: IdentityService, workspaceId: string, email: string, role: string): Promise<void> {
  await service.database.pool.query("UPDATE upstream.workspaces SET plan = 'standard' WHERE id = $1", [workspaceId]);
  await service.database.pool.query(
    "INSERT INTO upstream.memberships (workspace_id, account_id, role) VALUES ($1, $2, $3)",
    [workspaceId, await accountOf(service, email), role],
  );
}

async function addClient(
  service: IdentityService,
  workspaceId: string,
  assignedAccountId: string | null,
): Promise<void> {
  await service.database.pool.query(
    `INSERT INTO upstream.clients (workspace_id, assigned_account_id, name, email, name_key, email_key, search_text)
     VALUES ($1, $2, 'Ann', 'ann@x.example', 'ann', 'ann@x.example', 'ann')`,
    [workspaceId, assignedAccountId],
  );
}

test("it tells everything about the current user in two queries, the look-up of the token included", async ({
  service,
}) => {
  const { email, handle, token } = await service.newOwner();
  const workspaceId = String((await current(service, token)).workspace_id);
  const accountId = await accountOf(service, email);
  await addClient(service, workspaceId, accountId);
  await addClient(service, workspaceId, null);
  const read = async () =>
    expect(await current(service, token, workspaceId)).toEqual({
      kind: "account",
      expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
      person: {
        id: accountId,
        name: "Maya Lindqvist",
        first_name: "Maya",
        last_name: "Lindqvist",
        email,
        phone_number: "+1 555 0100",
        photo_id: null,
      },
      workspaces: [
        {
          id: workspaceId,
          name: "Harbour Homes",
          handle,
          initials: "HH",
          role: "owner",
          plan: "free",
          time_zone: "America/New_York",
          api_workspace_id: null,
          logo_id: null,
          erased_at: null,
          is_shut: false,
        },
      ],
      workspace_id: workspaceId,
      has_deleted_workspaces: false,
      permissions: [
        "workspace.create",
        "clients.create",
        "packages.create",
        "opportunities.create",
        "documents.create",
        "tasks.create",
        "batches.create",
        "records.own_alone",
        "portal.invite",
        "messages.send",
        "clients.archive",
        "documents.purge",
        "packages.export",
        "clients.export",
        "opportunities.export",
        "activity.export",
        "clients.import",
        "workspace.update",
        "workspace.transfer",
        "workspace.delete",
        "workspace.export",
        "members.view",
        "members.manage",
        "activity.view",
        "billing.manage",
        "views.manage",
      ],
      counts: { clients: 2, tasks_due: 0, open_deals: 0, threads_unread: 0, notifications: 0 },
    });
  expect(await countStatements(service.database, read)).toBe(2);
});

test("without a workspace header, or with one that is not theirs, it is the first workspace", async ({ service }) => {
  const owner = await service.newOwner();
  const stranger = await service.newOwner();
  const first = String((await current(service, owner.token)).workspace_id);
  await addClient(service, first, null);
  const second = await newWorkspace(service, owner.token);
  const foreign = String((await current(service, stranger.token)).workspace_id);
  expect(await current(service, owner.token, second)).toMatchObject({ workspace_id: second, counts: { clients: 0 } });
  for (const header of [foreign, randomUUID(), "nonsense", ""]) {
    const attributes = await current(service, owner.token, header);
    expect(attributes).toMatchObject({ workspace_id: first, counts: { clients: 1 } });
    expect(attributes.permissions).toContain("workspace.update");
  }
});

test("a user without a workspace may only create one", async ({ service }) => {
  const { email, token } = await service.newOwner();
  await service.database.pool.query("DELETE FROM upstream.memberships WHERE account_id = $1", [
    await accountOf(service, email),
  ]);
  expect(await current(service, token)).toMatchObject({
    workspaces: [],
    workspace_id: null,
    permissions: ["workspace.create"],
    counts: { clients: 0 },
  });
});

test("a member sees the number of their own clients, and a changed role counts at once", async ({ service }) => {
  const [owner, member] = [await service.newOwner(), await service.newOwner()];
  const workspaceId = String((await current(service, owner.token)).workspace_id);
  await join(service, workspaceId, member.email, "member");
  await addClient(service, workspaceId, await accountOf(service, member.email));
  await addClient(service, workspaceId, await accountOf(service, owner.email));
  const asMember = await current(service, member.token, workspaceId);
  expect(asMember).toMatchObject({ workspace_id: workspaceId, counts: { clients: 1 } });
  expect(asMember.permissions).not.toContain("workspace.update");

  const promote = "UPDATE upstream.memberships SET role = $2 WHERE workspace_id = $1 AND role <> 'owner'";
  await service.database.pool.query(promote, [workspaceId, "admin"]);
  const asAdmin = await current(service, member.token, workspaceId);
  expect(asAdmin).toMatchObject({ counts: { clients: 2 } });
  expect(asAdmin.permissions).toContain("workspace.update");

  await service.database.pool.query(promote, [workspaceId, "instructor"]);
  expect((await current(service, member.token, workspaceId)).permissions).toEqual(["workspace.create", "members.view"]);
});

test("an invalid token belongs to no session", async ({ service }) => {
  for (const authorization of ["Bearer x", `Bearer ${"A".repeat(43)}`, "Basic abc", "Bearer", ""]) {
    const answer = await service.get("/sessions/current", { headers: { authorization } });
    expect(answer.problem).toBe("401 unauthenticated");
  }
});
