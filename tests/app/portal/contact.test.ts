import { randomUUID } from "node:crypto";
import { expect, vi } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { type Application, mailTo } from "#tests/support/application.ts";
import { successfulControls } from "#tests/support/form-entries.ts";
import { newPortalClient, portalPath } from "#tests/support/portal-client.ts";
import type { Visitor } from "#tests/support/visitor.ts";
import { messagesOn, typedIn } from "../page-reading.ts";

const test = newAgencyTest();

const handleOf = async (owner: Visitor) => typedIn(await owner.open("/settings/general"), "handle") ?? "";
const someAddress = () => `${randomUUID().slice(0, 12)}@stranger.example`;
const typed = () => ({
  name: "Nora Lind",
  email: someAddress(),
  phoneNumber: "206 555 0100",
  message: "We look for <i>three</i> bedrooms.",
});

test("an empty message to a workspace asks for words: nothing can be attached there", async ({ app, owner }) => {
  const visitor = app.visitor();
  await visitor.open(`/client-portal/contact?workspace=${await handleOf(owner)}`);
  const refused = await visitor.submit({ ...typed(), message: " " });
  expect([refused.status, messagesOn(refused)]).toEqual([400, ["Write a message."]]);
});

/** Opens the client whom a search finds, once there is one. */
async function openClient(owner: Visitor, email: string) {
  const link = await vi.waitFor(
    async () => {
      const { html } = await owner.open(`/clients/?${new URLSearchParams({ q: email })}`);
      const [, path] = /href="(\/clients\/[0-9a-f-]{36})"/.exec(html) ?? [];
      if (path === undefined) throw new Error("Nobody has this address yet.");
      return path;
    },
    { timeout: 20_000, interval: 100 },
  );
  return owner.open(link);
}

/** Looks at the same client's page until it says this. */
async function waitFor(owner: Visitor, path: string, text: string) {
  return vi.waitFor(
    async () => {
      const page = await owner.open(path);
      if (!page.text.includes(text)) throw new Error(`${path} does not say it yet.`);
      return page;
    },
    { timeout: 20_000, interval: 100 },
  );
}

async function countClients(app: Application, email: string): Promise<number> {
  const { rows } = await app.database.pool.query("select from upstream.clients where email_key = $1", [email]);
  return rows.length;
}

test("a message makes a client of the agent on the page, who reads it there and accepts it", async ({ app, owner }) => {
  const handle = await handleOf(owner);
  const visitor = app.visitor();
  await visitor.open(`/client-portal/contact?workspace=${handle}`);
  const fields = typed();
  const sent = await visitor.submit(fields, { button: "Send message" });
  expect([sent.status, sent.text]).toEqual([200, expect.stringContaining("Ada Marsh has it and will answer you.")]);
  const page = await openClient(owner, fields.email);
  for (const part of ["Nora Lind", "We look for <i>three</i> bedrooms.", "From the public form, sender not verified"])
    expect(page.text).toContain(part);
  expect(page.html).not.toContain("<i>three</i>");
  const path = page.url.pathname;
  expect((await owner.open("/dashboard")).text).toMatch(/Nora Lind\W*From the public form, sender not verified/);
  await owner.open(path);
  await owner.follow("Accept");
  const accepted = await owner.submit({}, { button: "Accept request" });
  expect([accepted.url.pathname, accepted.text]).toEqual([path, expect.stringContaining("We look for")]);
  expect(accepted.document.querySelector('a[href$="/acceptance"]')).toBeNull();
  expect((await owner.open("/dashboard")).text).not.toContain("sender not verified");
  const thread = await owner.open(path.replace("/clients/", "/messages/"));
  const talk = thread.document.querySelector("main .talk")?.text ?? "";
  expect(talk.split("We look for <i>three</i> bedrooms.")).toHaveLength(2);
  const history = (await owner.open(`${path}/activity`)).text;
  for (const part of [
    "Message from the public page",
    "Nora Lind (public page)",
    "Request from the public page accepted",
  ])
    expect(history).toContain(part);
});

test("what comes with a client's address stays apart until an agent answers, and the answer is the same", async ({
  app,
  agency,
  owner,
}) => {
  const handle = await handleOf(owner);
  const { email, record, visitor: client } = await newPortalClient(app, agency, "Theo Lind");
  const answers = [];
  for (const address of [email, someAddress()]) {
    const visitor = app.visitor();
    await visitor.open(`/client-portal/contact?workspace=${handle}`);
    const { status, text, url } = await visitor.submit({ ...typed(), email: address }, { button: "Send message" });
    answers.push([status, text, url.href]);
  }
  expect(answers[0]).toEqual(answers[1]);
  const page = await waitFor(owner, `/clients/${record.id}`, "From the public form, sender not verified");
  expect(page.text).toContain("Nora Lind");
  for (const below of ["", "/messages", "/me"])
    expect((await client.open(`/client-portal/dashboard${below}`)).text).not.toContain("three");
  expect(await countClients(app, email)).toBe(1);
  await owner.open(page.url.pathname);
  await owner.follow("Dismiss");
  const dismissed = await owner.submit({}, { button: "Dismiss request" });
  expect(dismissed.text).not.toContain("three");
});

test("a form that is sent twenty times at once is one message, and another text is another one", async ({
  app,
  owner,
}) => {
  const visitor = app.visitor();
  await visitor.open(`/client-portal/contact?workspace=${await handleOf(owner)}`);
  const fields = typed();
  const form = visitor.page.document.querySelector("main form");
  if (form === null) throw new Error("There is no form.");
  const body = successfulControls(form, fields, undefined).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
  const send = () => visitor.request(visitor.page.url, { method: "POST", headers, body });
  const sends = await Promise.all(Array.from({ length: 20 }, send));
  expect(new Set(sends.map(({ status }) => status))).toEqual(new Set([303]));
  const page = await openClient(owner, fields.email);
  expect(page.text.split("We look for").length).toBe(2);
});

test("a form that was taken is answered as it was then, also when no further one is taken", async ({ app, owner }) => {
  const visitor = app.visitor();
  await visitor.open(`/client-portal/contact?workspace=${await handleOf(owner)}`);
  const form = visitor.page.document.querySelector("main form");
  if (form === null) throw new Error("There is no form.");
  const action = visitor.page.url;
  const fields = successfulControls(form, typed(), undefined);
  const first = await visitor.send(action, fields);
  expect([first.status, first.text]).toEqual([200, expect.stringContaining("Ada Marsh has it and will answer you.")]);
  app.limitTries(async () => ({ allowed: false, retryAfterSeconds: 60 }));
  const again = await visitor.send(action, fields);
  expect([again.status, again.text]).toEqual([first.status, first.text]);
  fields.set("message", "Another one.");
  const other = await visitor.send(action, fields);
  expect([other.status, typedIn(other, "message")]).toEqual([429, "Another one."]);
  app.limitTries(null);
  expect((await visitor.send(action, fields)).status).toBe(200);
});

test("two first messages of one address at once are of one client", async ({ app, owner }) => {
  const handle = await handleOf(owner);
  const email = someAddress();
  const people = await Promise.all(
    ["One.", "Two."].map(async (message) => {
      const visitor = app.visitor();
      await visitor.open(`/client-portal/contact?workspace=${handle}`);
      return { visitor, message };
    }),
  );
  await Promise.all(
    people.map(({ visitor, message }) => visitor.submit({ ...typed(), email, message }, { button: "Send message" })),
  );
  const page = await openClient(owner, email);
  const both = await waitFor(owner, page.url.pathname, "Two.");
  expect((await waitFor(owner, both.url.pathname, "One.")).text).toContain("Two.");
  expect(await countClients(app, email)).toBe(1);
});

test("what is missing is said in the reader's language, and what was typed is kept", async ({ app, owner }) => {
  const visitor = app.visitor();
  await visitor.open(`/client-portal/contact?workspace=${await handleOf(owner)}&language=es`);
  const refused = await visitor.submit({ name: "Nora", email: "nora", message: "a".repeat(4001) }, {});
  expect([refused.status, messagesOn(refused)]).toEqual([
    400,
    ["Escriba un correo como nombre@ejemplo.com.", "Escriba 4000 caracteres como máximo."],
  ]);
  expect(typedIn(refused, "name")).toBe("Nora");
});

test("a program that fills in the field that nobody sees is refused", async ({ app, owner }) => {
  const visitor = app.visitor();
  const { document } = await visitor.open(`/client-portal/contact?workspace=${await handleOf(owner)}`);
  const trap = document.querySelector(".extra input")?.getAttribute("name") ?? "";
  const refused = await visitor.submit({ ...typed(), [trap]: "x" }, {});
  expect(refused.status).toBe(400);
});

async function registered(app: Application, owner: Visitor, fields: Record<string, string>): Promise<string> {
  const visitor = app.visitor();
  await visitor.open(`/client-portal/register?workspace=${await handleOf(owner)}`);
  const sent = await visitor.submit(fields, { button: "Register" });
  expect([sent.status, sent.text]).toEqual([200, expect.stringContaining("Look in your email")]);
  const { text } = await mailTo(app, fields.email ?? "");
  const [path = ""] = /\/client-portal\/registrations\/[\w-]{43}/.exec(text) ?? [];
  return path;
}

const person = () => ({ name: "Ida Berg", email: someAddress(), phoneNumber: "" });

test("whoever registers confirms the address, sees a welcome and nothing else, and is invited once accepted", async ({
  app,
  owner,
}) => {
  const fields = person();
  const path = await registered(app, owner, fields);
  const visitor = app.visitor();
  for (let look = 0; look < 5; look += 1) await app.visitor().open(path);
  expect((await visitor.open(path)).text).toContain("Press the button to register at Harbour Homes.");
  expect(await countClients(app, fields.email)).toBe(0);
  const welcome = await visitor.submit({}, { button: "Confirm my address" });
  expect([welcome.status, welcome.text]).toEqual([200, expect.stringContaining("Welcome to Harbour Homes!")]);
  expect((await visitor.open(path)).text).toContain("Ada Marsh looks at your request now.");
  expect((await visitor.open("/client-portal/dashboard")).url.pathname).toBe("/client-portal/login");
  const page = await openClient(owner, fields.email);
  expect(page.text).toContain("Registered on the public page, address confirmed");
  await owner.follow("Accept");
  await owner.submit({}, { button: "Accept and send 1 email" });
  await visitor.open(await portalPath(app, fields.email));
  const inside = await visitor.submit({}, { button: "Open my home search" });
  expect(inside.document.querySelector("h1")?.text).toBe("Welcome Ida!");
});

test("whoever registers agrees to what the workspace names, and to nothing where it names nothing", async ({
  app,
  owner,
}) => {
  const path = `/client-portal/register?workspace=${await handleOf(owner)}`;
  const visitor = app.visitor();
  const boxes = async () => (await visitor.open(path)).document.querySelectorAll("label.check").map(({ text }) => text);
  const name = async (pages: Record<string, string>) => {
    await owner.open("/settings/general");
    await owner.submit(pages, { button: "Update workspace" });
  };
  const [termsUrl, privacyUrl] = ["https://marsh.example/terms", "https://marsh.example/privacy"];
  expect(await boxes()).toEqual([]);
  await name({ termsUrl });
  const early = await visitor.submit(person(), { button: "Register" });
  expect([early.status, messagesOn(early)]).toEqual([
    400,
    ["Tick the box if you agree. Without that you can't register."],
  ]);
  expect((await boxes()).join()).toMatch(/I agree to the terms of Harbour Homes\.$/);
  await name({ termsUrl: "", privacyUrl });
  expect((await boxes()).join()).toMatch(/I agree to the privacy rules of Harbour Homes\.$/);
  await name({ termsUrl, privacyUrl });
  expect((await boxes()).join()).toMatch(/I agree to the terms and the privacy rules of Harbour Homes\.$/);
  const agreed = await visitor.submit({ ...person(), agreed: "on" }, { button: "Register" });
  expect(agreed.text).toContain("Look in your email");
  await name({ termsUrl: "", privacyUrl: "" });
  expect(await boxes()).toEqual([]);
});

test("nobody registers where it is switched off", async ({ app, owner }) => {
  const handle = await handleOf(owner);
  const visitor = app.visitor();
  await visitor.open(`/client-portal/register?workspace=${handle}`);
  await owner.open("/settings/portal");
  await owner.submit({ takesRegistrations: [] }, { button: "Save settings" });
  expect((await visitor.submit(person(), { button: "Register" })).status).toBe(404);
  expect((await visitor.open(`/client-portal/register?workspace=${handle}`)).text).toContain("Registration is closed");
  const landing = await visitor.open(`/client-portal?workspace=${handle}`);
  expect(landing.document.querySelectorAll("main .btn").map((button) => button.text)).toEqual(["Contact"]);
});

test("a link that nobody was sent says so", async ({ app }) => {
  const { status, text } = await app.visitor().open(`/client-portal/registrations/${"A".repeat(43)}`);
  expect([status, text.includes("This link no longer works")]).toEqual([410, true]);
});

test("another workspace's request is a plain 404, and a member sees those of their own clients", async ({
  app,
  agency,
  owner,
}) => {
  const fields = typed();
  const visitor = app.visitor();
  await visitor.open(`/client-portal/contact?workspace=${await handleOf(owner)}`);
  await visitor.submit(fields, { button: "Send message" });
  const page = await openClient(owner, fields.email);
  const path = page.document.querySelector('a[href$="/acceptance"]')?.getAttribute("href") ?? "";
  const member = (await agency.join("member")).visitor;
  expect((await member.open(path)).status).toBe(404);
  expect((await member.open("/dashboard")).text).not.toContain("sender not verified");
});

test("what came beyond a day's share is looked through, and filed or dismissed, several at once", async ({
  app,
  owner,
}) => {
  const handle = await handleOf(owner);
  const visitor = app.visitor();
  await visitor.open(`/client-portal/contact?workspace=${handle}`);
  await app.database.pool.query(
    `insert into upstream.contact_requests (id, workspace_id, kind, name, email, email_key, message)
      select gen_random_uuid(), (select id from upstream.workspaces where handle = $1), 'message', 'Bot', 'bot@x.example',
        'bot@x.example', 'x' from generate_series(1, 200)`,
    [handle],
  );
  const [real, ...bots] = [typed(), typed(), typed()];
  for (const fields of [real, ...bots]) {
    await visitor.open(`/client-portal/contact?workspace=${handle}`);
    expect((await visitor.submit(fields, { button: "Send message" })).status).toBe(200);
  }
  const { document } = await owner.open("/dashboard");
  expect(document.querySelectorAll('.waiting a[href="/clients/requests"]')).not.toHaveLength(0);
  const page = await owner.open("/clients/requests");
  expect(page.text).toContain(real?.email);
  const boxes = page.document.querySelectorAll("input[name=ids]").map((box) => box.getAttribute("value") ?? "");
  expect(boxes).toHaveLength(3);
  const none = await owner.submit({}, { button: "File selected" });
  expect([none.status, none.text]).toEqual([400, expect.stringContaining("Choose at least one request.")]);
  await owner.submit({ ids: boxes.slice(0, 1) }, { button: "File selected" });
  expect(owner.page.text).toContain("1 request filed.");
  expect((await openClient(owner, real?.email ?? "")).text).toContain("From the public form, sender not verified");
  await owner.open("/clients/requests");
  await owner.follow("Select all 2");
  const asked = await owner.submit({}, { button: "Dismiss selected" });
  expect([asked.status, asked.text.includes("Dismiss 2 requests?")]).toEqual([409, true]);
  const done = await owner.submit({}, { button: "Dismiss selected" });
  expect([
    done.text.includes("2 requests dismissed."),
    done.text.includes("Nothing waits to be looked through."),
  ]).toEqual([true, true]);
  for (const { email } of bots) expect(await countClients(app, email)).toBe(0);
  const log = (await owner.open("/settings/activity")).text;
  expect(log.split("Request from the public page dismissed")).toHaveLength(3);
});

test("a form that a workspace takes no more of says so, is told when to try again, and keeps what was typed", async ({
  app,
  owner,
}) => {
  const handle = await handleOf(owner);
  await app.database.pool.query(
    `insert into upstream.contact_requests (id, workspace_id, kind, name, email, email_key, message, is_held)
      select gen_random_uuid(), (select id from upstream.workspaces where handle = $1), 'message', 'Bot', 'bot@x.example',
        'bot@x.example', 'x', true from generate_series(1, 400)`,
    [handle],
  );
  const send = async (earlier: number) => {
    app.limitTries(async () => ({ allowed: true, uncount: async () => {}, earlier }));
    const visitor = app.visitor();
    await visitor.open(`/client-portal/contact?workspace=${handle}`);
    return visitor.submit(typed(), { button: "Send message" });
  };
  const busy = await send(1);
  expect([busy.status, busy.headers.get("retry-after"), typedIn(busy, "name")]).toEqual([429, "3600", "Nora Lind"]);
  expect(busy.text).toContain("Too many messages came from here. This one was not sent. Try again later, or call.");
  expect((await send(0)).status).toBe(200);
});
