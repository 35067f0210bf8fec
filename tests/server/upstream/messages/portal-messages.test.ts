import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import pg from "pg";
import { expect, vi } from "vitest";
import { z } from "zod";
import { addMessage } from "#server/upstream/messages/add-message.ts";
import { accept, invite, newPortalClient, type TestClient } from "#tests/support/portal-service.ts";
import { addDocument, newPackage } from "#tests/support/uploads.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = newWorkspaceTest();

const write = (client: TestClient, attributes: object, headers: Record<string, string> = {}) =>
  client.send("POST", "/portal/messages", { type: "portal_message", attributes, headers });

const say = (person: TestPerson, clientId: string, body: string, more: object = {}) =>
  person.send("POST", "/messages", { type: "message", attributes: { clientId, body, ...more } });

const draft = (client: TestClient, attributes: object) =>
  client.send("PATCH", "/portal/message_draft", { type: "portal_message_draft", attributes });

const read = (client: TestClient, number: number) =>
  client.send("POST", "/portal/messages/read", { type: "portal_thread", attributes: { number } });

async function threadOf(client: TestClient, query = "") {
  const { attributes } = (await client.get(`/portal/messages${query}`)).record;
  const messages = Array.isArray(attributes.messages) ? attributes.messages.map((message) => Object(message)) : [];
  return { ...attributes, messages, draft: Object(attributes.draft) };
}

async function unread(client: TestClient): Promise<unknown> {
  const { portal } = (await client.get("/sessions/current")).record.attributes;
  return Object(portal).unread_messages;
}

/** Somebody else of a client's household, in the portal. */
async function newPartner(service: UpstreamService, owner: TestPerson, clientId: string): Promise<TestClient> {
  const email = `${randomUUID().slice(0, 12)}@buyer.example`;
  const person = { clientId, name: "Theo Lind", email };
  await owner.send("POST", "/client_people", { type: "client_person", attributes: person });
  await invite(owner, clientId, email);
  return accept(service, email);
}

test("a client writes and reads in the same thread as staff; notes and what is not proved stay out of it", async ({
  service,
  owner,
  workspace,
}) => {
  const { client, record, email } = await newPortalClient(service, owner, "Nora Lind");
  expect(await threadOf(client)).toMatchObject({ messages: [], older: null, last_read_number: 0, draft: { body: "" } });
  await say(owner, record.id, "Shall we look on Friday?");
  await say(owner, record.id, "They are in a hurry.", { kind: "note" });
  const currentUser = { accountId: null, workspaceId: workspace.id, actorName: "Nora Lind" };
  const forged = {
    clientId: record.id,
    source: "email",
    authorEmail: email,
    body: "It is me",
    isVerified: false,
  } as const;
  await service.database.orm.transaction((database) => addMessage({ database, currentUser }, forged));
  expect((await write(client, { body: " Yes,\r\ngladly. " })).status).toBe(201);
  const { messages } = await threadOf(client);
  expect(messages.map(({ body, is_own, is_from_client, name }) => [body, is_own, is_from_client, name])).toEqual([
    ["Shall we look on Friday?", false, false, expect.any(String)],
    ["Yes,\ngladly.", true, true, "Nora Lind"],
  ]);
  const thread = (await owner.get(`/message_threads/${record.id}`)).record.attributes;
  expect(thread).toMatchObject({ last_words: "Yes,\ngladly.", needs_reply: true });
});

test("30 messages are a page, and older ones are read from there on", async ({ service, owner }) => {
  const { client, record } = await newPortalClient(service, owner);
  for (let count = 1; count <= 35; count += 1) await write(client, { body: `Message ${count}` });
  await say(owner, record.id, "A note in between", { kind: "note" });
  const first = await threadOf(client);
  expect([first.messages.length, first.messages[0]?.body, first.messages.at(-1)?.body]).toEqual([
    30,
    "Message 6",
    "Message 35",
  ]);
  const older = await threadOf(client, `?before=${Number(first.messages[0]?.number)}`);
  expect([older.messages.map(({ body }) => body), older]).toMatchObject([
    ["Message 1", "Message 2", "Message 3", "Message 4", "Message 5"],
    { older: null },
  ]);
  expect((await client.get("/portal/messages?before=x")).status).toBe(400);
  expect((await client.get("/portal/messages?before=999999999999999")).status).toBe(200);
});

test("each person of a household has read for themselves, and their own messages are not new to them", async ({
  service,
  owner,
}) => {
  const { client, record } = await newPortalClient(service, owner, "Nora Lind");
  const partner = await newPartner(service, owner, record.id);
  await write(client, { body: "We like it." });
  await say(owner, record.id, "So do I.");
  expect([await unread(client), await unread(partner)]).toEqual([1, 2]);
  const { messages } = await threadOf(partner);
  expect(messages.map(({ name, is_own }) => [name, is_own])).toEqual([
    ["Nora Lind", false],
    [expect.any(String), false],
  ]);
  expect((await read(client, Number(messages[0]?.number))).status).toBe(204);
  expect([await unread(client), await unread(partner)]).toEqual([1, 2]);
  await read(client, Number(messages[1]?.number));
  await read(client, 1);
  expect([await unread(client), await unread(partner)]).toEqual([0, 2]);
  const { readers } = (await owner.get(`/message_threads/${record.id}`)).record.attributes;
  expect(readers).toMatchObject([{ name: "Nora Lind", is_client: true, last_read_number: messages[1]?.number }]);
});

test("a draft is the same on every device, belongs to one person, and ends when it is sent", async ({
  service,
  owner,
}) => {
  const { client, record } = await newPortalClient(service, owner);
  const partner = await newPartner(service, owner, record.id);
  const place = { clientId: record.id, isClientVisible: true };
  const document = (await addDocument(service, owner, place, { name: "Letter.txt" })).record;
  const { submission_key: key } = (await threadOf(client)).draft;
  expect((await threadOf(client)).draft.submission_key).toBe(key);
  await draft(client, { body: "Good mor" });
  await draft(client, { documentIds: [document.id] });
  expect((await threadOf(client)).draft).toEqual({
    body: "Good mor",
    documents: [{ id: document.id, label: "Letter.txt" }],
    submission_key: key,
  });
  expect((await threadOf(partner)).draft).toMatchObject({ body: "", documents: [] });
  const headers = { "idempotency-key": String(key) };
  const [first, again] = [
    await write(client, { body: "Good morning", documentIds: [document.id] }, headers),
    await write(client, { body: "Good morning", documentIds: [document.id] }, headers),
  ];
  expect(again.record.id).toBe(first.record.id);
  const thread = await threadOf(client);
  expect(thread.messages.map(({ body, attachments }) => [body, attachments])).toEqual([
    ["Good morning", [{ id: document.id, label: "Letter.txt", is_shown: true }]],
  ]);
  expect(thread.draft).toMatchObject({ body: "", documents: [] });
  expect(thread.draft.submission_key).not.toBe(key);
});

test("staff who look see the thread, and no draft, and read nothing", async ({ service, owner }) => {
  const { client, record } = await newPortalClient(service, owner);
  await draft(client, { body: "I am not sure yet" });
  await say(owner, record.id, "Good morning");
  const view = await owner.send("POST", "/portal_views", { type: "portal_view", attributes: { clientId: record.id } });
  const headers = { "x-portal-view": view.record.id };
  const seen = await owner.send("GET", "/portal/messages", { headers });
  expect(seen.record.attributes).toMatchObject({ messages: [{ body: "Good morning" }], draft: { body: "" } });
  const number = Object(Object(seen.record.attributes).messages)[0]?.number;
  const sent = { type: "portal_thread", attributes: { number }, headers };
  expect((await owner.send("POST", "/portal/messages/read", sent)).status).toBe(401);
  expect(await unread(client)).toBe(1);
});

test("nothing, too much, what cannot be kept and what is not theirs is refused, and nothing is written", async ({
  service,
  owner,
}) => {
  const { client, record } = await newPortalClient(service, owner);
  const other = await newPortalClient(service, owner);
  const hidden = (await addDocument(service, owner, { clientId: other.record.id, isClientVisible: true })).record;
  const refused: readonly (readonly [object, string])[] = [
    [{ body: "" }, "400 invalid_attribute /data/attributes/body"],
    [{ body: " \n " }, "400 invalid_attribute /data/attributes/body"],
    [{ body: "x".repeat(100_000) }, "400 invalid_attribute /data/attributes/body"],
    [{ body: "x".repeat(10_001) }, "400 invalid_attribute /data/attributes/body"],
    [{ body: "a\0b" }, "400"],
    [{ body: "\ud800" }, "400"],
    [{ body: 5 }, "400 invalid_attribute /data/attributes/body"],
    [{ body: "See", documentIds: [hidden.id] }, "400 invalid_attribute /data/attributes/document_ids"],
    [{ body: "See", documentIds: [randomUUID()] }, "400 invalid_attribute /data/attributes/document_ids"],
    [{ body: "See", documentIds: ["x"] }, "400 invalid_attribute /data/attributes/document_ids"],
    [{ body: "See", documentIds: Array.from({ length: 50 }, () => randomUUID()) }, "400 invalid_attribute"],
  ];
  for (const [attributes, problem] of refused) {
    const answer = await write(client, attributes);
    expect([JSON.stringify(attributes).slice(0, 60), answer.problem]).toEqual([
      expect.anything(),
      expect.stringContaining(problem.split(" ").slice(0, 2).join(" ")),
    ]);
  }
  expect((await write(client, { body: "x".repeat(10_000) })).status).toBe(201);
  expect((await write(client, { body: "\u202eabc <b>x</b> \u2066" })).status).toBe(201);
  expect((await threadOf(client)).messages).toHaveLength(2);
  expect((await threadOf(other.client)).messages).toEqual([]);
  const { rows } = await service.database.orm.execute(
    sql`select count(*)::integer as count from upstream.messages where client_id = ${record.id}`,
  );
  expect(rows).toEqual([{ count: 2 }]);
});

test("a revoked client and an archived one have no thread", async ({ service, owner }) => {
  const revoked = await newPortalClient(service, owner);
  await owner.send("POST", `/portal_invitations/${revoked.invitation.id}/revocation`);
  const archived = await newPortalClient(service, owner);
  await owner.send("POST", `/clients/${archived.record.id}/archival`);
  for (const { client } of [revoked, archived]) {
    const answers = [
      await client.get("/portal/messages"),
      await write(client, { body: "Hello?" }),
      await read(client, 1),
      await draft(client, { body: "Hello?" }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  }
});

test("a question at a property and its answer are in the thread once each, and a changed answer is an edited message", async ({
  service,
  owner,
}) => {
  const { client, record } = await newPortalClient(service, owner);
  const property = await newPackage(owner);
  const attributes = { clientId: record.id, packageId: property.id };
  await owner.send("POST", "/opportunities", { type: "opportunity", attributes });
  const asked = { type: "portal_answers", attributes: { body: "Is the attic insulated?" } };
  await client.send("POST", `/portal/properties/${property.id}/questions`, asked);
  const [question] = (await owner.get("/portal_questions")).records;
  const answer = (words: string) =>
    owner.send("PATCH", `/portal_questions/${question?.id}`, {
      type: "portal_question",
      id: question?.id ?? "",
      attributes: { answer: words },
    });
  await answer("Yes.");
  await answer("Yes.");
  await answer("Yes, since 2019.");
  const { messages } = await threadOf(client);
  expect(
    messages.map(({ source, body, is_own, package_id, property: street, edited_at }) => [
      source,
      body,
      is_own,
      package_id === property.id,
      street === property.attributes.street,
      edited_at !== null,
    ]),
  ).toEqual([
    ["question", "Is the attic insulated?", true, true, true, false],
    ["question", "Yes, since 2019.", false, true, true, true],
  ]);
  const { needs_reply: needsReply } = (await owner.get(`/message_threads/${record.id}`)).record.attributes;
  expect(needsReply).toBe(false);
  const events = (await owner.get(`/activities?filter[client_id]=${record.id}`)).records;
  const kinds = events
    .map(({ attributes: { kind } }) => kind)
    .filter((kind) => /^(message|portal_question)/.test(String(kind)));
  expect(kinds.toReversed()).toEqual([
    "portal_question.asked",
    "portal_question.answered",
    "portal_question.answered",
    "message.edited",
  ]);
});

test("payment details are sent only when they are meant, and are marked for the client", async ({ service, owner }) => {
  const { client, record } = await newPortalClient(service, owner);
  const pointer = "/data/attributes/payment_confirmed";
  const wire = "Please wire the deposit to account number 1234567890.";
  expect((await say(owner, record.id, wire)).problem).toBe(`422 payment_details ${pointer}`);
  expect((await say(owner, record.id, wire, { kind: "note" })).status).toBe(201);
  expect((await say(owner, record.id, wire, { paymentConfirmed: true })).status).toBe(201);
  const other = "The account number is 9999999999.";
  expect((await say(owner, record.id, other)).problem).toBe(`422 payment_details_changed ${pointer}`);
  const sent = await say(owner, record.id, other, { paymentConfirmed: true });
  const harmless = await say(owner, record.id, "See you on Friday.");
  const change = (body: string, more: object = {}) =>
    owner.send("PATCH", `/messages/${harmless.record.id}`, {
      type: "message",
      id: harmless.record.id,
      attributes: { body, ...more },
    });
  expect((await change("Wire it today.")).problem).toBe(`422 payment_details ${pointer}`);
  expect((await change("Wire it today.", { paymentConfirmed: true })).status).toBe(200);
  await write(client, { body: "My account number is 5555555555." });
  const { messages } = await threadOf(client);
  expect(messages.map(({ body, payment_warning }) => [body, payment_warning])).toEqual([
    [wire, ["account", "wire"]],
    [other, ["account", "changed"]],
    ["Wire it today.", ["wire"]],
    ["My account number is 5555555555.", []],
  ]);
  expect(sent.record.attributes.payment_warning).toEqual(["account", "changed"]);
});

const values = z.array(z.unknown());
const sentQuery = z
  .tuple([z.object({ text: z.string(), values: values.optional() })], z.unknown())
  .transform(([first, second]) => ({ text: first.text, values: first.values ?? values.catch([]).parse(second) }));
const plan = z.array(
  z.object({
    "QUERY PLAN": z.array(
      z.object({ Plan: z.object({ "Shared Hit Blocks": z.number(), "Shared Read Blocks": z.number() }) }),
    ),
  }),
);

/** Blocks that the queries about messages touch when a client opens the thread. */
async function blocksOf(service: UpstreamService, client: TestClient): Promise<number> {
  const spy = vi.spyOn(pg.Client.prototype, "query");
  await client.get("/portal/messages");
  const calls = spy.mock.calls.map((call) => sentQuery.safeParse(call));
  spy.mockRestore();
  const own = calls.flatMap(({ data }) => (data?.text.includes('"upstream"."messages"') ? [data] : []));
  expect(own.length).toBeGreaterThan(0);
  let blocks = 0;
  for (const { text, values } of own) {
    const { rows } = await service.database.pool.query(`explain (analyze, buffers, format json) ${text}`, values);
    const root = plan.parse(rows)[0]?.["QUERY PLAN"][0]?.Plan;
    blocks += (root?.["Shared Hit Blocks"] ?? 0) + (root?.["Shared Read Blocks"] ?? 0);
  }
  return blocks;
}

test("a thread of 10,000 messages is read as one of 30 is", async ({ service, owner, workspace }) => {
  const fill = async (clientId: string, count: number) => {
    await service.database.orm.execute(sql`
      insert into upstream.messages (workspace_id, client_id, kind, source, is_from_client, author_name, body, search_text)
      select ${workspace.id}, ${clientId}, 'message', 'workspace', false, 'Ada', 'Message ' || n, '' from generate_series(1, ${count}) n`);
    await service.database.orm.execute(sql`analyze upstream.messages`);
  };
  const [short, long] = [await newPortalClient(service, owner), await newPortalClient(service, owner)];
  await fill(short.record.id, 31);
  await fill(long.record.id, 10_000);
  const [few, many] = [await blocksOf(service, short.client), await blocksOf(service, long.client)];
  expect(many).toBeLessThanOrEqual(few * 1.5);
  expect(await unread(long.client)).toBe(100);
});
