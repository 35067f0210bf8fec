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

const namesOf = ({ records }: Awaited<ReturnType<typeof list>>) =>
  records.map(({ attributes }) => attributes.first_name);

test("they are searched by name, email, address and phone number, and sorted by name, role and last seen", async ({
  service,
}) => {
  await service.database.pool.query(
    `UPDATE upstream.accounts SET first_name = 'Élodie', address = '12 Quai Voltaire', phone_number = '(206) 555-0177'
     WHERE email = 'member7@agency.example'`,
  );
  for (const words of ["elodie", "ÉLODIE last7", "member7@", "quai voltaire", "206 555-0177"])
    expect(namesOf(await list(service, `filter[search]=${encodeURIComponent(words)}`)), words).toEqual(["Élodie"]);
  expect((await list(service, "filter[search]=100%25")).records).toEqual([]);
  expect(namesOf(await list(service, "sort=name&page[limit]=1"))).toEqual(["Élodie"]);
  expect(namesOf(await list(service, "sort=role&page[limit]=1"))).toEqual(["Maya"]);
  expect(namesOf(await list(service, "sort=-last_seen_at&page[limit]=1"))).toEqual(["Maya"]);
  const first = await list(service, "sort=-last_seen_at&page[limit]=2");
  const next = await list(service, `sort=-last_seen_at&page[limit]=250&page[after]=${cursorOf(first)}`);
  expect(first.records.length + next.records.length).toBe(21);
});

const cursorOf = ({ document }: Awaited<ReturnType<typeof list>>) =>
  new URLSearchParams(document.links?.next?.split("?")[1]).get("page[after]");

test("who was in the workspace is seen there, to within five minutes", async ({ service }) => {
  const person = await service.newOwner();
  const seen = async () => (await list(service, "", person)).records[0]?.attributes.last_seen_at;
  const visit = () => service.get("/sessions/current", { token: person.token });
  expect(await seen()).toBeNull();
  await visit();
  const first = await seen();
  expect(first).toEqual(expect.stringMatching(/Z$/));
  await visit();
  expect(await seen()).toBe(first);
  service.pass(6 * 60_000);
  await visit();
  expect(String(await seen()) > String(first)).toBe(true);
});

test("notes about members are for those who manage members, and stay in their workspace", async ({ service }) => {
  const { pool } = service.database;
  await pool.query("UPDATE upstream.workspaces SET plan = 'standard' WHERE id = $1", [workspaceId]);
  const colleague = await service.newOwner();
  const theirs = (await service.get("/sessions/current", { token: colleague.token })).record.attributes.workspace_id;
  const find = async (caller: { token: string; workspaceId?: string }) =>
    (await service.get(`/accounts/members/${await idOf(service, colleague.email)}`, caller)).record.attributes;
  await pool.query(
    `INSERT INTO upstream.memberships (workspace_id, account_id, role, notes)
     SELECT $1, id, 'manager', 'Licensed until May' FROM upstream.accounts WHERE email = $2`,
    [workspaceId, colleague.email],
  );
  expect(await find(owner)).toMatchObject({ notes: "Licensed until May", role: "manager" });
  expect(await find({ token: colleague.token, workspaceId })).not.toHaveProperty("notes");
  expect(await find({ token: colleague.token, workspaceId: String(theirs) })).toMatchObject({
    notes: null,
    role: "owner",
  });
  const found = await service.get("/accounts/members?filter[search]=Licensed", { token: colleague.token, workspaceId });
  expect(found.records).toEqual([]);
});

async function idOf({ database }: IdentityService, email: string): Promise<string> {
  const { rows } = await database.pool.query("SELECT id FROM upstream.accounts WHERE email = $1", [email]);
  return String(rows[0].id);
}
