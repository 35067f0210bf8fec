import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { smallPicture } from "#tests/support/odd-pictures.ts";
import { newPortalClient } from "#tests/support/portal-client.ts";
import type { Visit } from "#tests/support/visitor.ts";
import { addReply, sendMessage } from "#tests/support/written-messages.ts";
import { linkOf, messagesOn, namesOn, typedIn } from "../page-reading.ts";

const test = newAgencyTest();

/** The messages of a thread from the oldest to the newest: who, what, and marks. */
function talkOn({ document }: Visit): string[] {
  return document.querySelectorAll(".talk li[id]").map((message) => {
    const [author, body] = [message.querySelector("b")?.text, message.querySelector("[dir]")?.text];
    return [author, body ?? message.querySelector("p.muted")?.text].join(": ");
  });
}

test("a thread opens from the client's page, and what is sent stands at its end", async ({ agency, owner }) => {
  const { id } = await agency.addClient({ name: "Maya Okafor", phoneNumber: "2065550142" });
  await owner.open(`/clients/${id}`);
  expect(linkOf(owner.page, "Message")).toBe(`/messages/${id}`);
  const empty = await owner.open(`/messages/${id}`);
  expect(empty.text).toContain("No messages yet. Maya Okafor reads and answers them in the client portal.");
  expect(empty.text).toContain("(206) 555-0142");
  const field = empty.document.querySelector("textarea");
  expect([field?.getAttribute("placeholder"), field?.getAttribute("name")]).toEqual(["Enter message", "body"]);
  await owner.submit({ body: "Good morning." }, { button: "Send message" });
  expect(owner.page.document.querySelector(".talk .ours .face")?.text).toMatch(/^\p{Lu}{1,2}$/u);
  const sent = await owner.submit({ body: "<b>Second</b> \u202eline" }, { button: "Send message" });
  expect(talkOn(sent).map((line) => line.split(": ")[1])).toEqual(["Good morning.", "<b>Second</b> \u202eline"]);
  expect(sent.document.querySelectorAll(".talk h2").map(({ text }) => text)).toEqual(["Today"]);
  expect(sent.document.querySelector(".talk time")?.getAttribute("title")).toMatch(/^\w{3}, \w{3} \d+, \d{4}, .+ \w+$/);
  expect(typedIn(sent, "body")).toBe("");
});

test("a message without words is refused beside its field, and what is too long is kept", async ({ agency, owner }) => {
  const { id } = await agency.addClient();
  await owner.open(`/messages/${id}`);
  const refused = await owner.submit({ body: "  " }, { button: "Send message" });
  expect([refused.status, messagesOn(refused)]).toEqual([400, ["Message must be at least 1 character."]]);
  await owner.open(`/messages/${id}`);
  const long = "x".repeat(10_001);
  const tooLong = await owner.submit({ body: long }, { button: "Send message" });
  expect([tooLong.status, messagesOn(tooLong), typedIn(tooLong, "body")]).toEqual([
    400,
    ["Use at most 10,000 characters."],
    long,
  ]);
});

test("the client's photo stands beside what they wrote, and not beside what others of their household wrote", async ({
  app,
  agency,
  owner,
}) => {
  const { record, visitor } = await newPortalClient(app, agency, "Nora Lind");
  await owner.open(`/clients/${record.id}/photo`);
  const files = [new File([smallPicture()], "face.png", { type: "image/png" })];
  await owner.submit({}, { button: "Save photo", files });
  for (const body of ["From Nora", "From Pat"]) {
    await visitor.open("/client-portal/dashboard/messages");
    await visitor.submit({ body });
  }
  await app.database.pool.query(
    "update upstream.messages set author_name = 'Pat Orell' where client_id = $1 and body = 'From Pat'",
    [record.id],
  );
  const { document } = await owner.open(`/messages/${record.id}`);
  const faces = document
    .querySelectorAll(".talk li[id]")
    .map((message) => [message.querySelector(".face")?.text, message.querySelector(".face img") !== null]);
  expect(faces).toEqual([
    ["NL", true],
    ["PO", false],
  ]);
});

test("a draft is there on every device until it is sent, and the page is unchanged in between", async ({
  agency,
  owner,
}) => {
  const { id } = await agency.addClient();
  const first = await owner.open(`/messages/${id}`);
  const tag = first.headers.get("etag") ?? "";
  expect((await owner.request(`/messages/${id}`, { headers: { "if-none-match": tag } })).status).toBe(304);
  const kept = await owner.submit({ body: "About the roof:" }, { button: "Save draft" });
  expect([kept.text.includes("Draft saved."), typedIn(kept, "body")]).toEqual([true, "About the roof:"]);
  expect(typedIn(await owner.open(`/messages/${id}`), "body")).toBe("About the roof:");
  const sent = await owner.submit({ body: "About the roof: it is fine." }, { button: "Send message" });
  expect(typedIn(sent, "body")).toBe("");
});

test("what a script keeps of a draft comes too late once that was sent", async ({ agency, owner }) => {
  const { id } = await agency.addClient();
  await owner.open(`/messages/${id}`);
  const keep = (body: string, draftKey = "") => {
    const said = new URLSearchParams({ body, draftKey, next: "stay" });
    for (const input of owner.page.document.querySelectorAll("main form:has(textarea) input[type=hidden]"))
      said.append(input.getAttribute("name") ?? "", input.getAttribute("value") ?? "");
    const headers = { "content-type": "application/x-www-form-urlencoded", origin: owner.origin };
    return owner.request(`/messages/${id}/draft`, { method: "POST", body: said.toString(), headers });
  };
  const keyOf = ({ document }: Visit) =>
    document.querySelector("main form:has(textarea) input[name=_key]")?.getAttribute("value");
  const key = keyOf(owner.page);
  expect((await keep("About the ro", key)).status).toBe(204);
  expect(typedIn(await owner.open(`/messages/${id}`), "body")).toBe("About the ro");
  await owner.submit({ body: "About the roof." }, { button: "Send message" });
  expect((await keep("About the roof", key)).status).toBe(409);
  const after = await owner.open(`/messages/${id}`);
  expect([typedIn(after, "body"), talkOn(after).length]).toEqual(["", 1]);
  expect((await keep("Next", keyOf(after))).status).toBe(204);
  expect(typedIn(await owner.open(`/messages/${id}`), "body")).toBe("Next");
});

test("the same form sent twice is one message", async ({ agency, owner }) => {
  const { id } = await agency.addClient();
  const page = await owner.open(`/messages/${id}`);
  const fields = new URLSearchParams();
  for (const input of page.document.querySelectorAll("main form:has(textarea) input"))
    fields.append(input.getAttribute("name") ?? "", input.getAttribute("value") ?? "");
  fields.append("body", "Once.");
  await owner.send(`/messages/${id}`, fields);
  expect(talkOn(await owner.send(`/messages/${id}`, fields))).toHaveLength(1);
  fields.set("body", "Once, but longer.");
  const asked = await owner.send(`/messages/${id}`, fields);
  expect([asked.status, asked.text.includes("Already sent."), typedIn(asked, "body")]).toEqual([
    409,
    true,
    "Once, but longer.",
  ]);
  expect(talkOn(await owner.submit({}, { button: "Send message" }))).toHaveLength(2);
});

test("an author edits and deletes a message for 10 minutes; colleagues do not", async ({ agency, owner }) => {
  const { id } = await agency.addClient();
  const messageId = await sendMessage(owner, id, { body: "At $515,000." });
  const path = `/messages/${id}/messages/${messageId}`;
  const manager = (await agency.join("manager")).visitor;
  expect((await manager.open(`${path}/edit`)).status).toBe(403);
  expect(linkOf(await manager.open(`/messages/${id}`), "Edit")).toBeUndefined();
  const form = await owner.open(`${path}/edit`);
  expect(form.text).toContain("Owners and admins can read what it said before, in the audit log.");
  const edited = await owner.submit({ body: "At $525,000." }, { button: "Save changes" });
  expect(talkOn(edited)[0]).toContain("At $525,000.");
  expect(edited.text).toContain("· edited");
  await owner.open(`${path}/removal`);
  const deleted = await owner.submit({}, { button: "Delete message" });
  expect(deleted.text).toContain("This message was deleted.");
  expect(deleted.text).not.toContain("525,000");
  const log = await owner.open("/activity");
  expect(log.text).toContain("At $515,000.");
  expect((await manager.open("/activity")).text).not.toContain("515,000");
  const other = await agency.addClient();
  expect((await owner.open(`/messages/${other.id}/messages/${messageId}/edit`)).status).toBe(404);
});

test("a note is marked as one, and instructors add notes alone", async ({ agency, owner }) => {
  const { id } = await agency.addClient();
  await owner.open(`/messages/${id}/notes/new`);
  const noted = await owner.submit({ body: "Careful with the price." }, { button: "Add note" });
  expect(noted.text).toContain("Internal note: the client can’t see it");
  expect(noted.document.querySelectorAll(".talk .team-note")).toHaveLength(1);
});

test("a saved reply is filled in after what was typed", async ({ agency, owner }) => {
  const { id } = await agency.addClient({ name: "Maya Okafor" });
  const property = await agency.addPackage({ street: "12 Alder Lane" });
  await agency.call("POST", "/opportunities", { clientId: id, packageId: property.id });
  await addReply(owner, {
    name: "Confirmed",
    body: "Hello {client}, your showing of {property} is confirmed. {agent}",
  });
  await owner.open(`/messages/${id}?about=${property.id}`);
  const filled = await owner.submit({ body: "Good news!" }, { button: "Confirmed" });
  expect(typedIn(filled, "body")).toMatch(
    /^Good news!\n\nHello Maya, your showing of 12 Alder Lane is confirmed\. \w+/,
  );
});

test("a property's page leads to each of its clients' threads, about the property", async ({ agency, owner }) => {
  const { id } = await agency.addClient({ name: "Maya Okafor" });
  const property = await agency.addPackage({ street: "14 Alder Lane" });
  await agency.call("POST", "/opportunities", { clientId: id, packageId: property.id });
  const { document } = await owner.open(`/packages/${property.id}/clients`);
  const link = document.querySelector('a[aria-label="Message Maya Okafor"]')?.getAttribute("href") ?? "";
  expect(link).toBe(`/messages/${id}?about=${property.id}`);
  await owner.open(link);
  const sent = await owner.submit({ body: "It is open on Sunday." }, { button: "Send message" });
  expect(sent.document.querySelector("main .talk")?.text).toContain("14 Alder Lane");
});

test("documents that the client sees are attached to the draft", async ({ agency, owner }) => {
  const { id } = await agency.addClient();
  await owner.open(`/messages/${id}`);
  const none = await owner.submit({ body: "Please read this." }, { button: "Attach documents" });
  expect(none.url.pathname).toBe(`/messages/${id}/attachments`);
  expect(none.text).toContain("can’t see any documents yet");
  expect(typedIn(await owner.open(`/messages/${id}`), "body")).toBe("Please read this.");
});

test("a thread is unread again by a button, and needs a reply until somebody says otherwise", async ({
  agency,
  owner,
}) => {
  const { id } = await agency.addClient({ name: "Maya Okafor" });
  await sendMessage(owner, id, { body: "Good morning." });
  expect(namesOn(await owner.open("/messages?show=unread"))).toEqual([]);
  await owner.open(`/messages/${id}`);
  const list = await owner.submit({}, { button: "Mark unread" });
  expect(list.text).toContain("Marked as unread.");
  const unread = await owner.open("/messages?show=unread");
  const both = await owner.open("/messages?show=unread&mine=true");
  expect(both.document.querySelectorAll(".chip").map(({ text }) => text.trim())).toEqual(["Unread", "My clients"]);
  expect([namesOn(unread), unread.text.includes("1 unread")]).toEqual([["Maya Okafor"], true]);
  // Fetched by a program: nobody has read it.
  await owner.open(`/messages/${id}`);
  expect(namesOn(await owner.open("/messages?show=unread"))).toEqual(["Maya Okafor"]);
  const person = { "sec-fetch-site": "same-origin", "sec-fetch-user": "?1", "sec-fetch-mode": "navigate" };
  await owner.request(`/messages/${id}`, { headers: { ...person, "sec-purpose": "prefetch" } });
  expect(namesOn(await owner.open("/messages?show=unread"))).toEqual(["Maya Okafor"]);
  await owner.request(`/messages/${id}`, { headers: person });
  expect(namesOn(await owner.open("/messages?show=unread"))).toEqual([]);
});

test("threads are found by the client and by what was said, also by the search for everything", async ({
  agency,
  owner,
}) => {
  const { id } = await agency.addClient({ name: "Maya Okafor" });
  await sendMessage(owner, id, { body: "The crawl space needs an engineer." });
  expect(namesOn(await owner.open("/messages?q=engineer"))).toEqual(["Maya Okafor"]);
  expect(namesOn(await owner.open("/messages?q=nobody"))).toEqual([]);
  for (const typed of ["okafro", "enginer", "crawl+enginere"]) {
    expect(namesOn(await owner.open(`/messages?q=${typed}`)), typed).toEqual(["Maya Okafor"]);
    expect(owner.page.text).toContain("No exact matches. Showing similar results.");
  }
  const found = await owner.open("/search?q=crawl+engineer");
  expect(linkOf(found, "Maya Okafor")).toBe(`/messages/${id}?q=crawl+engineer`);
  expect(found.text).toContain("The crawl space needs an engineer.");
});

test("a new message begins with the choice of a client", async ({ agency, owner }) => {
  const { id } = await agency.addClient({ name: "Maya Okafor" });
  await agency.addClient({ name: "Ben Adams" });
  expect(namesOn(await owner.open("/messages/new"))).toEqual(["Ben Adams", "Maya Okafor"]);
  const found = await owner.submit({ q: "okafor" }, { button: "Search" });
  expect(namesOn(found)).toEqual(["Maya Okafor"]);
  expect(linkOf(found, "Maya Okafor")).toBe(`/messages/${id}`);
  expect((await owner.open("/messages/new?q=nobody")).text).toContain("No client matches.");
});

test("older messages are a link away", async ({ agency, owner }) => {
  const { id } = await agency.addClient();
  for (let number = 1; number <= 32; number += 1)
    await agency.call("POST", "/messages", { clientId: id, body: `Number ${number}` });
  const newest = await owner.open(`/messages/${id}`);
  expect(talkOn(newest)).toHaveLength(30);
  expect(talkOn(newest).at(-1)).toContain("Number 32");
  const older = await owner.follow("Older messages");
  expect(talkOn(older).map((line) => line.split(": ")[1])).toEqual(["Number 1", "Number 2"]);
  expect(linkOf(older, "Newer messages")).toBeDefined();
});

test("nobody writes to an archived client", async ({ agency, owner }) => {
  const { id } = await agency.addClient();
  await owner.open(`/messages/${id}`);
  await agency.call("POST", `/clients/${id}/archival`);
  expect((await owner.open(`/messages/${id}`)).text).toContain("This client is archived.");
});

test("a message that a search found is opened at that message, its words marked", async ({ agency, owner }) => {
  const { id } = await agency.addClient({ name: "Maya Okafor" });
  for (let index = 0; index < 70; index += 1) {
    const body = index === 20 ? "The Fürnace needs a new filter." : `Message ${index}`;
    await agency.call("POST", "/messages", { clientId: id, body });
  }
  for (const [list, named] of [
    ["/messages?q=furnace", "a.row-link"],
    ["/search?q=furnace", 'main a[href^="/messages/"]'],
  ] as const) {
    const found = await owner.open(list);
    const links = found.document.querySelectorAll(named).map((link) => link.getAttribute("href") ?? "");
    const link = links.find((href) => href.startsWith(`/messages/${id}?`)) ?? "";
    const page = await owner.open(link);
    const said = page.document.querySelectorAll(".talk mark").map(({ text }) => text);
    const [message] = page.document.querySelectorAll(".talk li[id]").filter(({ text }) => text.includes("new filter"));
    expect([link, said, page.url.hash]).toEqual([link, ["Fürnace"], `#${message?.id}`]);
    expect(talkOn(page).length).toBeGreaterThanOrEqual(20);
    expect([linkOf(page, "Older messages"), linkOf(page, "Newer messages")]).not.toContain(undefined);
  }
  // Nothing is skipped on the way to the newest ones.
  const seen = new Set(talkOn(owner.page));
  for (let href = linkOf(owner.page, "Newer messages"); href; href = linkOf(owner.page, "Newer messages"))
    for (const line of talkOn(await owner.open(href))) seen.add(line);
  expect([...seen].filter((line) => /Message (3\d|4\d|5\d|6\d)$/.test(line))).toHaveLength(40);

  const newest = await owner.open(`/messages?q=${encodeURIComponent("message 69")}`);
  await owner.open(linkOf(newest, "Maya Okafor") ?? "");
  expect([owner.page.url.hash.length, linkOf(owner.page, "Newer messages")]).toEqual([37, undefined]);
  const unfound = await owner.open(`/messages/${id}?q=chimney&found=x`);
  expect([unfound.status, unfound.document.querySelectorAll(".talk mark").length]).toEqual([200, 0]);
});
