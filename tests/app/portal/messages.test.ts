import { expect } from "vitest";
import { z } from "zod";
import type { Agency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";
import { weightOf } from "#tests/support/client-page-weight.ts";
import { successfulControls } from "#tests/support/form-entries.ts";
import { newPortalClient } from "#tests/support/portal-client.ts";
import { uploadDocument } from "#tests/support/seeded-agent.ts";
import type { Visit } from "#tests/support/visitor.ts";
import { budgets } from "../../../bench/figures/page-weight.ts";
import { messagesOn, typedIn } from "../page-reading.ts";

const test = newAgencyTest();

const home = "/client-portal/dashboard";
const page = `${home}/messages`;
const click = { "sec-fetch-site": "same-origin", "sec-fetch-user": "?1" };

const made = z.object({ data: z.object({ id: z.string() }) });

/** A message of the agent's, past the app; gives its id. */
async function say(agency: Agency, clientId: string, body: string, more: object = {}): Promise<string> {
  return made.parse(await agency.call("POST", "/messages", { clientId, body, ...more })).data.id;
}

/** The messages on a page: who wrote each, and its words. */
function messagesIn({ document }: Visit): string[] {
  return document.querySelectorAll(".thread li").map((message) => {
    const name = message.querySelector("b")?.text ?? "";
    return `${name}: ${message.querySelector(".lines-kept, p.muted:not(.small)")?.text ?? ""}`;
  });
}

const countIn = ({ document }: Visit) => document.querySelector(".side .c")?.text ?? "0";

test("agent and client talk in one thread: the client reads, writes, and sees what is new", async ({ app, agency }) => {
  const { visitor, record } = await newPortalClient(app, agency, "Nora Lind");
  const empty = await visitor.open(page);
  expect(empty.text).toContain("No messages yet. Write to");
  await say(agency, record.id, "Shall we look on Friday?");
  await say(agency, record.id, "They are in a hurry.", { kind: "note" });
  const first = await visitor.open(home);
  expect([countIn(first), first.text]).toEqual(["1", expect.stringContaining("You have one new message")]);
  await visitor.open(page);
  const sent = await visitor.submit({ body: "Yes, gladly.\nAt ten?" }, { button: "Send message" });
  expect([sent.url.pathname, sent.status]).toEqual([page, 200]);
  expect(sent.text).toContain("Your message is sent.");
  expect(messagesIn(sent)).toEqual([
    expect.stringContaining(": Shall we look on Friday?"),
    "You: Yes, gladly.\nAt ten?",
  ]);
  expect(sent.text).not.toContain("hurry");
  expect(typedIn(sent, "body")).toBe("");
});

test("a message exists once, however often its form is sent, and another text under the same key asks first", async ({
  app,
  agency,
}) => {
  const { visitor } = await newPortalClient(app, agency);
  const opened = await visitor.open(page);
  const form = opened.document.querySelector("main form");
  if (form === null) throw new Error("There is no form.");
  const fields = successfulControls(form, { body: "Once" }, undefined);
  const sends = await Promise.all(Array.from({ length: 8 }, () => visitor.request(page, posted(fields))));
  expect(sends.map(({ status }) => status)).toEqual(Array(8).fill(303));
  expect(messagesIn(await visitor.open(page))).toEqual(["You: Once"]);
  // The page that was open all the time, as on a second device.
  fields.set("body", "Twice");
  const asked = await visitor.send(page, fields);
  expect([asked.status, typedIn(asked, "body")]).toEqual([409, "Twice"]);
  await visitor.submit({}, { button: "Send message" });
  expect(messagesIn(await visitor.open(page))).toEqual(["You: Once", "You: Twice"]);
});

function posted(fields: URLSearchParams) {
  const headers = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
  return { method: "POST", headers, body: fields.toString() };
}

test("a draft is saved without scripts, is there on the next device, and the page stays the same until something is sent", async ({
  app,
  agency,
}) => {
  const { visitor } = await newPortalClient(app, agency);
  await visitor.open(page);
  const saved = await visitor.submit({ body: "I was thin" }, { button: "Save draft" });
  expect([saved.url.pathname, typedIn(saved, "body")]).toEqual([page, "I was thin"]);
  expect(saved.text).toContain("Your draft is saved. Nothing is sent yet.");
  expect(messagesIn(saved)).toEqual([]);
  const again = await visitor.open(page);
  const tag = again.headers.get("etag") ?? "";
  expect(tag).not.toBe("");
  const same = await visitor.request(page, { headers: { "if-none-match": tag } });
  expect(same.status).toBe(304);
  await visitor.open(page);
  await visitor.submit({ body: "I was thinking" }, { button: "Send message" });
  const other = await visitor.request(page, { headers: { "if-none-match": tag } });
  expect(other.status).toBe(200);
});

test("messages are read by a click alone: not by HEAD, fetching ahead, a scanner, or staff who look", async ({
  app,
  agency,
  owner,
}) => {
  const { visitor, record } = await newPortalClient(app, agency);
  await say(agency, record.id, "Good morning");
  const waiting = async () => countIn(await visitor.open(home));
  for (const init of [
    {},
    { method: "HEAD", headers: click },
    { headers: { ...click, "sec-purpose": "prefetch" } },
    { headers: { "sec-fetch-site": "cross-site" } },
  ])
    await visitor.request(page, init);
  await visitor.request(`${page}?before=999999999`, { headers: click });
  await owner.open(`/clients/${record.id}/portal/view`);
  const look = await owner.submit({}, { button: "Open the portal" });
  const seen = await owner.request(`${look.url.pathname}/messages`, { headers: click });
  expect(await seen.text()).toContain("Good morning");
  expect(await waiting()).toBe("1");
  await visitor.request(page, { headers: { "sec-fetch-site": "cross-site", "sec-fetch-user": "?1" } });
  expect(await waiting()).toBe("0");
});

test("documents are chosen or sent, and go with the message; the typed text is kept meanwhile", async ({
  app,
  agency,
  owner,
}) => {
  const { visitor, record } = await newPortalClient(app, agency);
  const documentId = await uploadDocument(owner, { name: "Terms.txt", content: "Terms." }, `?client=${record.id}`);
  await agency.call("PATCH", `/documents/${documentId}`, { isClientVisible: true });
  await visitor.open(page);
  const choose = await visitor.submit({ body: "Please look" }, { button: "Attach documents" });
  expect(choose.url.pathname).toBe(`${page}/attachments`);
  await visitor.submit({ documentIds: [documentId] }, { button: "Attach to the message" });
  await visitor.submit({}, { button: "Attach documents" });
  const letter = new File(["We would lend you money."], "Letter.txt", { type: "text/plain" });
  const attached = await visitor.submit({}, { button: "Send and attach", files: [letter] });
  expect([attached.url.pathname, typedIn(attached, "body")]).toEqual([page, "Please look"]);
  const boxes = attached.document.querySelectorAll("main form input[type=checkbox][checked]");
  expect(boxes).toHaveLength(2);
  const sent = await visitor.submit({}, { button: "Send message" });
  expect(messagesIn(sent)).toEqual(["You: Please look"]);
  const links = sent.document.querySelectorAll(".thread li a").map(({ text }) => text);
  expect(links).toEqual(["Terms.txt", "Letter.txt"]);
  const address = sent.document.querySelectorAll(".thread li a")[1]?.getAttribute("href") ?? "";
  expect(await (await visitor.request(address)).text()).toBe("We would lend you money.");
  const none = await visitor.open(`${page}/attachments`);
  expect(none.document.querySelectorAll("main form input[checked]")).toEqual([]);
});

test("choosing and sending documents asks for the draft alone, and not for the thread", async ({ app, agency }) => {
  const { visitor } = await newPortalClient(app, agency);
  const before = app.calls.length;
  await visitor.open(`${page}/attachments`);
  const calls = app.calls.slice(before);
  expect(calls).toContain("GET /api/portal/message_draft");
  expect(calls).not.toContain("GET /api/portal/messages");
});

test("an empty message and one that is too long are refused in one sentence, and what was typed is kept", async ({
  app,
  agency,
}) => {
  const { visitor } = await newPortalClient(app, agency);
  await visitor.open(page);
  const empty = await visitor.submit({ body: "  " }, { button: "Send message" });
  expect([empty.status, messagesOn(empty)]).toEqual([400, ["Write a message, or attach a document."]]);
  const long = "x".repeat(10_001);
  const tooLong = await visitor.submit({ body: long }, { button: "Send message" });
  expect([tooLong.status, typedIn(tooLong, "body")]).toEqual([400, long]);
  expect(messagesOn(tooLong)[0]).toContain("10,000 characters");
  const draft = await visitor.submit({ body: long }, { button: "Save draft" });
  expect([draft.status, typedIn(draft, "body")]).toEqual([400, long]);
  await visitor.open(page);
  for (const body of ["a\0b", "<script>alert(1)</script> \u202e evil"]) {
    const answer = await visitor.submit({ body }, { button: "Send message" });
    expect([200, 400]).toContain(answer.status);
    expect(answer.html).not.toContain("<script");
    await visitor.open(page);
  }
  const form = visitor.page.document.querySelector("main form");
  if (form === null) throw new Error("There is no form.");
  const forged = successfulControls(form, { body: "See" }, undefined);
  for (let count = 0; count < 50; count += 1) forged.append("documentIds", crypto.randomUUID());
  const many = await visitor.send(page, forged);
  expect([many.status, many.text]).toEqual([400, expect.stringContaining("up to 20 documents")]);
  forged.delete("documentIds");
  forged.append("documentIds", crypto.randomUUID());
  const gone = await visitor.send(page, forged);
  expect([gone.status, typedIn(gone, "body"), gone.text]).toEqual([
    400,
    "See",
    expect.stringContaining("isn't there any more"),
  ]);
  expect(messagesIn(await visitor.open(page))).toHaveLength(1);
});

test("a message about payment stands under a warning with the agent's own number, in the reader's language", async ({
  app,
  agency,
}) => {
  const { visitor, record } = await newPortalClient(app, agency);
  await app.database.pool.query("update upstream.accounts set phone_number = '206-555-0142' where id = $1", [
    await ownerId(app, record.id),
  ]);
  const meant = { paymentConfirmed: true };
  await say(agency, record.id, "Please wire the deposit to account 1234567890.", meant);
  await say(agency, record.id, "Sorry: the account is 9999999999.", meant);
  const { document } = await visitor.open(page);
  const warnings = document.querySelectorAll(".thread .note-bad").map(({ text }) => text);
  expect(warnings).toEqual([
    expect.stringMatching(
      /Careful.*Before you send any, call .* at 206-555-0142\. Do not use a number from the message/,
    ),
    expect.stringContaining("These payment details are not the same as before"),
  ]);
  expect(document.querySelector(".thread .note-bad a")?.getAttribute("href")).toBe("tel:+12065550142");
  await visitor.open(`${home}/me`);
  await visitor.submit({ language: "es" }, { button: "Save" });
  const spanish = await visitor.open(page);
  expect(spanish.text).toMatch(/Cuidado.*Antes de enviarlo, llame a .* al 206-555-0142/);
  const sent = await visitor.submit({ body: "Hola" }, { button: "Enviar mensaje" });
  expect(sent.text).toContain("Su mensaje está enviado.");
  expect(messagesIn(sent).at(-1)).toBe("Usted: Hola");
});

/** The account of the agent of a client: the owner, where nobody is assigned. */
async function ownerId(app: Application, clientId: string): Promise<string> {
  const { rows } = await app.database.pool.query<{ id: string }>(
    `select coalesce(c.assigned_account_id, m.account_id) as id from upstream.clients c
     join upstream.memberships m on m.workspace_id = c.workspace_id and m.role = 'owner' where c.id = $1`,
    [clientId],
  );
  return rows[0]?.id ?? "";
}

test("edited and deleted messages are visible as such", async ({ app, agency }) => {
  const { visitor, record } = await newPortalClient(app, agency);
  const edited = await say(agency, record.id, "At nine");
  const deleted = await say(agency, record.id, "Never mind");
  await agency.call("PATCH", `/messages/${edited}`, { body: "At ten" });
  await agency.call("DELETE", `/messages/${deleted}`);
  const { document, text } = await visitor.open(page);
  expect(document.querySelectorAll(".thread li")[0]?.text).toMatch(/, edited.*At ten/);
  expect(text).toContain("This message was deleted.");
  expect(text).not.toMatch(/At nine|Never mind/);
});

test("a page of 30 messages weighs at most 8 kB, and older ones are one link away", async ({ app, agency }) => {
  const { visitor, record } = await newPortalClient(app, agency);
  const words = [
    "Good morning! The sellers of the house on Harbour Street have agreed to show it on Friday at half past ten.",
    "Thank you, that suits us well. Could you ask them when the roof was replaced, and by whom?",
    "They say that the roof is from 2019. I have put the invoice into your documents, together with the disclosure.",
    "We have read it. The garage seems to be smaller than in the photos. Is there room for two cars?",
  ];
  for (let count = 0; count < 33; count += 1) {
    const body = `${count}. ${words[count % words.length]} It is number ${count * 7919} of our notes.`;
    if (count % 2 === 0) await say(agency, record.id, body);
    else await send(body);
  }
  async function send(body: string) {
    await visitor.open(page);
    await visitor.submit({ body }, { button: "Send message" });
  }
  const newest = await visitor.open(page);
  expect(messagesIn(newest)).toHaveLength(30);
  expect(messagesIn(newest).at(-1)).toContain("32. Good morning!");
  expect(weightOf(newest)).toBeLessThanOrEqual(budgets["script-free"].document);
  const older = await visitor.follow("Older messages");
  expect(messagesIn(older).map((line) => line.slice(0, 60))).toEqual([
    expect.stringContaining(": 0. Good"),
    expect.stringContaining("You: 1. Thank"),
    expect.stringContaining(": 2. They"),
  ]);
  expect((await visitor.follow("Newest messages")).url.search).toBe("");
});
