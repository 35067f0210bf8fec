import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { recordAccess } from "#server/upstream/identity/access-events.ts";
import { setPasswordHash } from "#server/upstream/identity/accounts.ts";
import { createPasswordHasher } from "#server/upstream/identity/password-hasher.ts";
import { goodPassword } from "#tests/support/identity-service.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = newWorkspaceTest();

const laptop = { "x-visitor-device": "Firefox on Linux", "x-visitor-network": "203.0.113.x" };

const kindsFor = async (person: TestPerson, query = "") =>
  (await person.get(`/audit_events?page[limit]=250${query}`)).records.map(({ attributes }) => attributes.kind);

/** Signs somebody in by a password that they get first; gives the answer's status. */
async function signIn(service: UpstreamService, { accountId }: TestPerson, password = goodPassword): Promise<number> {
  const { rows } = await service.database.pool.query<{ email: string }>(
    "select email from upstream.accounts where id = $1",
    [accountId],
  );
  const attributes = { email: rows[0]?.email, password };
  return (await service.send("POST", "/sessions", { type: "session", attributes, headers: laptop })).status;
}

test("an event says from where its write came, and nothing where the caller does not say", async ({ owner }) => {
  const attributes = { name: "Maya", email: `${randomUUID()}@client.example` };
  await owner.send("POST", "/clients", { type: "client", attributes, headers: laptop });
  await owner.newClient();
  const { records } = await owner.get("/audit_events?filter[topic]=clients");
  expect(records.map(({ attributes: { kind, device, network } }) => [kind, device, network])).toEqual([
    ["client.created", null, null],
    ["client.created", "Firefox on Linux", "203.0.113.x"],
  ]);
  expect((await owner.get(`/audit_events/${records[1]?.id}`)).record).toEqual(records[1]);
  // The log of records stays what it was.
  const [event] = (await owner.get("/activities?filter[topic]=clients")).records;
  expect(Object.keys(event?.attributes ?? {})).not.toContain("device");
});

test("writes side by side keep their own origins", async ({ owner }) => {
  const devices = Array.from({ length: 12 }, (_, index) => `Browser ${index}`);
  await Promise.all(
    devices.map((device) =>
      owner.send("POST", "/clients", {
        type: "client",
        attributes: { name: device, email: `${randomUUID()}@client.example` },
        headers: { "x-visitor-device": device },
      }),
    ),
  );
  const { records } = await owner.get("/audit_events?filter[topic]=clients");
  expect(records).toHaveLength(12);
  for (const { attributes } of records) expect(attributes.device).toBe(attributes.client_name);
});

test("each workspace of a person has their sign-ins, failed ones and new passwords, and keeps them", async ({
  service,
  workspace,
  owner,
}) => {
  const member = await workspace.join("member");
  await setPassword(service, member);
  expect(await signIn(service, member)).toBe(201);
  for (let tries = 0; tries < 12; tries += 1) await signIn(service, member, "not the right one");
  await member.send("DELETE", "/sessions/others", { headers: laptop });
  await member.send("DELETE", "/sessions/current");
  const { records } = await owner.get("/audit_events?filter[topic]=access");
  expect(records.map(({ attributes: { kind, changes, device } }) => [kind, changes, device])).toEqual([
    ["account.signed_out", [], null],
    ["account.session_ended", [], "Firefox on Linux"],
    ["account.sign_in_failed", [{ field: "tries", before: null, after: 10 }], "Firefox on Linux"],
    ["account.sign_in_failed", [], "Firefox on Linux"],
    ["account.signed_in", [], "Firefox on Linux"],
  ]);
  for (const { attributes } of records)
    expect([attributes.actor_name, attributes.actor_account_id]).toEqual(["Ada Marsh", member.accountId]);
  expect(await kindsFor(owner, "&filter[topic]=access&page[limit]=1")).toHaveLength(1);
  // They are no news of records.
  expect((await owner.get("/activities?filter[topic]=access")).records).toEqual([]);
  await service.database.pool.query("delete from upstream.access_events where account_id = $1", [member.accountId]);
  expect((await owner.get("/audit_events?filter[topic]=access")).records).toHaveLength(5);
});

test("sign-ins by a linked account are in the log, and what histories have already is not there twice", async ({
  service,
  owner,
}) => {
  const { orm } = service.database;
  const request = new Request("http://upstream.test/api", { headers: laptop });
  const kinds = [
    "openid_linked",
    "signed_in_by_provider",
    "openid_unlinked",
    "email_changed",
    "email_change_stopped",
  ] as const;
  for (const kind of kinds) await recordAccess(orm, kind, owner, request, new Date());
  expect(await kindsFor(owner, "&filter[topic]=access")).toEqual([
    "account.email_change_stopped",
    "account.signed_in_by_provider",
  ]);
});

/** Gives somebody a password, as a reset link would. */
async function setPassword(service: UpstreamService, { accountId }: TestPerson): Promise<void> {
  const hash = await createPasswordHasher().hash(goodPassword);
  await setPasswordHash(service.database.orm, accountId, hash, new Date());
}

test("owners and admins find all events, managers those of records, members their own, instructors none", async ({
  service,
}) => {
  const workspace = await service.newWorkspace("standard");
  const { owner } = workspace;
  const people = {
    admin: await workspace.join("admin"),
    manager: await workspace.join("manager"),
    member: await workspace.join("member"),
    instructor: await workspace.join("instructor"),
  };
  await owner.newClient();
  await people.member.newClient();
  await setPassword(service, people.member);
  await signIn(service, people.member);
  const exported = { type: "export", attributes: { contents: "clients" } };
  expect((await owner.send("POST", "/exports", exported)).status).toBe(204);
  const all = ["workspace.clients_exported", "account.signed_in", "client.created", "client.created"];
  for (const person of [owner, people.admin]) expect(await kindsFor(person)).toEqual([...all, "workspace.created"]);
  expect(await kindsFor(people.manager)).toEqual(["client.created", "client.created"]);
  expect(await kindsFor(people.member)).toEqual(["account.signed_in", "client.created"]);
  expect((await people.instructor.get("/audit_events")).problem).toBe("403 forbidden");
  const [event] = (await owner.get("/audit_events")).records;
  for (const { get } of [people.manager, people.member, people.instructor])
    expect((await get(`/audit_events/${event?.id}`)).problem).toBe("404 not_found");
  const stranger = (await service.newWorkspace("standard")).owner;
  expect((await stranger.get(`/audit_events/${event?.id}`)).problem).toBe("404 not_found");
  expect(await kindsFor(stranger)).toEqual(["workspace.created"]);
});

test("only who may export takes lists out, and everybody's downloads are noted", async ({ service }) => {
  const workspace = await service.newWorkspace("standard");
  const manager = await workspace.join("manager");
  const note = (person: TestPerson, attributes: object) =>
    person.send("POST", "/exports", { type: "export", attributes });
  for (const contents of ["clients", "packages", "activity"]) {
    expect((await note(manager, { contents })).problem).toBe("403 forbidden");
    expect((await note(workspace.owner, { contents })).status).toBe(204);
  }
  expect((await note(manager, { contents: "documents", name: "Inspections" })).status).toBe(204);
  expect((await note(manager, { contents: "showing" })).status).toBe(204);
  expect((await note(manager, { contents: "everything" })).problem).toMatch(/^400 /);
  const { records } = await workspace.owner.get("/audit_events?page[limit]=5");
  expect(records.map(({ attributes: { label, changes } }) => [label, changes])).toEqual([
    ["Showing downloaded for a calendar", []],
    ["Documents downloaded as a zip file", [{ field: "name", before: null, after: "Inspections" }]],
    ["Audit log exported", []],
    ["Properties exported", []],
    ["Clients exported", []],
  ]);
});

test("no call and no statement changes or deletes an event, but events go with a record that is purged", async ({
  service,
  owner,
}) => {
  const client = await owner.newClient();
  const [event] = (await owner.get("/audit_events?filter[topic]=clients")).records;
  for (const method of ["POST", "PATCH", "DELETE", "PUT"]) {
    expect((await owner.send(method, `/audit_events/${event?.id}`)).status).toBe(405);
    expect((await owner.send(method, "/audit_events")).status).toBe(405);
  }
  const { pool } = service.database;
  for (const statement of [
    "update upstream.activities set label = 'Nothing' where id = $1",
    "update upstream.activities set occurred_at = now() where id = $1",
    "update upstream.activities set changes = '[]', network = '' where id = $1",
    "update upstream.activities set actor_account_id = (select id from upstream.accounts a where a.id <> actor_account_id limit 1) where id = $1",
    "delete from upstream.activities where id = $1",
  ])
    await expect(pool.query(statement, [event?.id])).rejects.toThrow("never changed or deleted");
  expect((await owner.get(`/audit_events/${event?.id}`)).record).toEqual(event);
  await pool.query("delete from upstream.clients where id = $1", [client.id]);
  expect((await owner.get(`/audit_events/${event?.id}`)).problem).toBe("404 not_found");
});
