import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { z } from "zod";
import { sweepMerges } from "#server/upstream/client-merges/merging.ts";
import { endedTables, joinedTables, movedTables } from "#server/upstream/client-merges/moving-rows.ts";
import type { TestRecord } from "#tests/support/answers.ts";
import { accept, invite, newPortalClient } from "#tests/support/portal-service.ts";
import { addDocument, newPackage, newPicture } from "#tests/support/uploads.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = newWorkspaceTest();

const merge = (person: TestPerson, stays: { id: string }, gone: { id: string }, choices: object = {}) =>
  person.send("POST", "/client_merges", {
    type: "client_merge",
    attributes: { clientId: stays.id, otherId: gone.id, ...choices },
  });
const undo = (person: TestPerson, gone: { id: string }) => person.send("DELETE", `/client_merges/${gone.id}`);
const make = async (person: TestPerson, path: string, type: string, attributes: object): Promise<TestRecord> => {
  const answer = await person.send("POST", path, { type, attributes });
  expect(answer.status, JSON.stringify(answer.document)).toBe(201);
  return answer.record;
};
const say = (person: TestPerson, clientId: string, body: string) =>
  make(person, "/messages", "message", { clientId, body });
const bodies = async (person: TestPerson, clientId: string) =>
  (await person.get(`/messages?filter[client_id]=${clientId}`)).records.map(({ attributes }) => attributes.body);
const threadOf = async (person: TestPerson, clientId: string) =>
  (await person.get(`/message_threads/${clientId}`)).record.attributes;

const counter = z.object({ total: z.literal(0) });

/** Rows of all tables of a workspace, but for what every write adds to: the history, its notices, versions and times. */
async function rowsOf({ database }: UpstreamService, workspaceId: string) {
  const { rows: tables } = await database.orm.execute<{ name: string }>(sql`
    select table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'upstream' and column_name = 'workspace_id' and table_type = 'BASE TABLE' order by 1`);
  const left = [
    "activities",
    "notifications",
    "search_words",
    "message_events",
    "opportunity_moves",
    "document_texts",
    "thumbnails",
  ];
  const all: Record<string, unknown[]> = {};
  for (const { name } of tables.filter((table) => !left.includes(table.name))) {
    const { rows } = await database.orm.execute<{ row: unknown }>(sql`
      select to_jsonb(t) - '{version,updated_at,stage_since,since_before,stage_before,latest_move_id,is_former,sequence}'::text[] as row
      from ${sql.raw(`upstream."${name}"`)} t where workspace_id = ${workspaceId} order by 1`);
    // A counter that is 0 counts nothing.
    all[name] = rows.map(({ row }) => row).filter((row) => !counter.safeParse(row).success);
  }
  return all;
}

/** Two clients with one record of each kind, who share an address, a property and the name of a document. */
async function seedTwo(service: UpstreamService, owner: TestPerson) {
  const one = await newPortalClient(service, owner, "Nora Lind");
  const other = await newPortalClient(service, owner, "Nora Lindqvist");
  const house = await newPackage(owner);
  for (const { record, client, email } of [one, other]) {
    const of = { clientId: record.id };
    await make(owner, "/client_people", "client_person", { ...of, name: "Theo", email: "theo@client.example" });
    const deal = await make(owner, "/opportunities", "opportunity", { ...of, packageId: house.id });
    await make(owner, "/comments", "comment", { opportunityId: deal.id, body: "Keen." });
    await make(owner, "/showings", "showing", { opportunityId: deal.id, startsAt: "2031-05-01T17:00:00Z" });
    await make(owner, "/tasks", "task", { title: "Call", about: { type: "client", id: record.id } });
    await addDocument(service, owner, { ...of, label: "Letter.txt" });
    const folder = await make(owner, "/folders", "folder", { ...of, name: "Papers" });
    await addDocument(service, owner, { folderId: folder.id, label: "Inside.txt" });
    await say(owner, record.id, `To ${email}`);
    const reply = { type: "portal_message", attributes: { body: `From ${email}` } };
    const opening = { type: "portal_opening", attributes: { kind: "property", recordId: house.id } };
    expect((await client.send("POST", "/portal/messages", reply)).status).toBe(201);
    expect((await client.send("POST", "/portal/openings", opening)).status).toBe(204);
    await owner.send("PATCH", `/message_drafts/${record.id}`, {
      type: "message_draft",
      attributes: { body: `Draft to ${email}` },
    });
    await client.send("POST", "/portal/deletion");
    await client.send("POST", "/portal/calendar");
  }
  return { one, other, house };
}

test("every table that refers to clients is moved, joined or ended, and one that is added is missed here", async ({
  service,
}) => {
  const { rows } = await service.database.orm.execute<{ child: string }>(
    sql`select distinct child from upstream.row_references where parent = 'clients' order by 1`,
  );
  const named = [...movedTables.map(({ table }) => table), ...joinedTables, ...endedTables];
  expect([...named].sort()).toEqual(rows.map(({ child }) => child));
});

test("what belonged to one client belongs to the other, and an undo restores every row of every table", async ({
  service,
  owner,
}) => {
  const { one, other } = await seedTwo(service, owner);
  const before = await rowsOf(service, owner.workspaceId);
  const merged = await merge(owner, one.record, other.record);
  expect(merged.status, JSON.stringify(merged.document)).toBe(201);
  expect(merged.record).toMatchObject({
    id: other.record.id,
    attributes: { client_id: one.record.id, name: "Nora Lindqvist", undo_until: expect.any(String) },
    meta: { can: ["undo"] },
  });
  const listed = await owner.get(`/client_merges?filter[client_id]=${one.record.id}&page[limit]=5&page[count]=false`);
  expect(listed.records).toEqual([merged.record]);
  expect((await owner.get(`/clients/${other.record.id}`)).status).toBe(404);
  expect((await owner.get("/clients?page[count]=true")).document.meta?.page?.total).toBe(1);
  expect(await rowsOf(service, owner.workspaceId)).not.toEqual(before);
  expect((await undo(owner, other.record)).status).toBe(204);
  const after = await rowsOf(service, owner.workspaceId);
  for (const table of Object.keys(before)) expect(after[table], table).toEqual(before[table]);
  expect((await undo(owner, other.record)).status).toBe(404);
});

test("clients without an email are merged, and one who can be written to or called remains", async ({
  service,
  owner,
}) => {
  const [pat, kim] = [await owner.newClient(), await owner.newClient()];
  const phoneOnly = { type: "client", attributes: { email: null, phoneNumber: "206 555 0101" } };
  await owner.send("PATCH", `/clients/${pat.id}`, phoneOnly);
  const emptied = await merge(owner, pat, kim, { taken: ["phone_number"] });
  expect(emptied.problem).toBe("400 invalid_attribute /data/attributes/email");
  const before = await rowsOf(service, owner.workspaceId);
  const peopleOf = async ({ id }: TestRecord) =>
    (await owner.get(`/clients/${id}?include=people`)).document.included?.map(({ attributes }) => attributes);

  expect((await merge(owner, pat, kim)).status).toBe(201);
  expect(await peopleOf(pat)).toMatchObject([{ email: kim.attributes.email, phone_number: null }]);
  await undo(owner, kim);
  expect(await rowsOf(service, owner.workspaceId)).toEqual(before);

  expect((await merge(owner, kim, pat)).status).toBe(201);
  expect(await peopleOf(kim)).toMatchObject([{ email: null, phone_number: "206 555 0101" }]);
  await undo(owner, pat);
  expect((await merge(owner, kim, pat, { taken: ["phone_number"] })).status).toBe(201);
  expect(await peopleOf(kim)).toEqual([]);
  await undo(owner, pat);
  expect(await rowsOf(service, owner.workspaceId)).toEqual(before);
});

test("an undo that would leave the client who stays with neither email nor phone waits until one is entered", async ({
  owner,
}) => {
  const [pat, kim] = [await owner.newClient(), await owner.newClient()];
  const patch = (attributes: object) => owner.send("PATCH", `/clients/${pat.id}`, { type: "client", attributes });
  const contactOf = async ({ id }: TestRecord) => {
    const { email, phone_number } = (await owner.get(`/clients/${id}`)).record.attributes;
    return [email, phone_number];
  };
  await patch({ email: null, phoneNumber: "206 555 0101" });
  await merge(owner, pat, kim, { taken: ["email"] });
  await patch({ phoneNumber: null });
  expect((await undo(owner, kim)).problem).toBe("409 unreachable");
  expect(await contactOf(pat)).toEqual([kim.attributes.email, null]);
  await patch({ phoneNumber: "206 555 0102" });
  expect((await undo(owner, kim)).status).toBe(204);
  expect(await Promise.all([contactOf(pat), contactOf(kim)])).toEqual([
    [null, "206 555 0102"],
    [kim.attributes.email, kim.attributes.phone_number],
  ]);
});

test("people with one address are one, and whoever no longer is the contact is a person of the household", async ({
  service,
  owner,
}) => {
  const { one, other } = await seedTwo(service, owner);
  await merge(owner, one.record, other.record, { taken: ["email", "name"] });
  const { record, document } = await owner.get(`/clients/${one.record.id}?include=people`);
  expect(record.attributes).toMatchObject({ name: "Nora Lindqvist", email: other.email });
  expect(document.included?.map(({ attributes }) => [attributes.name, attributes.email])).toEqual([
    ["Theo", "theo@client.example"],
    ["Nora Lind", one.email],
  ]);
});

test("both threads are one in the order of time, and both clients' sign-ins lead to it", async ({ service, owner }) => {
  const { one, other } = await seedTwo(service, owner);
  await service.database.orm.execute(
    sql`update upstream.messages set inserted_at = '2026-01-01' where body = ${`To ${other.email}`}`,
  );
  await service.database.orm.execute(
    sql`update upstream.messages set inserted_at = '2026-01-02' where body = ${`To ${one.email}`}`,
  );
  await service.database.orm.execute(
    sql`update upstream.messages set inserted_at = '2026-01-03' where body = ${`From ${one.email}`}`,
  );
  await service.database.orm.execute(
    sql`update upstream.messages set inserted_at = '2026-01-04' where body = ${`From ${other.email}`}`,
  );
  await merge(owner, one.record, other.record);
  const inOrder = [`From ${other.email}`, `From ${one.email}`, `To ${one.email}`, `To ${other.email}`];
  expect(await bodies(owner, one.record.id)).toEqual(inOrder);
  expect(await threadOf(owner, one.record.id)).toMatchObject({
    needs_reply: true,
    last_words: `From ${other.email}`,
    unread_count: 2,
  });
  for (const { client } of [one, other]) {
    const { attributes } = (await client.get("/portal/messages")).record;
    const shown = z.object({ messages: z.array(z.object({ body: z.string() })) }).parse(attributes);
    expect(shown.messages.map(({ body }) => body)).toEqual([...inOrder].reverse());
  }
  const draft = (await owner.get(`/message_drafts/${one.record.id}`)).record.attributes;
  expect(draft.body).toBe(`Draft to ${one.email}\n\nDraft to ${other.email}`);
  await undo(owner, other.record);
  expect(await bodies(owner, other.record.id)).toEqual([`From ${other.email}`, `To ${other.email}`]);
});

test("a draft of a client who was merged is sent under a key of its own, there and after an undo", async ({
  owner,
}) => {
  const [stays, gone] = [await owner.newClient(), await owner.newClient({ name: "Twice" })];
  await owner.send("PATCH", `/message_drafts/${gone.id}`, { type: "message_draft", attributes: { body: "Hello." } });
  const keyOf = async ({ id }: TestRecord) =>
    (await owner.get(`/message_drafts/${id}`)).record.attributes.submission_key;
  const before = await keyOf(gone);
  await merge(owner, stays, gone);
  expect(await keyOf(stays)).not.toBe(before);
  await undo(owner, gone);
  expect(await keyOf(gone)).toBe(before);
});

test("of two deals for one property the one that came further goes on, the other says why it is lost", async ({
  owner,
}) => {
  const [stays, gone, house] = [
    await owner.newClient(),
    await owner.newClient({ name: "Twice" }),
    await newPackage(owner),
  ];
  const own = await make(owner, "/opportunities", "opportunity", { clientId: stays.id, packageId: house.id });
  const theirs = await make(owner, "/opportunities", "opportunity", { clientId: gone.id, packageId: house.id });
  const attributes = { from: "open", to: "showing_scheduled", showingAt: "2031-05-01T17:00:00Z" };
  await owner.send("POST", `/opportunities/${theirs.id}/moves`, { type: "opportunity", attributes });
  const stageOf = async (id: string) => (await owner.get(`/opportunities/${id}`)).record.attributes.stage;
  expect(await stageOf(theirs.id)).toBe("showing_scheduled");
  expect((await merge(owner, stays, gone)).status).toBe(201);
  expect([await stageOf(own.id), await stageOf(theirs.id)]).toEqual(["lost", "showing_scheduled"]);
  const [move] = (await owner.get(`/opportunity_moves?filter[opportunity_id]=${own.id}`)).records;
  expect(move?.attributes.reason_text).toBe("Merged with Twice: the other opportunity for this property goes on.");
  expect((await owner.get(`/opportunities/${theirs.id}`)).record.attributes.client_id).toBe(stays.id);
  await undo(owner, gone);
  expect([await stageOf(own.id), await stageOf(theirs.id)]).toEqual(["open", "showing_scheduled"]);
});

test("each field has the value that was chosen, lists and notes both, and photos go with them", async ({
  service,
  owner,
}) => {
  const [stays, gone] = [await owner.newClient({ tags: ["Cash"] }), await owner.newClient({ tags: ["Cash", "First"] })];
  const profile = (client: TestRecord) =>
    z.object({ id: z.string() }).parse(client.relationships?.buyer_profile?.data).id;
  const wish = (client: TestRecord, attributes: object) =>
    owner.send("PATCH", `/buyer_profiles/${profile(client)}`, { type: "buyer_profile", attributes });
  await wish(stays, { minBeds: 2, notes: "Garden.", preferredAreas: ["Eastside"] });
  await wish(gone, {
    minBeds: 4,
    budget: { amount: "500000", currency: "USD" },
    notes: "No stairs.",
    preferredAreas: ["Hills"],
  });
  const picture = `/api/pictures/${await newPicture(service, owner)}`;
  await service.database.orm.execute(
    sql`update upstream.clients set profile_image_url = ${picture} where id = ${gone.id}`,
  );
  const taken = ["budget", "profile_image_url"];
  await merge(owner, stays, gone, { taken, joined: ["tags", "notes", "preferred_areas"] });
  const shown = await owner.get(`/clients/${stays.id}?include=buyer_profile`);
  expect(shown.record.attributes).toMatchObject({ tags: ["Cash", "First"], profile_image_url: picture });
  expect(shown.document.included?.[0]?.attributes).toMatchObject({
    min_beds: 2,
    budget: { amount: "500000", currency: "USD" },
    notes: "Garden.\n\nNo stairs.",
    preferred_areas: ["Eastside", "Hills"],
  });
  await owner.send("PATCH", `/clients/${stays.id}`, { type: "client", attributes: { tags: ["Changed since"] } });
  await undo(owner, gone);
  const restored = await owner.get(`/clients/${stays.id}?include=buyer_profile`);
  expect(restored.record.attributes).toMatchObject({ tags: ["Changed since"], profile_image_url: null });
  expect(restored.document.included?.[0]?.attributes).toMatchObject({ budget: null, notes: "Garden." });
  expect((await owner.get(`/clients/${gone.id}`)).record.attributes.profile_image_url).toBe(picture);
});

test("what was made since the merge stays with the client that stays", async ({ owner }) => {
  const [stays, gone] = [await owner.newClient(), await owner.newClient()];
  await say(owner, gone.id, "Before");
  await merge(owner, stays, gone);
  await say(owner, stays.id, "Since");
  await undo(owner, gone);
  expect(await bodies(owner, stays.id)).toEqual(["Since"]);
  expect(await bodies(owner, gone.id)).toEqual(["Before"]);
});

test("after ten minutes a merge is final, and its client's id leads on", async ({ service, owner }) => {
  const [stays, gone, last] = [await owner.newClient(), await owner.newClient(), await owner.newClient()];
  await merge(owner, stays, gone);
  await service.database.orm.execute(sql`update upstream.client_merges set merged_at = now() - interval '2 hours'`);
  const late = await undo(owner, gone);
  expect([late.status, late.document.errors?.[0]?.detail]).toEqual([
    410,
    "These clients can no longer be separated: 10 minutes have passed since they were merged.",
  ]);
  await sweepMerges(service.database.orm, new Date());
  const { rows } = await service.database.orm.execute(sql`select from upstream.kept_rows where holder_id = ${gone.id}`);
  expect(rows).toEqual([]);
  await merge(owner, last, stays);
  expect((await owner.get(`/client_merges/${gone.id}`)).record.attributes).toMatchObject({
    client_id: last.id,
    undo_until: null,
  });
});

test("whoever may not change both, or names one twice, merges nothing", async ({ workspace, owner, service }) => {
  const [stays, gone] = [await owner.newClient(), await owner.newClient()];
  const member = await workspace.join("member");
  const own = await member.newClient();
  const stranger = (await service.newWorkspace()).owner;
  expect((await merge(owner, stays, stays)).status).toBe(400);
  expect((await merge(owner, stays, { id: randomUUID() })).status).toBe(404);
  expect((await merge(member, own, gone)).status).toBe(404);
  expect((await merge(stranger, stays, gone)).status).toBe(404);
  expect((await merge(stranger, await stranger.newClient(), gone)).status).toBe(404);
  expect((await merge(await workspace.join("instructor"), stays, gone)).status).toBe(403);
  expect((await owner.get(`/clients/${gone.id}`)).status).toBe(200);
  await merge(owner, stays, gone);
  expect((await undo(stranger, gone)).status).toBe(404);
  expect((await undo(await workspace.join("instructor"), gone)).status).toBe(403);
});

test("one into the other and the other into the one at the same moment leave one client with everything", async ({
  owner,
}) => {
  const [one, other] = [await owner.newClient(), await owner.newClient()];
  await say(owner, one.id, "To one");
  await say(owner, other.id, "To the other");
  const answers = await Promise.all([
    merge(owner, one, other),
    merge(owner, other, one),
    say(owner, one.id, "Meanwhile").catch(() => null),
  ]);
  expect(
    answers.map((answer) => answer !== null && "status" in answer && answer.status).filter((status) => status === 201),
  ).toHaveLength(1);
  const [left, ...others] = (await owner.get("/clients")).records;
  expect(others).toEqual([]);
  const said = await bodies(owner, left?.id ?? "");
  expect(said).toEqual(expect.arrayContaining(["To one", "To the other"]));
  expect(new Set(said).size).toBe(said.length);
});

test("a thread of 10,000 messages is merged, and separated, in bounded time", async ({ service, owner }) => {
  const [stays, gone] = [await owner.newClient(), await owner.newClient()];
  await service.database.orm.execute(sql`
    insert into upstream.messages (workspace_id, client_id, kind, source, is_from_client, author_account_id, author_name, body, search_text)
    select ${owner.workspaceId}, case when n % 2 = 0 then ${gone.id}::uuid else ${stays.id}::uuid end, 'message', 'workspace', false,
      ${owner.accountId}, 'Agent', 'Message ' || n, 'message ' || n from generate_series(1, 10000) n`);
  const began = performance.now();
  expect((await merge(owner, stays, gone)).status).toBe(201);
  expect((await undo(owner, gone)).status).toBe(204);
  // Measured: 1 s for both.
  expect(performance.now() - began).toBeLessThan(20_000);
}, 60_000);

test("the history of both says so, also after the undo", async ({ owner }) => {
  const [stays, gone] = [await owner.newClient({ name: "Stays" }), await owner.newClient({ name: "Gone" })];
  await merge(owner, stays, gone);
  const labels = async (client: TestRecord) =>
    (await owner.get(`/activities?filter[client_id]=${client.id}`)).records.map(({ attributes }) => attributes.label);
  expect(await labels(stays)).toEqual(["Another client merged into this one", "Client created", "Client created"]);
  await undo(owner, gone);
  expect(await labels(gone)).toEqual(["Merge of two clients undone", "Client created"]);
  expect(await labels(stays)).toEqual([
    "Merge of two clients undone",
    "Another client merged into this one",
    "Client created",
  ]);
});

test("an address that both were invited by has one access", async ({ service, owner }) => {
  const email = `${randomUUID().slice(0, 12)}@buyer.example`;
  const [one, other] = [await owner.newClient({ email }), await owner.newClient({ email })];
  await invite(owner, one.id);
  await invite(owner, other.id);
  const client = await accept(service, email);
  await merge(owner, one, other);
  expect((await owner.get(`/portal_invitations?filter[client_id]=${one.id}`)).records).toHaveLength(1);
  expect((await client.get("/portal/messages")).status).toBeLessThan(500);
});
