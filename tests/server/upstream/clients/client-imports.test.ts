import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import * as fc from "fast-check";
import { describe, expect, vi } from "vitest";
import { client } from "#server/upstream/clients/client.ts";
import { clientImporting } from "#server/upstream/clients/client-import-routes.ts";
import { checkEntries, givenEntry, maxEntries } from "#server/upstream/clients/import-entries.ts";
import { findDuplicates } from "#server/upstream/clients/import-writes.ts";
import type { Member } from "#server/upstream/engine/current-user.ts";
import { recordEvent } from "#server/upstream/engine/history.ts";
import { runImport } from "#server/upstream/imports/running.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { newWorkspaceTest, upstreamTests } from "#tests/support/upstream-test.ts";

const test = newWorkspaceTest();

interface Entry {
  readonly row: number;
  readonly name: string;
  readonly email: string;
  readonly [more: string]: unknown;
}

const entryOf = (row: number, more: object = {}): Entry => ({
  row,
  name: `Client ${row}`,
  email: `client${row}@import.example`,
  ...more,
});

const memberOf = (person: TestPerson): Member => ({
  ...person,
  kind: "account",
  sessionId: "",
  role: "owner",
  plan: "standard",
  today: "2026-03-02",
});

const check = (person: TestPerson, entries: readonly Entry[]) =>
  person.send("POST", "/client_imports", { type: "client_import", attributes: { fileName: "clients.csv", entries } });
const complete = (person: TestPerson, id: string) => person.send("POST", `/client_imports/${id}/completion`);
const undo = (person: TestPerson, id: string) => person.send("POST", `/client_imports/${id}/undoing`);
const namesOf = async (person: TestPerson) =>
  (await person.get("/clients?sort=name&page[limit]=250")).records.map(({ attributes }) => attributes.name);

test("checking a file creates no client, and lists problems and existing clients by row", async ({ owner }) => {
  const there = await owner.newClient({ email: "Maya@Client.example" });
  const phone = await owner.newClient({ name: "Élodie Roy", phoneNumber: "+1 (206) 555-0142" });
  const before = await namesOf(owner);
  const answer = await check(owner, [
    entryOf(2),
    entryOf(3, { email: "nowhere" }),
    entryOf(4, { name: " ", email: "" }),
    entryOf(5, { email: "maya@client.EXAMPLE" }),
    entryOf(6, { name: "elodie roy", phone: "206.555.0142" }),
    entryOf(7, { email: "CLIENT2@import.example" }),
  ]);
  expect(answer.problem).toBe("");
  expect(answer.record.attributes).toMatchObject({
    state: "checked",
    ready: 1,
    imported: 0,
    problems: [
      { row: 3, name: "Client 3", detail: "Invalid email." },
      { row: 4, name: "", detail: "Name must be at least 1 character. Enter an email or a phone number." },
    ],
    doubles: [
      { row: 5, client_id: there.id, same_as_row: null },
      { row: 6, client_id: phone.id, same_as_row: null },
      { row: 7, client_id: null, same_as_row: 2 },
    ],
  });
  expect(answer.record.meta.can).toEqual(["update", "complete"]);
  expect(await namesOf(owner)).toEqual(before);
});

test("a household's addresses are checked as the client's own, against other clients and within the file", async ({
  owner,
}) => {
  const there = await owner.newClient({ email: "spouse@there.example" });
  const people = (email: string) => ({ people: [{ name: "Sam Spouse", email }] });
  const answer = await check(owner, [
    entryOf(2, people("Spouse@There.example")),
    entryOf(3, people("sam@import.example")),
    entryOf(4, { email: "SAM@import.example" }),
    entryOf(5, { ...people("sam@import.example"), email: "own5@import.example" }),
  ]);
  expect(answer.record.attributes).toMatchObject({
    ready: 1,
    doubles: [
      { row: 2, client_id: there.id, same_as_row: null },
      { row: 4, client_id: null, same_as_row: 3 },
      { row: 5, client_id: null, same_as_row: 3 },
    ],
  });
});

test("an import makes each client with profile and history, once, and tells the workspace's log", async ({ owner }) => {
  const more = { phone: "206 555 0100", tags: ["Cash"], areas: ["Ballard", "Fremont"], notes: "Quiet.\r\nNo stairs." };
  const { record } = await check(owner, [entryOf(2, more), entryOf(3)]);
  const done = await complete(owner, record.id);
  expect(done.record).toMatchObject({
    attributes: { state: "completed", imported: 2, ready: 0 },
    meta: { can: ["undo"] },
  });
  expect((await complete(owner, record.id)).problem).toBe("403 forbidden");
  const { records, document } = await owner.get("/clients?sort=name&include=buyer_profile&page[count]=true");
  expect(document.meta?.page?.total).toBe(2);
  expect(records[0]?.attributes).toMatchObject({
    name: "Client 2",
    phone_number: "206 555 0100",
    tags: ["Cash"],
    assigned_account_id: owner.accountId,
  });
  expect(document.included?.map(({ attributes }) => attributes)).toContainEqual(
    expect.objectContaining({ preferred_areas: ["Ballard", "Fremont"], notes: "Quiet.\nNo stairs." }),
  );
  const { records: events } = await owner.get(`/activities?filter[client_id]=${records[0]?.id}`);
  expect(events.map(({ attributes }) => attributes.label)).toEqual(["Client created"]);
  const [latest] = (await owner.get("/activities")).records;
  expect(latest?.attributes).toMatchObject({ label: "Clients imported", changes: [{ field: "clients", after: 2 }] });
});

test("importing a file again finds every client, and two imports at once create no client twice", async ({
  workspace,
  owner,
}) => {
  const entries = [entryOf(2), entryOf(3)];
  const [first, other] = [await check(owner, entries), await check(await workspace.join("admin"), entries)];
  const done = await Promise.all([complete(owner, first.record.id), complete(owner, other.record.id)]);
  expect(done.map(({ record }) => Number(record.attributes.imported)).sort()).toEqual([0, 2]);
  expect(await namesOf(owner)).toEqual(["Client 2", "Client 3"]);
  const again = await check(owner, entries);
  expect(again.record.attributes).toMatchObject({ ready: 0, problems: [], doubles: [{ row: 2 }, { row: 3 }] });
});

test("an import is undone as a whole, and can be repeated", async ({ owner }) => {
  const stays = await owner.newClient({ name: "Stays" });
  const { record } = await check(owner, [entryOf(2), entryOf(3)]);
  await complete(owner, record.id);
  const undone = await undo(owner, record.id);
  expect(undone.record).toMatchObject({ attributes: { state: "undone" }, meta: { can: [] } });
  const { records, document } = await owner.get("/clients?page[count]=true");
  expect([records.map(({ id }) => id), document.meta?.page?.total]).toEqual([[stays.id], 1]);
  const again = await check(owner, [entryOf(2), entryOf(3)]);
  expect((await complete(owner, again.record.id)).record.attributes.imported).toBe(2);
});

test("an import cannot be undone once one of its clients has been worked with", async ({ owner }) => {
  const { record } = await check(owner, [entryOf(2), entryOf(3)]);
  await complete(owner, record.id);
  const [, used] = (await owner.get("/clients?sort=name")).records;
  const attributes = { clientId: used?.id, name: "Theo", email: "theo@client.example" };
  await owner.send("POST", "/client_people", { type: "client_person", attributes });
  const { attributes: told } = (await owner.get(`/client_imports/${record.id}`)).record;
  expect(told.used).toEqual([{ id: used?.id, name: "Client 3" }]);
  expect((await undo(owner, record.id)).problem).toBe("409 import_in_use");
  expect(await namesOf(owner)).toEqual(["Client 2", "Client 3"]);
});

describe.each(upstreamTests())("on the $name database", ({ test }) => {
  test("a write to a client while its import is being undone is not lost", async ({ service, owner: person }) => {
    const { record } = await check(person, [entryOf(2), entryOf(3)]);
    await complete(person, record.id);
    const [, used] = (await person.get("/clients?sort=name")).records;
    const clientId = used?.id ?? "";
    const { undoing } = await service.database.orm.transaction(async (transaction) => {
      await recordEvent({ database: transaction, currentUser: person }, client, "updated", clientId);
      const undoing = undo(person, record.id);
      // Long enough for it to have looked.
      await wait(300);
      return { undoing };
    });
    expect((await undoing).problem).toBe("409 import_in_use");
    expect(await namesOf(person)).toEqual(["Client 2", "Client 3"]);
  });

  test("the rows of the longest file and as many clients are met at once, not each with each", async ({ service }) => {
    const { owner } = await service.newWorkspace();
    await service.database.orm.execute(sql`insert into upstream.clients
        (workspace_id, assigned_account_id, name, email, name_key, email_key, search_text)
      select ${owner.workspaceId}::uuid, ${owner.accountId}::uuid, 'Client ' || n, address, 'client ' || n, address, 'client ' || n
      from generate_series(2, ${maxEntries + 1}) n, lateral (select 'client' || n || '@import.example') t (address)`);
    const { ready } = await checkEntries(
      givenEntry.array().parse(Array.from({ length: maxEntries }, (_, n) => entryOf(n + 2))),
    );
    const found = await service.database.orm.transaction(async (transaction) => {
      // Takes a tenth of a second; each with each takes ten and more.
      await transaction.execute(sql`set local statement_timeout = '5s'`);
      return findDuplicates(transaction, memberOf(owner), ready);
    });
    expect(found.size).toBe(maxEntries);
  });
});

test("a member imports and sees their own, an instructor imports nothing, another workspace finds nothing", async ({
  service,
  workspace,
  owner,
}) => {
  const [member, instructor] = [await workspace.join("member"), await workspace.join("instructor")];
  const stranger = (await service.newWorkspace()).owner;
  const theirs = await check(owner, [entryOf(2)]);
  const own = await check(member, [entryOf(2)]);
  expect((await complete(member, own.record.id)).record.attributes.imported).toBe(1);
  expect((await member.get("/client_imports")).records.map(({ id }) => id)).toEqual([own.record.id]);
  expect((await check(instructor, [entryOf(2)])).problem).toBe("403 forbidden");
  for (const person of [member, instructor, stranger]) {
    expect((await person.get(`/client_imports/${theirs.record.id}`)).problem).toBe("404 not_found");
    expect((await complete(person, theirs.record.id)).problem).toBe("404 not_found");
  }
  expect((await undo(owner, own.record.id)).record.attributes.state).toBe("undone");
});

test("a file without rows, and one with too many, are refused", async ({ owner }) => {
  expect((await check(owner, [])).problem).toBe("400 invalid_attribute /data/attributes/entries");
  const many = Array.from({ length: maxEntries + 1 }, (_, index) => entryOf(index + 2));
  expect((await check(owner, many)).problem).toBe("400 invalid_attribute /data/attributes/entries");
});

const stateOf = async (person: TestPerson, id: string) => (await person.get(`/client_imports/${id}`)).record.attributes;
const entriesTo = (count: number) => Array.from({ length: count }, (_, index) => entryOf(index + 2));

test("the longest file is imported and taken back by a job, at most 250 rows in a transaction", {
  timeout: 120_000,
}, async ({ service, owner }) => {
  const { record } = await check(owner, entriesTo(maxEntries));
  const begun = await complete(owner, record.id);
  expect(begun.record).toMatchObject({
    attributes: { state: "running", ready: maxEntries, imported: 0, waiting: maxEntries },
    meta: { can: [] },
  });
  const patience = { timeout: 100_000, interval: 200 };
  const done = { state: "completed", ready: 0, imported: maxEntries, waiting: 0 };
  await vi.waitFor(async () => expect(await stateOf(owner, record.id)).toMatchObject(done), patience);
  const { rows } = await service.database.pool.query<{ rows: number; events: number }>(
    `select max(c.rows)::int as rows, (select count(*)::int from upstream.activities where part_of = $1) as events
      from (select count(*) as rows from upstream.clients where import_id = $1 group by xmin) as c`,
    [record.id],
  );
  expect(rows[0]?.rows).toBeLessThanOrEqual(250);
  expect(rows[0]?.events).toBe(maxEntries);
  const undoing = await undo(owner, record.id);
  expect(undoing.record).toMatchObject({ attributes: { state: "undoing", waiting: maxEntries }, meta: { can: [] } });
  const undone = { state: "undone", imported: maxEntries, waiting: 0, used: [] };
  await vi.waitFor(async () => expect(await stateOf(owner, record.id)).toMatchObject(undone), patience);
  expect(await namesOf(owner)).toEqual([]);
});

describe("an import whose job is cut", () => {
  /** Runs the job of an import until its second transaction begins; given 0, to its end. */
  async function runJob(service: UpstreamService, person: TestPerson, id: string, most = 0) {
    const ending = new AbortController();
    let steps = 0;
    const clock = () => {
      steps += 1;
      if (steps === most) ending.abort();
      return new Date();
    };
    const jobs = { send: () => Promise.reject(new Error("Nothing follows.")) };
    const key = `client_import ${id} ${person.accountId}`;
    const parts = { database: service.database.orm, jobs, clock };
    await runImport(parts, [clientImporting.steps], key, ending.signal).catch(() => {});
  }

  /** An import under way whose job no server works on. */
  async function begin(service: UpstreamService, person: TestPerson, count: number): Promise<string> {
    const { record } = await check(person, entriesTo(count));
    await service.database.pool.query(`update upstream.client_imports set state = 'running' where id = $1`, [
      record.id,
    ]);
    return record.id;
  }

  test("goes on where it was, and imports each row once", async ({ service, owner }) => {
    const id = await begin(service, owner, 250);
    await owner.newClient({ name: "There already", email: "client201@import.example" });
    await runJob(service, owner, id, 1);
    const half = await stateOf(owner, id);
    expect(half).toMatchObject({ state: "running", ready: 250 });
    expect(Number(half.imported) + Number(half.waiting)).toBe(250);
    expect(Number(half.waiting)).toBeGreaterThan(0);
    expect((await undo(owner, id)).problem).toBe("403 forbidden");
    await runJob(service, owner, id);
    await runJob(service, owner, id);
    expect(await stateOf(owner, id)).toMatchObject({ state: "completed", imported: 249, doubles: [{ row: 201 }] });
    expect(new Set(await namesOf(owner)).size).toBe(250);
  });

  test("goes no further for whoever was demoted or left, and what is done stays", async ({ service, workspace }) => {
    for (const end of ["update upstream.memberships set role = 'instructor'", "delete from upstream.memberships"]) {
      const admin = await workspace.join("admin");
      const id = await begin(service, admin, 150);
      await runJob(service, admin, id, 1);
      const { imported } = await stateOf(workspace.owner, id);
      await service.database.pool.query(`${end} where account_id = $1`, [admin.accountId]);
      await runJob(service, admin, id);
      expect(await stateOf(workspace.owner, id)).toMatchObject({ state: "completed", imported, waiting: 0 });
      await service.database.pool.query("delete from upstream.clients where import_id = $1", [id]);
    }
  });

  test("is taken back but for the clients with whom somebody worked meanwhile", async ({ service, owner }) => {
    const id = await begin(service, owner, 250);
    await runJob(service, owner, id);
    await service.database.pool.query(`update upstream.client_imports set state = 'undoing' where id = $1`, [id]);
    await runJob(service, owner, id, 1);
    const [first] = (await owner.get("/clients?sort=name")).records;
    const changed = await owner.send("PATCH", `/clients/${first?.id}`, {
      type: "client",
      attributes: { name: "Known by now" },
    });
    expect(changed.status).toBe(200);
    await runJob(service, owner, id);
    expect(await namesOf(owner)).toEqual(["Known by now"]);
    const kept = { state: "undone", imported: 249, used: [{ id: first?.id, name: "Known by now" }] };
    expect(await stateOf(owner, id)).toMatchObject(kept);
  });
});

test("in any file each row is ready, wrong or a duplicate, and no two ready rows are the same client", async () => {
  const text = fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom("Ana", "ANA", "ána", ""));
  const address = fc.oneof(fc.constantFrom("a@b.example", "A@B.example", "c@d.example", "x"), fc.emailAddress());
  const phone = fc.constantFrom("", "206 555 0100", "+1 206-555-0100", "0");
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ name: text, email: address, phone })), async (typed) => {
      const given = typed.map((entry, index) => givenEntry.parse({ ...entry, row: index + 2 }));
      const { ready, problems, doubles } = await checkEntries(given);
      const rows = [...ready, ...problems, ...doubles].map(({ row }) => row);
      expect(rows.toSorted((one, other) => one - other)).toEqual(given.map(({ row }) => row));
      expect(new Set(ready.map(({ email }) => email?.toLowerCase())).size).toBe(ready.length);
      for (const { same_as_row: before } of doubles) expect(ready.map(({ row }) => row)).toContain(before);
    }),
  );
});
