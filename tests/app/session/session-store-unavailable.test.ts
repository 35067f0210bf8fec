import { expect } from "vitest";
import { keyField } from "#app/session/hidden-fields.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";

const test = newAgencyTest()
  .extend("account", { scope: "file" }, ({ app }) => app.newOwner())
  .extend("agent", { scope: "file" }, ({ app, account }) => app.signedIn(account));

// Responses while the session store is unavailable: no entries are lost.

const sentence = "Latchkey cannot reach its database right now. Try again in a minute.";

test.for(["/", "/dashboard", "/clients/", "/clients/new", "/login/", "/register/account"])(
  "%s says so to someone with a session",
  async (path, { app, agent }) => {
    app.setSessionStoreDown(true);
    const { status, text } = await agent.open(path);
    expect([status, text]).toEqual([503, expect.stringContaining(sentence)]);
  },
);

test.for(["/dashboard.data", "/clients.data", "/clients/new.data"])(
  "%s says so to the page's scripts",
  async (path, { app, agent }) => {
    app.setSessionStoreDown(true);
    const answer = await agent.request(path);
    expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining(sentence)]);
  },
);

test("pages that need no session are shown to someone without one", async ({ app }) => {
  app.setSessionStoreDown(true);
  expect((await app.visitor().open("/register/account")).status).toBe(200);
});

test("a form comes back in the page, and is saved once when it is sent again from there", async ({ app, agent }) => {
  await agent.open("/clients/new");
  const typed = { name: 'Maya "the first" Okafor', email: "maya@client.example", phoneNumber: "" };
  const { document } = agent.page;
  const key = document.querySelector(`[name=${keyField}]`)?.getAttribute("value");
  app.setSessionStoreDown(true);
  const unavailable = await agent.submit(typed, { button: "Create client" });
  expect([unavailable.status, unavailable.text]).toEqual([
    503,
    expect.stringContaining(`${sentence} Your entries are kept on this page.`),
  ]);
  const kept = unavailable.document.querySelectorAll("input[type=hidden]").map((field) => field.getAttribute("value"));
  expect(kept).toEqual(expect.arrayContaining([key, typed.name, typed.email]));
  expect((await agent.submit({}, { button: "Send again" })).status).toBe(503);
  app.setSessionStoreDown(false);
  expect((await agent.submit({}, { button: "Send again" })).text).toContain(`Client created: ${typed.name}.`);
  const { document: list } = await agent.open("/clients/");
  expect(list.querySelectorAll("a.row-link").map(({ text }) => text)).toEqual([typed.name]);
});

test("a form with a password is not put into the page", async ({ app, account }) => {
  const visitor = app.visitor();
  await visitor.open("/login/");
  app.setSessionStoreDown(true);
  const { status, text, document } = await visitor.submit(
    { email: account.email, password: account.password },
    { button: "Login" },
  );
  expect([status, text]).toEqual([503, expect.stringContaining(sentence)]);
  expect(document.toString()).not.toContain(account.password);
  expect(document.querySelectorAll("input[type=hidden]")).toEqual([]);
});
