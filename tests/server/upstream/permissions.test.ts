import { expect } from "vitest";
import type { Role } from "#server/upstream/engine/current-user.ts";
import { permissionsOf } from "#server/upstream/permissions.ts";
import type { TestPerson, TestWorkspace } from "#tests/support/upstream-service.ts";
import { sharedWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = sharedWorkspaceTest();

const everything = [
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
];
const ofAdmins = everything.filter(
  (permission) => !["workspace.transfer", "workspace.delete", "billing.manage"].includes(permission),
);

test.for<[Role, readonly string[]]>([
  ["owner", everything],
  ["admin", ofAdmins],
  [
    "manager",
    [
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
      "clients.import",
      "members.view",
      "activity.view",
      "views.manage",
    ],
  ],
  [
    "member",
    [
      "workspace.create",
      "clients.create",
      "packages.create",
      "opportunities.create",
      "documents.create",
      "tasks.create",
      "batches.create",
      "portal.invite",
      "messages.send",
      "clients.archive",
      "clients.import",
      "members.view",
      "activity.view",
    ],
  ],
  ["instructor", ["workspace.create", "members.view"]],
])("what the %s may do on Standard, and on Free, where everybody is an administrator", ([role, permissions]) => {
  expect(permissionsOf({ role, plan: "standard" }, "open")).toEqual(permissions);
  expect(permissionsOf({ role, plan: "free" }, "open")).toEqual(role === "owner" ? everything : ofAdmins);
});

test("without a workspace a user may create one where registration is open, and nowhere else", () => {
  expect(permissionsOf({ role: null, plan: null }, "open")).toEqual(["workspace.create"]);
  for (const mode of ["invited", "closed"] as const) {
    expect(permissionsOf({ role: null, plan: null }, mode)).toEqual([]);
    expect(permissionsOf({ role: "owner", plan: "standard" }, mode)).toEqual(everything.slice(1));
  }
});

interface AccessScope {
  /** How many of two clients, one of them their own where they can have one, somebody sees. */
  readonly sees: number;
  readonly can: readonly string[];
  /** What a change and an archival of somebody else's client are answered with. */
  readonly others: number;
  readonly creates: number;
}

const all: AccessScope = { sees: 2, can: ["update", "archive"], others: 200, creates: 201 };

async function accessScopeOf(workspace: TestWorkspace, person: TestPerson): Promise<AccessScope> {
  const theirs = await workspace.owner.newClient({ name: "Somebody Else's" });
  const attributes = { name: "Their Own", email: "own@client.example" };
  const created = await person.send("POST", "/clients", { type: "client", attributes });
  if (created.status === 403) await workspace.owner.newClient();
  const list = await person.get("/clients?page[count]=true");
  expect(list.document.meta?.page?.total).toBe(list.records.length);
  const change = await person.send("PATCH", `/clients/${theirs.id}`, {
    type: "client",
    attributes: { name: "Changed" },
  });
  const archival = await person.send("POST", `/clients/${theirs.id}/archival`);
  expect(archival.status).toBe(change.status);
  const [first] = list.records;
  return { sees: list.records.length, can: first?.meta.can ?? [], others: change.status, creates: created.status };
}

test.for<[Role, AccessScope]>([
  ["admin", all],
  ["manager", all],
  ["member", { ...all, sees: 1, others: 404 }],
  ["instructor", { sees: 2, can: [], others: 403, creates: 403 }],
])("on Standard clients are the %s's as the product says", async ([role, reach], { service }) => {
  const workspace = await service.newWorkspace("standard");
  expect(await accessScopeOf(workspace, await workspace.join(role))).toEqual(reach);
});

test.for<Role>(["admin", "manager", "member", "instructor"])(
  "on Free the %s acts as an administrator",
  async (role, { service }) => {
    const workspace = await service.newWorkspace("free");
    expect(await accessScopeOf(workspace, await workspace.join(role))).toEqual(all);
  },
);

test("a member sees the profile, household and history of their own clients only", async ({ service }) => {
  const workspace = await service.newWorkspace();
  const member = await workspace.join("member");
  const own = await member.newClient();
  const other = await workspace.owner.newClient();
  for (const [client, status] of [
    [own, 200],
    [other, 404],
  ] as const) {
    const profile = client.relationships?.buyer_profile?.data;
    const id = profile && "id" in profile ? profile.id : "";
    const change = { type: "buyer_profile", attributes: { minBeds: 3 } };
    expect((await member.send("PATCH", `/buyer_profiles/${id}`, change)).status).toBe(status);
    const attributes = { clientId: client.id, name: "Theo", email: "theo@client.example" };
    const added = await member.send("POST", "/client_people", { type: "client_person", attributes });
    expect(added.status).toBe(status === 200 ? 201 : 404);
  }
  const seen = await member.get("/activities");
  expect(new Set(seen.records.map(({ attributes }) => attributes.client_id))).toEqual(new Set([own.id]));
  expect((await member.get(`/activities?filter[client_id]=${other.id}`)).records).toEqual([]);
});

test("an instructor reads a client's profile and history, and changes nothing", async ({ service }) => {
  const workspace = await service.newWorkspace();
  const instructor = await workspace.join("instructor");
  const client = await workspace.owner.newClient();
  const read = await instructor.get(`/clients/${client.id}?include=buyer_profile`);
  expect(read.document.included?.[0]?.meta.can).toEqual([]);
  const profile = read.document.included?.[0]?.id;
  const change = { type: "buyer_profile", attributes: { minBeds: 3 } };
  expect((await instructor.send("PATCH", `/buyer_profiles/${profile}`, change)).problem).toBe("403 forbidden");
  const attributes = { clientId: client.id, name: "Theo", email: "theo@client.example" };
  expect((await instructor.send("POST", "/client_people", { type: "client_person", attributes })).problem).toBe(
    "403 forbidden",
  );
  expect((await instructor.get(`/activities?filter[client_id]=${client.id}`)).records).toHaveLength(1);
});
