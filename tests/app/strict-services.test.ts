import { HttpResponse, http } from "msw";
import { describe, expect } from "vitest";
import { sharedAgencyTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";
import { namesOn } from "./page-reading.ts";

// Lists and pages where the service refuses a part of what they ask for. Each test has a list of its own: what was found out
// about a service is remembered.

const test = sharedAgencyTest();

const refuse = (status: number) => HttpResponse.json({ errors: [{ status: String(status) }] }, { status });

/** Has the service refuse calls to this path whose query has one of these: a parameter, or a parameter's value. */
function refuseQueries(app: Application, path: string, parts: readonly string[], status = 400): void {
  app.use(
    http.get(`*/api${path}`, ({ request }) => {
      const query = new URL(request.url).searchParams;
      const has = (part: string) => {
        const [name = "", value] = part.split("=");
        return query.has(name) && (value === undefined || query.get(name)?.split(",").includes(value) === true);
      };
      return parts.some(has) ? refuse(status) : undefined;
    }),
  );
}

describe("clients, of a service without search, archive, totals and one order", () => {
  test("are listed, and one line says what is not offered", async ({ app, agency, owner }) => {
    await agency.addClient({ name: "Maya Lindqvist" });
    await agency.addClient({ name: "Noor Haddad" });
    refuseQueries(app, "/clients", ["page[count]", "filter[search]", "filter[archived]", "sort=-last_activity_at"]);

    const first = await owner.open("/clients/");
    expect(namesOn(first)).toEqual(["Noor Haddad", "Maya Lindqvist"]);
    expect(first.text).toContain("The connected service doesn't offer a total here. Everything else works.");
    expect(first.document.querySelectorAll(".tools input[name=q]")).toHaveLength(1);

    const sought = await owner.open("/clients/?q=maya&sort=last_updated");
    expect(namesOn(sought)).toHaveLength(2);
    expect(sought.text).toContain(
      "The connected service doesn't offer search, this sort order, or a total here. Everything else works.",
    );
    expect(sought.document.querySelectorAll(".tools input[name=q]")).toEqual([]);
    expect(sought.document.querySelectorAll("select[name=sort] option").map(({ text }) => text)).toEqual([
      "Newest",
      "Oldest",
    ]);

    const archived = await owner.open("/clients/?archived=true");
    expect(namesOn(archived)).toHaveLength(2);
    expect(archived.text).toContain("archived clients");
    expect(archived.text).not.toContain("You’re viewing archived clients.");
    expect(archived.text).not.toContain("Show archived clients");

    const before = app.calls.length;
    await owner.open("/clients/?q=maya&sort=last_updated");
    expect(app.calls.slice(before).filter((call) => call === "GET /api/clients")).toHaveLength(1);
  });
});

describe("properties, of a service without filters, orders and clients", () => {
  test("are listed without controls that would fail", async ({ app, agency, owner }) => {
    await agency.addPackage();
    const filters = ["search", "client_id", "offer_due_within", "archived", "tag", "house_type"].map(
      (name) => `filter[${name}]`,
    );
    refuseQueries(app, "/packages", ["include=clients", "sort=list_price", "page[count]", ...filters], 403);
    const client = (await agency.addClient()).id;

    const page = await owner.open(
      `/packages/?q=x&due=1w&sort=price&archived=true&tag=lake&type=condo&client=${client}`,
    );
    expect(page.status).toBe(200);
    expect(page.document.querySelectorAll("tbody tr")).toHaveLength(1);
    expect(page.text).toContain("a filter by offer deadline");
    expect(page.document.querySelectorAll(".tools [name]").map((control) => control.getAttribute("name"))).toEqual([
      "sort",
    ]);
    const links = page.document.querySelectorAll("th a").map((link) => link.text.trim());
    expect(links).not.toContain("List price");
    expect(links).toContain("Beds");
  });
});

describe("a property's page, of a service without its parts", () => {
  test("says so and offers none of them", async ({ app, agency, owner }) => {
    const { id } = await agency.addPackage();
    refuseQueries(app, "/packages/:id", ["include=comparables", "include=photos"], 422);
    const page = await owner.open(`/packages/${id}`);
    expect(page.status).toBe(200);
    expect(page.text).toContain(
      "The connected service doesn't offer comparables or photos here. Everything else works.",
    );
    expect((await owner.open(`/packages/${id}/comparables`)).text).not.toContain("No comparables yet.");
  });
});

describe("opportunities, of a service that does not know when they came to their stage", () => {
  test("are on the board and in the table", async ({ app, agency, owner }) => {
    const pair = { clientId: (await agency.addClient()).id, packageId: (await agency.addPackage()).id };
    await agency.call("POST", "/opportunities", pair);
    const unknown = ["sort=-stage_since", "sort=-updated_at", "filter[first_of_stage]", "filter[rank]"];
    refuseQueries(app, "/opportunities", unknown);
    const board = await owner.open("/opportunities/board");
    expect(board.status).toBe(200);
    expect(board.text).toContain("doesn't offer sorting by time in stage or the newest of each stage here.");
    const table = await owner.open("/opportunities?rank=High");
    expect(table.document.querySelectorAll("tbody tr")).toHaveLength(1);
    expect(table.text).toContain("a filter by rank");
  });
});

describe("messages, of a service that finds none by their numbers", () => {
  test("a thread that a search found opens at its newest message", async ({ app, agency, owner }) => {
    const { id } = await agency.addClient();
    await agency.call("POST", "/messages", { clientId: id, body: "The furnace has a new filter." });
    await agency.call("POST", "/messages", { clientId: id, body: "See you on Monday." });
    for (const part of ["filter[from_number]", "filter[to_number]", "filter[search]"]) {
      refuseQueries(app, "/messages", [part]);
      const page = await owner.open(`/messages/${id}?q=furnace&found=1`);
      expect([part, page.status, page.text]).toEqual([part, 200, expect.stringContaining("See you on Monday.")]);
    }
    expect((await owner.open(`/messages/${id}?q=furnace`)).text).toContain("See you on Monday.");
  });
});

describe("clients to pick from, of a service that does not sort them by their last contact", () => {
  test("begin with the newest", async ({ app, agency, owner }) => {
    for (const name of ["Amy First", "Zoe Second"]) await agency.addClient({ name });
    const { id } = await agency.addPackage();
    const asked: (string | null)[] = [];
    app.use(
      http.get("*/api/clients", ({ request }) => {
        const sort = new URL(request.url).searchParams.get("sort");
        asked.push(sort);
        return sort === "-last_activity_at" ? refuse(400) : undefined;
      }),
    );
    for (let time = 1; time <= 2; time += 1) {
      const { document } = await owner.open(`/packages/${id}/shares/clients`);
      const labels = document.querySelectorAll("input[name=clientIds]").map((box) => box.parentNode?.text.slice(0, 3));
      expect(labels.slice(0, 2)).toEqual(["Zoe", "Amy"]);
    }
    expect(asked).toContain("-inserted_at");
  });
});
