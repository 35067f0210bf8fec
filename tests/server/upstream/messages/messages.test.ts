import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { z } from "zod";
import { addMessage } from "#server/upstream/messages/add-message.ts";
import { newPortalClient } from "#tests/support/portal-service.ts";
import { addDocument, newPackage } from "#tests/support/uploads.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = newWorkspaceTest();

const say = (person: TestPerson, clientId: string, body: string, more: object = {}) =>
  person.send("POST", "/messages", { type: "message", attributes: { clientId, body, ...more } });

const threadOf = async (person: TestPerson, clientId: string) =>
  (await person.get(`/message_threads/${clientId}`)).record.attributes;

const threads = async (person: TestPerson, query = "") =>
  (await person.get(`/message_threads${query}`)).records.map(({ attributes }) => attributes.client_name);

const bodies = async (person: TestPerson, clientId: string) =>
  (await person.get(`/messages?filter[client_id]=${clientId}`)).records.map(({ attributes }) => attributes.body);

const unread = async (person: TestPerson) => (await person.get("/sessions/current")).record.attributes.counts;

/** A message of the client's, as the portal and mails add them. */
function receive(service: UpstreamService, workspaceId: string, clientId: string, body: string, more: object = {}) {
  const currentUser = { accountId: null, workspaceId, actorName: "Nora Lind" };
  return service.database.orm.transaction((database) =>
    addMessage(
      { database, currentUser },
      { clientId, source: "portal", authorEmail: "nora@client.example", body, ...more },
    ),
  );
}

test("a client to whom nobody has written has an empty thread, and no line in the list", async ({ owner }) => {
  const client = await owner.newClient({ name: "Nora Lind" });
  const { record } = await owner.get(`/message_threads/${client.id}`);
  expect(record).toMatchObject({
    id: client.id,
    attributes: { client_name: "Nora Lind", last_words: "", needs_reply: false, unread_count: 0, readers: [] },
    meta: { can: ["message", "note", "settle"] },
  });
  expect(await threads(owner)).toEqual([]);
  expect(await bodies(owner, client.id)).toEqual([]);
});

test("messages of both sides are in one thread, newest first, and its line says how it is", async ({
  service,
  workspace,
  owner,
}) => {
  const client = await owner.newClient({ name: "Nora Lind" });
  const sent = await say(owner, client.id, " Good morning.\r\nShall we look on Friday? ");
  expect(sent.status).toBe(201);
  expect(sent.record.attributes).toMatchObject({
    kind: "message",
    source: "workspace",
    is_from_client: false,
    body: "Good morning.\nShall we look on Friday?",
    author_account_id: owner.accountId,
    attachments: [],
  });
  await receive(service, workspace.id, client.id, "Yes, gladly.");
  expect(await bodies(owner, client.id)).toEqual(["Yes, gladly.", "Good morning.\nShall we look on Friday?"]);
  expect(await threadOf(owner, client.id)).toMatchObject({
    last_words: "Yes, gladly.",
    last_from: "client",
    last_name: "Nora Lind",
    needs_reply: true,
    unread_count: 1,
  });
  expect(await threads(owner)).toEqual(["Nora Lind"]);
});

test("a reply is needed until staff write one or say that none is, and never until it is merely read", async ({
  service,
  workspace,
  owner,
}) => {
  const client = await owner.newClient({ name: "Nora Lind" });
  await receive(service, workspace.id, client.id, "When is it?");
  const { needs_reply_since: since } = await threadOf(owner, client.id);
  await receive(service, workspace.id, client.id, "Hello?");
  expect((await threadOf(owner, client.id)).needs_reply_since).toBe(since);
  const read = { type: "message_thread", attributes: { number: 9_007_199_254_740_991 } };
  expect((await owner.send("POST", `/message_threads/${client.id}/read`, read)).status).toBe(204);
  expect(await threadOf(owner, client.id)).toMatchObject({ needs_reply: true, unread_count: 0 });
  await say(owner, client.id, "Think about the price first.", { kind: "note" });
  expect(await threads(owner, "?filter[needs_reply]=true")).toEqual(["Nora Lind"]);
  await say(owner, client.id, "On Friday.");
  expect(await threads(owner, "?filter[needs_reply]=true")).toEqual([]);
  await receive(service, workspace.id, client.id, "Thank you!");
  expect((await owner.send("POST", `/message_threads/${client.id}/no_reply_needed`)).status).toBe(204);
  expect((await owner.send("POST", `/message_threads/${client.id}/no_reply_needed`)).status).toBe(204);
  expect(await threadOf(owner, client.id)).toMatchObject({ needs_reply: false, needs_reply_since: null });
  const events = await owner.get(`/activities?filter[client_id]=${client.id}&filter[topic]=messages`);
  expect(events.records.map(({ attributes }) => attributes.label)).toEqual([
    "Marked as needing no reply",
    "Message received",
    "Message sent",
    "Internal note added",
    "Message received",
    "Message received",
  ]);
});

test("the assigned agent and those who wrote have it unread, others do not, and the writer never", async ({
  service,
  workspace,
  owner,
}) => {
  const manager = await workspace.join("manager");
  const idle = await workspace.join("manager");
  const client = await owner.newClient({ name: "Nora Lind" });
  await say(manager, client.id, "Good morning.");
  expect(await unread(owner)).toMatchObject({ threads_unread: 1 });
  expect(await unread(manager)).toMatchObject({ threads_unread: 0 });
  await receive(service, workspace.id, client.id, "Hello.");
  expect(await unread(manager)).toMatchObject({ threads_unread: 1 });
  expect(await unread(idle)).toMatchObject({ threads_unread: 0 });
  expect((await threadOf(manager, client.id)).unread_count).toBe(1);
  expect((await threadOf(owner, client.id)).unread_count).toBe(2);
  const { last_number: number } = await threadOf(owner, client.id);
  await receive(service, workspace.id, client.id, "Are you there?");
  const read = { type: "message_thread", attributes: { number } };
  await owner.send("POST", `/message_threads/${client.id}/read`, read);
  expect((await threadOf(owner, client.id)).unread_count).toBe(1);
  expect(await threads(owner, "?filter[unread]=true")).toEqual(["Nora Lind"]);
  expect(await threads(idle, "?filter[unread]=true")).toEqual([]);
});

test("a thread that is marked as unread is unread until it is read", async ({ owner }) => {
  const client = await owner.newClient({ name: "Nora Lind" });
  await say(owner, client.id, "Good morning.");
  await owner.send("POST", `/message_threads/${client.id}/unread`);
  const { last_number: number, unread_count: count } = await threadOf(owner, client.id);
  expect(count).toBe(1);
  await owner.send("POST", `/message_threads/${client.id}/read`, { type: "message_thread", attributes: { number } });
  expect(await threadOf(owner, client.id)).toMatchObject({ unread_count: 0, readers: [{ is_client: false }] });
});

test("authors change and delete their own messages for 10 minutes; what was there is in the workspace's log alone", async ({
  service,
  workspace,
  owner,
}) => {
  const manager = await workspace.join("manager");
  const client = await owner.newClient();
  const { record } = await say(owner, client.id, "The offer is $515,000.");
  expect(record.meta.can).toEqual(["update", "remove"]);
  const edit = { type: "message", attributes: { body: "The offer is $525,000." } };
  expect((await manager.send("PATCH", `/messages/${record.id}`, edit)).problem).toBe("403 forbidden");
  const edited = await owner.send("PATCH", `/messages/${record.id}`, edit);
  expect(edited.record.attributes).toMatchObject({ body: "The offer is $525,000.", edited_at: expect.any(String) });
  expect((await threadOf(owner, client.id)).last_words).toBe("The offer is $525,000.");
  expect((await owner.send("DELETE", `/messages/${record.id}`)).status).toBe(204);
  const { record: deleted } = await owner.get(`/messages/${record.id}`);
  expect(deleted.attributes).toMatchObject({ body: "", deleted_at: expect.any(String) });
  expect(deleted.meta.can).toEqual([]);
  expect((await threadOf(owner, client.id)).last_words).toBe("");
  const log = await owner.get("/activities?filter[topic]=workspace");
  expect(log.records.slice(0, 2).map(({ attributes }) => attributes.changes)).toEqual([
    [{ field: "body", before: "The offer is $525,000.", after: null }],
    [{ field: "body", before: "The offer is $515,000.", after: "The offer is $525,000." }],
  ]);
  expect(JSON.stringify((await manager.get("/activities")).document)).not.toContain("515,000");
  const { record: old } = await say(owner, client.id, "Good morning.");
  await service.database.orm.execute(
    sql`update upstream.messages set inserted_at = now() - interval '10 minutes' where id = ${old.id}`,
  );
  expect((await owner.send("PATCH", `/messages/${old.id}`, edit)).problem).toBe("403 forbidden");
  expect((await owner.send("DELETE", `/messages/${old.id}`)).problem).toBe("403 forbidden");
});

test("two who write at the same time both do, in one order", async ({ workspace, owner }) => {
  const manager = await workspace.join("manager");
  const client = await owner.newClient();
  const written = Array.from({ length: 10 }, (_, index) => `Answer ${index}`);
  const answers = await Promise.all(
    written.map((body, index) => say(index % 2 === 0 ? owner : manager, client.id, body)),
  );
  expect(answers.map(({ status }) => status)).toEqual(written.map(() => 201));
  const shown = await bodies(owner, client.id);
  expect([...shown].sort()).toEqual(written);
  expect(await bodies(manager, client.id)).toEqual(shown);
  expect((await threadOf(owner, client.id)).last_words).toBe(shown[0]);
});

test("a message is sent once under its key, and ends the draft whose key it has", async ({ owner }) => {
  const client = await owner.newClient();
  const draft = async () => (await owner.get(`/message_drafts/${client.id}`)).record.attributes;
  const first = await draft();
  expect(await draft()).toEqual(first);
  const typed = { type: "message_draft", attributes: { body: "Good mor\r\n" } };
  const kept = await owner.send("PATCH", `/message_drafts/${client.id}`, typed);
  expect(kept.record.attributes).toMatchObject({ body: "Good mor\n", submission_key: first.submission_key });
  const sent = {
    type: "message",
    attributes: { clientId: client.id, body: "Good morning." },
    headers: { "idempotency-key": String(first.submission_key) },
  };
  const [one, two] = [await owner.send("POST", "/messages", sent), await owner.send("POST", "/messages", sent)];
  expect([one.status, two.record.id]).toEqual([201, one.record.id]);
  expect(await bodies(owner, client.id)).toEqual(["Good morning."]);
  const next = await draft();
  expect(next).toMatchObject({ body: "", documents: [] });
  expect(next.submission_key).not.toBe(first.submission_key);
});

test("documents that the client sees can be attached, and no others", async ({ service, owner }) => {
  const { record: client } = await newPortalClient(service, owner);
  const { id: packageId } = await newPackage(owner);
  const { id: otherPackage } = await newPackage(owner);
  const pair = { type: "opportunity", attributes: { clientId: client.id, packageId } };
  await owner.send("POST", "/opportunities", pair);
  const hidden = await addDocument(service, owner, { clientId: client.id });
  const shown = await addDocument(service, owner, { packageId });
  const change = { type: "document", attributes: { isClientVisible: true } };
  expect((await owner.send("PATCH", `/documents/${shown.record.id}`, change)).status).toBe(200);
  const attach = (documentIds: readonly string[], more: object = {}) =>
    say(owner, client.id, "", { documentIds, ...more });
  expect((await attach([shown.record.id], { packageId })).record.attributes).toMatchObject({
    body: "",
    package_id: packageId,
    attachments: [{ id: shown.record.id }],
  });
  expect((await threadOf(owner, client.id)).last_words).toBe(shown.record.attributes.label);
  for (const documentIds of [[hidden.record.id], [randomUUID()], [shown.record.id, hidden.record.id]])
    expect((await attach(documentIds)).problem).toMatch(/^400 invalid_attribute/);
  expect((await attach([shown.record.id], { packageId: otherPackage })).problem).toMatch(/^400 invalid_attribute/);
  expect((await attach(Array.from({ length: 50 }, () => randomUUID()))).problem).toMatch(/^400 invalid_attribute/);
  expect((await attach([])).problem).toMatch(/^400 invalid_attribute/);
});

test("odd texts are kept as they are or refused with a sentence", async ({ owner }) => {
  const client = await owner.newClient();
  for (const body of ["<script>alert(1)</script>", "\u202eabc \u2066x", "x".repeat(10_000), `${"\r\n".repeat(50)}x`])
    expect((await say(owner, client.id, body)).status).toBe(201);
  for (const body of ["", " \n ", "x".repeat(10_001), "x".repeat(100_000), "\0", "\ud800"])
    expect((await say(owner, client.id, body)).problem).toMatch(/^400 invalid_attribute/);
  expect(await bodies(owner, client.id)).toHaveLength(4);
});

test("instructors add notes alone, and members write to their own clients alone", async ({ service }) => {
  const workspace = await service.newWorkspace("standard");
  const { owner } = workspace;
  const [instructor, member] = [await workspace.join("instructor"), await workspace.join("member")];
  const client = await owner.newClient();
  expect((await say(instructor, client.id, "Hello.")).problem).toBe("403 forbidden");
  expect((await say(instructor, client.id, "Well done.", { kind: "note" })).status).toBe(201);
  expect((await instructor.get(`/message_threads/${client.id}`)).record.meta.can).toEqual(["note"]);
  expect((await instructor.send("POST", `/message_threads/${client.id}/no_reply_needed`)).problem).toBe(
    "403 forbidden",
  );
  expect((await say(member, client.id, "Hello.")).problem).toBe("404 not_found");
  expect(await threads(member)).toEqual([]);
  const own = await member.newClient({ name: "Own Client" });
  expect((await say(member, own.id, "Hello.")).status).toBe(201);
  expect(await threads(member)).toEqual(["Own Client"]);
  const reply = { type: "saved_reply", attributes: { name: "Hours", body: "From 9 to 5." } };
  expect((await instructor.send("POST", "/saved_replies", reply)).problem).toBe("403 forbidden");
});

test("nobody writes to an archived client, and their thread leaves the list", async ({ owner }) => {
  const client = await owner.newClient({ name: "Nora Lind" });
  await say(owner, client.id, "Hello.");
  await owner.send("POST", `/clients/${client.id}/archival`);
  expect((await say(owner, client.id, "Hello?")).problem).toBe("409 archived");
  expect((await say(owner, client.id, "Gone.", { kind: "note" })).status).toBe(201);
  expect(await threads(owner)).toEqual([]);
  expect(await threads(owner, "?filter[archived]=true")).toEqual(["Nora Lind"]);
  expect(await unread(owner)).toMatchObject({ threads_unread: 0 });
});

test("threads are found by the client and by what was said, and come 15 at a time", async ({ workspace, owner }) => {
  const manager = await workspace.join("manager");
  for (let index = 1; index <= 17; index += 1) {
    const client = await owner.newClient({ name: `Client ${index}` });
    await say(owner, client.id, index === 3 ? "The crawl space needs an engineer." : "Good morning.");
  }
  const own = await manager.newClient({ name: "Pilar Ochoa" });
  await say(owner, own.id, "Good evening.");
  expect(await threads(owner, "?filter[search]=crawl%20engineer")).toEqual(["Client 3"]);
  expect(await threads(owner, "?filter[search]=ochoa")).toEqual(["Pilar Ochoa"]);
  expect(await threads(manager, "?filter[mine]=true")).toEqual(["Pilar Ochoa"]);
  const first = await owner.get("/message_threads?page[limit]=15&page[count]=true");
  expect(first.document.meta?.page?.total).toBe(18);
  const next = new URL(z.object({ links: z.object({ next: z.string() }) }).parse(JSON.parse(first.text)).links.next);
  expect(await threads(owner, next.search)).toEqual(["Client 3", "Client 2", "Client 1"]);
  expect((await owner.get("/message_threads?filter[unread]=false")).problem).toMatch(/^400 invalid_filter/);
});

test("one mail is one message, however often it is delivered", async ({ service, workspace, owner }) => {
  const client = await owner.newClient();
  const mail = { source: "email", emailMessageId: "<1@client.example>" };
  expect(await receive(service, workspace.id, client.id, "By mail.", mail)).toMatchObject({ id: expect.any(String) });
  expect(await receive(service, workspace.id, client.id, "By mail.", mail)).toBeNull();
  expect(await bodies(owner, client.id)).toEqual(["By mail."]);
  expect((await threadOf(owner, client.id)).unread_count).toBe(1);
});

test("saved replies have names of their own", async ({ owner }) => {
  const reply = (name: string) => ({ type: "saved_reply", attributes: { name, body: "Dear {client}, …" } });
  const { record } = await owner.send("POST", "/saved_replies", reply("Hours"));
  expect((await owner.send("POST", "/saved_replies", reply("HOURS"))).problem).toBe(
    "409 name_taken /data/attributes/name",
  );
  expect((await owner.send("PATCH", `/saved_replies/${record.id}`, reply("Opening hours"))).status).toBe(200);
  expect((await owner.get("/saved_replies")).records.map(({ attributes }) => attributes.name)).toEqual([
    "Opening hours",
  ]);
  expect((await owner.send("DELETE", `/saved_replies/${record.id}`)).status).toBe(204);
});
