import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { keyField } from "#app/forms/hidden-fields.ts";
import { type Application, type Owner, startApplication } from "#tests/support/application.ts";
import type { Visitor } from "#tests/support/visitor.ts";

// While sessions and forms are out of reach: a sentence, and nothing that was typed is lost.

let app: Application;
let owner: Owner;
let agent: Visitor;

beforeAll(async () => {
  app = await startApplication();
  owner = await app.newOwner();
  agent = await app.signedIn(owner);
});
afterEach(() => app.strand(false));
afterAll(() => app.close());

const sentence = "Latchkey cannot reach its database right now. Try again in a minute.";

test.each(["/", "/dashboard", "/clients/", "/clients/new", "/login/", "/register/account"])(
  "%s says so to whoever has a session",
  async (path) => {
    app.strand(true);
    const { status, text } = await agent.open(path);
    expect([status, text]).toEqual([503, expect.stringContaining(sentence)]);
  },
);

test.each(["/dashboard.data", "/clients.data", "/clients/new.data"])(
  "%s says so to the page's scripts",
  async (path) => {
    app.strand(true);
    const answer = await agent.request(path);
    expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining(sentence)]);
  },
);

test("somebody without a session sees the pages that need none", async () => {
  app.strand(true);
  expect((await app.visitor().open("/register/account")).status).toBe(200);
});

test("a form comes back in the page, and is saved once when it is sent again from there", async () => {
  await agent.open("/clients/new");
  const typed = { name: 'Maya "the first" Okafor', email: "maya@client.example", phoneNumber: "" };
  const { document } = agent.page;
  const key = document.querySelector(`[name=${keyField}]`)?.getAttribute("value");
  app.strand(true);
  const stranded = await agent.submit(typed, { button: "Create client" });
  expect([stranded.status, stranded.text]).toEqual([
    503,
    expect.stringContaining(`${sentence} What you typed is kept in this page.`),
  ]);
  const kept = stranded.document.querySelectorAll("input[type=hidden]").map((field) => field.getAttribute("value"));
  expect(kept).toEqual(expect.arrayContaining([key, typed.name, typed.email]));
  expect((await agent.submit({}, { button: "Send again" })).status).toBe(503);
  app.strand(false);
  expect((await agent.submit({}, { button: "Send again" })).text).toContain(`Client created: ${typed.name}.`);
  const { document: list } = await agent.open("/clients/");
  expect(list.querySelectorAll("a.row-link").map(({ text }) => text)).toEqual([typed.name]);
});

test("a password is not written into a page: its form says only what is the matter", async () => {
  const visitor = app.visitor();
  await visitor.open("/login/");
  app.strand(true);
  const { status, text, document } = await visitor.submit(
    { email: owner.email, password: owner.password },
    { button: "Login" },
  );
  expect([status, text]).toEqual([503, expect.stringContaining(sentence)]);
  expect(document.toString()).not.toContain(owner.password);
  expect(document.querySelectorAll("input[type=hidden]")).toEqual([]);
});
