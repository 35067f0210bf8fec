import { describe, expect } from "vitest";
import type { Service } from "#app/json-api/service.ts";
import { sharedAgencyTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";
import { describeService } from "#tests/support/described-service.ts";
import { namesOn } from "./page-reading.ts";

// Lists and pages where the service's description has less than they could ask for.

const test = sharedAgencyTest();

/** What the pages ask of the service while it is described like that. */
async function callsWhile(app: Application, description: Service, act: () => Promise<void>): Promise<string[]> {
  const before = app.calls.length;
  app.pretend({ description });
  try {
    await act();
  } finally {
    app.pretend();
  }
  return app.calls.slice(before);
}

const unfiltered = "The connected service can't filter this list as its address asks. All of it is shown.";

describe("clients, of a service without search, archive and orders but one", () => {
  test("are listed without controls that would do nothing", async ({ app, agency, owner }) => {
    await agency.addClient({ name: "Maya Lindqvist" });
    await agency.addClient({ name: "Noor Haddad" });
    const description = describeService({ clients: { sorts: ["inserted_at"] }, sessions: {} });
    const calls = await callsWhile(app, description, async () => {
      const first = await owner.open("/clients/");
      expect(namesOn(first)).toEqual(["Noor Haddad", "Maya Lindqvist"]);
      expect(first.text).not.toContain("connected service");
      expect(first.document.querySelectorAll(".tools input[name=q]")).toEqual([]);
      const orders = first.document.querySelectorAll("select[name=sort] option").map(({ text }) => text);
      expect(orders).toEqual(["Newest", "Oldest"]);
      expect(first.document.querySelectorAll("thead a")).toEqual([]);

      const sought = await owner.open("/clients/?q=maya&sort=last_updated&archived=true");
      expect(namesOn(sought)).toHaveLength(2);
      expect(sought.text).toContain(unfiltered);
      expect(sought.text).not.toMatch(/archived clients/);
    });
    expect(calls.filter((call) => call.startsWith("GET /api/clients"))).toEqual([
      "GET /api/clients",
      "GET /api/clients",
    ]);
  });

  test("have an order that nobody names where the service sorts by nothing", async ({ app, agency, owner }) => {
    await agency.addClient();
    await callsWhile(app, describeService({ clients: {}, sessions: {} }), async () => {
      const { document } = await owner.open("/clients/");
      expect(document.querySelectorAll("select[name=sort] option").map(({ text }) => text)).toEqual(["Usual order"]);
    });
  });
});

describe("properties, of a service without filters and orders but one", () => {
  test("are listed without controls that would do nothing", async ({ app, agency, owner }) => {
    const { id } = await agency.addPackage();
    const client = (await agency.addClient()).id;
    const description = describeService({ packages: { sorts: ["beds"] }, clients: {}, sessions: {} });
    await callsWhile(app, description, async () => {
      const page = await owner.open(
        `/packages/?q=x&due=1w&sort=price&archived=true&tag=lake&type=condo&client=${client}`,
      );
      expect(page.status).toBe(200);
      expect(page.document.querySelectorAll("tbody tr")).toHaveLength(1);
      expect(page.text).toContain(unfiltered);
      const controls = page.document.querySelectorAll(".tools [name]").map((one) => one.getAttribute("name"));
      expect(controls).toEqual(["sort"]);
      const links = page.document.querySelectorAll("th a").map((link) => link.text.trim());
      expect(links).toEqual(["Beds"]);

      const shown = await owner.open(`/packages/${id}`);
      expect(shown.status).toBe(200);
      const tabs = shown.document.querySelectorAll("nav[aria-label] a").map((tab) => tab.text.trim());
      for (const absent of ["Documents", "Inspection reports", "Estimated costs", "Activity"])
        expect(tabs).not.toContain(absent);
      expect((await owner.open(`/packages/${id}/comparables`)).text).not.toContain("No comparables yet.");
    });
  });
});

describe("opportunities, of a service that does not know when they came to their stage", () => {
  test("are on the board and in the table", async ({ app, agency, owner }) => {
    const pair = {
      clientId: (await agency.addClient({ name: "Board client" })).id,
      packageId: (await agency.addPackage()).id,
    };
    await agency.call("POST", "/opportunities", pair);
    const description = describeService({ opportunities: { includes: ["client", "package"] }, sessions: {} });
    await callsWhile(app, description, async () => {
      const board = await owner.open("/opportunities/board");
      expect([board.status, board.text.includes("Board client")]).toEqual([200, true]);
      const table = await owner.open("/opportunities?rank=High");
      expect(table.document.querySelectorAll("tbody tr")).toHaveLength(1);
      expect(table.text).toContain(unfiltered);
    });
  });
});

describe("clients to pick from, of a service that does not sort them by their last contact", () => {
  test("begin with the newest", async ({ app, agency, owner }) => {
    for (const name of ["Amy First", "Zoe Second"]) await agency.addClient({ name });
    const list = { sorts: ["inserted_at", "name"], filters: ["search"] };
    const description = describeService({ clients: list, sessions: {} });
    await callsWhile(app, description, async () => {
      const answer = JSON.stringify(await (await owner.request("/picker?of=clients")).json());
      expect(answer).toMatch(/^[^\n]{0,200}Zoe Second[^\n]{0,200}Amy First/);
    });
  });
});
