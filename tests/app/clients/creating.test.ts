import { randomUUID } from "node:crypto";
import { http } from "msw";
import { describe, expect } from "vitest";
import { sharedAgencyTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";
import { fillForm, post } from "#tests/support/posted-form.ts";
import { messagesOn, typedIn } from "../page-reading.ts";

const test = sharedAgencyTest();

const failing = (app: Application, path: string, status: number) =>
  app.use(
    http.all(`*${path}*`, ({ request }) => (request.method === "GET" ? undefined : new Response("{}", { status }))),
  );

describe("creating a client", () => {
  test("asks for what is missing in the specification's words, and keeps what was typed", async ({ owner }) => {
    await owner.open("/clients/new");
    const refused = await owner.submit(
      { name: " ", email: "maya@", phoneNumber: "206 555" },
      { button: "Create client" },
    );
    expect([refused.status, refused.url.pathname]).toEqual([400, "/clients/new"]);
    expect(messagesOn(refused)).toEqual(["Name must be at least 1 character.", "Invalid email"]);
    expect([typedIn(refused, "email"), typedIn(refused, "phoneNumber")]).toEqual(["maya@", "206 555"]);
    expect(refused.document.querySelector("dialog")).toBeNull();
    expect(refused.document.querySelector("h1")?.text).toBe("Create a new client");
  });

  test("leads to the list with a toast", async ({ owner }) => {
    await owner.open("/clients/new?sort=open");
    const created = await owner.submit(
      { name: "Priya Raman", email: "priya@client.example" },
      { button: "Create client" },
    );
    expect([created.url.pathname, created.url.search]).toEqual(["/clients/", ""]);
    expect(created.text).toContain("Client created: Priya Raman.");
    expect(created.document.querySelector("a.row-link")?.text).toBe("Priya Raman");
    expect(created.document.querySelector(".toast a")?.getAttribute("href")).toMatch(/^\/clients\/[0-9a-f-]{36}$/);
    expect((await owner.follow("Open")).document.querySelector("h1")?.text).toBe("Priya Raman");
  });

  test("the toast waits while pages are only fetched ahead", async ({ owner }) => {
    await owner.open("/clients/new");
    await post(owner, fillForm(owner.page, "Create client", { name: "Ahead", email: "ahead@client.example" }));
    for (const name of ["purpose", "sec-purpose"])
      await owner.request("/clients/_.data", { headers: { [name]: "prefetch" } });
    expect((await owner.open("/clients/")).text).toContain("Client created: Ahead.");
  });

  test("the page opened at its own address loads no list", async ({ app, owner }) => {
    const before = app.calls.length;
    await owner.open("/clients/new");
    expect(app.calls.slice(before).toSorted()).toEqual(["GET /api/sessions/current", "GET /api/used_words"]);
  });

  test("warns of an email that exists, with a link to that client and a way to go on", async ({ agency, owner }) => {
    const { id } = await agency.addClient({ name: "Daniel Brandt", email: "daniel@client.example" });
    await owner.open("/clients/new");
    const warned = await owner.submit(
      { name: "D. Brandt", email: "DANIEL@client.example" },
      { button: "Create client" },
    );
    expect(warned.status).toBe(409);
    expect(warned.text).toContain("Daniel Brandt may be the same client.");
    expect(typedIn(warned, "name")).toBe("D. Brandt");
    expect(warned.html).toContain(`href="/clients/${id}"`);
    const created = await owner.submit({}, { button: "Create client" });
    expect(created.text).toContain("Client created: D. Brandt.");
  });

  test("warns again for another duplicate, and for the same phone and name", async ({ agency, owner }) => {
    await agency.addClient({ name: "One", email: "one@client.example" });
    const two = await agency.addClient({ name: "Zoë Two", email: "two@client.example", phoneNumber: "(206) 555-0177" });
    await agency.call("POST", `/clients/${two.id}/archival`, {});
    await owner.open("/clients/new");
    await owner.submit({ name: "New", email: "one@client.example" }, { button: "Create client" });
    const values = { name: "zoe two", email: "another@client.example", phoneNumber: "2065550177" };
    const warned = await owner.submit(values, { button: "Create client" });
    expect(warned.text).toContain("Open Zoë Two (two@client.example), archived");
    expect((await owner.submit({}, { button: "Create client" })).text).toContain("Client created: zoe two.");
  });

  test("creates without a warning where the service has no such check", async ({ app, agency, owner }) => {
    await agency.addClient({ name: "Same", email: "same@client.example" });
    await owner.open("/clients/new");
    app.use(http.all("*/duplicates*", () => new Response("{}", { status: 404 })));
    const created = await owner.submit({ name: "Again", email: "same@client.example" }, { button: "Create client" });
    expect(created.text).toContain("Client created: Again.");
  });

  test("parallel submissions create one client", async ({ owner }) => {
    await owner.open("/clients/new");
    const form = fillForm(owner.page, "Create client", { name: "Only One", email: `${randomUUID()}@client.example` });
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(owner, form)));
    expect(answers.map(({ status, headers }) => [status, headers.get("location")])).toEqual(
      Array.from({ length: 8 }, () => [303, "/clients/"]),
    );
    expect((await owner.open("/clients/?q=only+one")).text).toContain("Showing 1 to 1 of 1 results");
  });

  test("shows an upstream failure, and keeps the typed values", async ({ app, owner }) => {
    await owner.open("/clients/new");
    failing(app, "/api/clients", 503);
    const typed = { name: "Later Perhaps", email: "later@client.example", phoneNumber: "2065550144" };
    const failed = await owner.submit(typed, { button: "Create client" });
    expect(failed.status).toBeGreaterThanOrEqual(500);
    expect(Object.keys(typed).map((name) => typedIn(failed, name))).toEqual(Object.values(typed));
    app.resetHandlers();
    expect((await owner.submit({}, { button: "Create client" })).text).toContain("Client created: Later Perhaps.");
  });
});
