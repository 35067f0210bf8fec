import { expect } from "vitest";
import type { IdentityService, Owner } from "#tests/support/identity-service.ts";
import { identityTest } from "#tests/support/upstream-test.ts";

const test = identityTest({});
let owner: Owner;
let workspaceId: string;
test.beforeAll(async ({ service }) => {
  owner = await service.newOwner();
  const current = await service.get("/sessions/current", { token: owner.token });
  workspaceId = String(current.record.attributes.workspace_id);
  await service.database.pool.query(
    `WITH added AS (
       INSERT INTO upstream.accounts (email, first_name, last_name)
       SELECT 'member' || n || '@agency.example', 'First' || n, 'Last' || n FROM generate_series(1, 20) n RETURNING id
     ) INSERT INTO upstream.memberships (workspace_id, account_id, role) SELECT $1, id, 'member' FROM added`,
    [workspaceId],
  );
});

const list = (service: IdentityService, query: string, { token } = owner) =>
  service.get(`/accounts/members?${query}`, { token });

test("members are listed newest first, 15 a page, each with role and name", async ({ service }) => {
  const { records, status } = await list(service, "page[count]=true");
  expect(status).toBe(200);
  expect(records).toHaveLength(15);
  expect(records[0]).toMatchObject({ type: "account", attributes: { role: "member", address: null, notes: null } });
  const oldest = await list(service, "sort=inserted_at&page[limit]=1");
  expect(oldest.records).toMatchObject([
    {
      attributes: {
        first_name: "Maya",
        last_name: "Lindqvist",
        full_name: "Maya Lindqvist",
        email: owner.email,
        phone_number: "+1 555 0100",
        profile_picture: null,
        role: "owner",
      },
    },
  ]);
  expect(Object.keys(oldest.records[0]?.attributes ?? {})).not.toContain("password_hash");
});

test("one member is read by id, and no other workspace's", async ({ service }) => {
  const [first] = (await list(service, "page[limit]=1")).records;
  const one = await service.get(`/accounts/members/${first?.id}`, { token: owner.token });
  expect(one.record).toEqual(first);
  const stranger = await service.newOwner();
  expect((await service.get(`/accounts/members/${first?.id}`, { token: stranger.token })).status).toBe(404);
  expect((await list(service, "", stranger)).records).toHaveLength(1);
});

test("without a session, or in a workspace that is not one's own, there are none", async ({ service }) => {
  expect((await service.get("/accounts/members")).status).toBe(401);
  const stranger = await service.newOwner();
  expect((await service.get("/accounts/members", { token: stranger.token, workspaceId })).status).toBe(404);
});
