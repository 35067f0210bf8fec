import { http } from "msw";
import { describe, expect } from "vitest";
import type { AgencyRecord } from "#tests/support/agency.ts";
import { sharedAgencyTest } from "#tests/support/app-test.ts";
import type { Visit } from "#tests/support/visitor.ts";
import { footOf, linkOf, namesOn, typedIn } from "../page-reading.ts";

const test = sharedAgencyTest();

/** With the packages of streets 01 to 17, made in this order, and a client for each of the last three. */

const clients: AgencyRecord[] = [];

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const street = (number: number) => `${String(number).padStart(2, "0")} Alder Lane`;
const range = (first: number, last: number) =>
  Array.from({ length: Math.abs(last - first) + 1 }, (_, index) =>
    street(first < last ? first + index : first - index),
  );

test.beforeAll(async ({ agency }) => {
  for (const name of ["Ada Byron", "Ben Ito", "Cleo Vance"]) clients.push(await agency.addClient({ name }));
  for (let number = 1; number <= 17; number += 1)
    await agency.addPackage({ street: street(number), clientId: clients[number - 15]?.id ?? null });
});

/** The row of a street, its cells by their headings. */
function cellsOf({ document }: Visit, name: string): Record<string, string> {
  const heads = document.querySelectorAll("th").map(({ text }) => text.replace(/ [↑↓]$/, ""));
  const row = document.querySelectorAll("tbody tr").find(({ text }) => text.includes(name));
  const cells = row?.querySelectorAll("td").map(({ text }) => text.replaceAll(/\s+/g, " ").trim()) ?? [];
  return Object.fromEntries(heads.map((head, index) => [head, cells[index] ?? ""]));
}

describe("the list", () => {
  test("shows the newest 15, and the rest on the next page", async ({ owner }) => {
    const first = await owner.open("/packages/");
    expect([namesOn(first), footOf(first)]).toEqual([range(17, 3), "Showing 1 to 15 of 17 results"]);
    const second = await owner.follow("Next");
    expect([namesOn(second), footOf(second)]).toEqual([range(2, 1), "Showing 16 to 17 of 17 results"]);
    expect(namesOn(await owner.follow("Previous"))).toEqual(range(17, 3));
  });

  test("loads packages, saved views and the name of the client it is filtered by with a call each, in parallel", async ({
    app,
    owner,
  }) => {
    const callsOf = async (path: string) => {
      const before = app.calls.length;
      app.passSeconds();
      await owner.open(path);
      return app.calls.slice(before).sort();
    };
    expect(await callsOf("/packages/?q=alder&sort=due")).toEqual([
      "GET /api/packages",
      "GET /api/saved_views",
      "GET /api/sessions/current",
    ]);
    const id = clients[0]?.id ?? "";
    expect(await callsOf(`/packages/?client=${id}`)).toEqual([
      `GET /api/clients/${id}`,
      "GET /api/packages",
      "GET /api/saved_views",
      "GET /api/sessions/current",
    ]);
  });

  test("a row shows all known facts and links to where the others are added", async ({ agency, owner }) => {
    const { id } = await agency.addPackage({
      street: "9 Full Street",
      city: "Seattle",
      state: "WA",
      zip: "98107",
      beds: 3,
      baths: 2.5,
      sqft: 1840,
      area: "Ballard",
      schools: [{ name: "Adams Elementary" }, { name: "Ballard High" }],
      listPrice: { amount: "895000", currency: "USD" },
      offerDueAt: inDays(2),
      timeZone: "UTC",
      clientId: clients[0]?.id,
    });
    const full = cellsOf(await owner.open("/packages/?q=full"), "9 Full Street");
    expect(full).toMatchObject({
      Rank: "#18",
      Property: "9 Full StreetSeattle, WA 98107",
      Client: `ABAda Byron${clients[0]?.attributes.email}`,
      Beds: "3 Bd",
      Baths: "2.5 Ba",
      Sqft: "1,840",
      Schools: "Adams Elementary +1",
      Area: "Ballard",
      "List price": "$895,000: change list price",
    });
    expect(full["Offers due"]).toMatch(/^Soon: \w{3}, \w{3} \d+$/);
    expect(owner.page.document.querySelector(".state-due")).not.toBeNull();

    const bare = await owner.open("/packages/?q=01+alder");
    const row = cellsOf(bare, street(1));
    expect(row).toMatchObject({
      Client: "—",
      Beds: "—",
      Schools: "—",
      "List price": "—",
      "Offers due": "—",
    });
    const bareId = bare.document.querySelector("a.row-link")?.getAttribute("href");
    const adding = bare.document.querySelectorAll("td :is(a.link, a.add)").map((link) => link.getAttribute("href"));
    expect(adding).toContain(`${bareId}/price?list=true&q=01+alder`);
    const edit = await owner.open(`${bareId}/edit`);
    const opening = adding.find((address) => address?.startsWith("/opportunities/new"));
    expect(
      (await owner.open(opening ?? "")).document.querySelector("input[name=property]")?.getAttribute("value"),
    ).toMatch(street(1));
    for (const link of adding.filter((address) => address?.includes("#")))
      expect(edit.document.getElementById(link?.split("#")[1] ?? ""), link).not.toBeNull();
    await agency.call("POST", `/packages/${id}/archival`, {});
  });

  test("a property with several clients shows the first and how many more there are", async ({
    app,
    agency,
    owner,
  }) => {
    const { id } = await agency.addPackage({ street: "3 Shared Street", clientId: clients[0]?.id });
    await app.database.pool.query(
      `insert into upstream.opportunities (workspace_id, package_id, client_id)
       select workspace_id, $1, id from upstream.clients where id = any ($2)`,
      [id, clients.slice(1).map((client) => client.id)],
    );
    const page = await owner.open("/packages/?q=shared");
    expect(cellsOf(page, "3 Shared Street").Client).toContain("Ada Byron +2");
    await agency.call("POST", `/packages/${id}/archival`, {});
  });
});

describe("filters", () => {
  test("offers due within a time, without scripts", async ({ agency, owner }) => {
    const dues = { past: -1, week: 5, fortnight: 10, month: 25, quarter: 80, later: 200 };
    for (const [name, days] of Object.entries(dues))
      await agency.addPackage({ street: `Due ${name}`, offerDueAt: inDays(days) });
    const found: Record<string, string[]> = {};
    for (const due of ["1w", "2w", "1m", "3m"]) {
      await owner.open("/packages/?sort=due");
      const page = await owner.submit({ due }, { button: "Apply" });
      expect([page.url.searchParams.get("due"), page.url.searchParams.get("sort")]).toEqual([due, "due"]);
      expect(page.document.querySelector("select[name=due] option[selected]")?.getAttribute("value")).toBe(due);
      found[due] = namesOn(page);
    }
    expect(found).toEqual({
      "1w": ["Due week"],
      "2w": ["Due week", "Due fortnight"],
      "1m": ["Due week", "Due fortnight", "Due month"],
      "3m": ["Due week", "Due fortnight", "Due month", "Due quarter"],
    });
    expect(cellsOf(await owner.open("/packages/?q=due+past"), "Due past")["Offers due"]).toMatch(/^Passed: /);
  });

  test("a client's properties, with the client's name in the filter and a link to all properties", async ({
    owner,
  }) => {
    const [, ben] = clients;
    const page = await owner.open(`/packages/?client=${ben?.id}&sort=due`);
    expect(namesOn(page)).toEqual([street(16)]);
    expect(typedIn(page, "clientName")).toBe("Ben Ito");
    const filter = page.document.querySelector("input[placeholder='Choose client']");
    expect(filter?.getAttribute("name")).toBe("clientName");
    expect(page.document.querySelector("[aria-label='All clients']")?.getAttribute("href")).toBe("/packages/?sort=due");
  });

  test.for([
    ["rank", street(1)],
    ["-property", "Due week"],
    ["due", "Due past"],
  ] as const)(
    "sorted by %s, %s comes first, and the heading turns the order round",
    async ([sort, first], { owner }) => {
      const page = await owner.open(`/packages/?sort=${sort}&q=e`);
      expect(namesOn(page)[0]).toBe(first);
      const sorted = page.document.querySelector(
        `th[aria-sort="${sort.startsWith("-") ? "descending" : "ascending"}"] a`,
      );
      const turned = sort.startsWith("-") ? sort.slice(1) : `-${sort}`;
      expect(sorted?.getAttribute("href")).toBe(`/packages/?sort=${turned}&q=e`);
    },
  );

  test("phones sort by a select that contains every order", async ({ owner }) => {
    const chosen = ({ document }: Visit) => document.querySelector("select[name=sort] option[selected]")?.text;
    await owner.open("/packages/?q=alder");
    const page = await owner.submit({ sort: "property" }, { button: "Apply" });
    expect([chosen(page), namesOn(page)[0], page.url.searchParams.get("q")]).toEqual(["Address", street(1), "alder"]);
    expect(chosen(await owner.open("/packages/?sort=-area"))).toBe("Current order");
    expect(chosen(await owner.open("/packages/"))).toBe("Newest first");
  });

  test("properties with a tag or of a house type, whatever its case, without scripts", async ({ agency, owner }) => {
    const loft = { street: "5 Loft Street", houseType: "Condominium", tags: ["Corner lot", "View"] };
    const { id } = await agency.addPackage(loft);
    await owner.open("/packages/?q=loft");
    const byTag = await owner.submit({ tag: "corner LOT" }, { button: "Apply" });
    expect([byTag.url.searchParams.get("q"), namesOn(byTag), typedIn(byTag, "tag")]).toEqual([
      "loft",
      ["5 Loft Street"],
      "corner LOT",
    ]);
    const byType = await owner.open("/packages/?type=condominium");
    expect(namesOn(byType)).toEqual(["5 Loft Street"]);
    expect(byType.document.querySelectorAll("datalist option").length).toBeGreaterThan(3);
    expect(linkOf(byType, "House type: condominium")).toBe("/packages/");
    expect(namesOn(await owner.open("/packages/?type=townhouse&tag=view"))).toEqual([]);
    await agency.call("POST", `/packages/${id}/archival`, {});
  });

  test("unknown parameters are ignored", async ({ owner }) => {
    const page = await owner.open("/packages/?due=4w&client=%00&sort=owner&archived=maybe&after=");
    expect([page.status, namesOn(page).length]).toEqual([200, 15]);
  });
});

test("archived properties have a list of their own", async ({ agency, owner }) => {
  const gone = await agency.addPackage({ street: "Gone Street" });
  await agency.call("POST", `/packages/${gone.id}/archival`, {});
  expect((await owner.open("/packages/?q=gone")).text).toContain("No results.");
  expect(namesOn(await owner.follow("Show archived properties"))).toEqual(["Gone Street"]);
});

test("members see their own, instructors see all and cannot change them", async ({ agency }) => {
  const member = (await agency.join("member")).visitor;
  const none = await member.open("/packages/?sort=due");
  expect(none.text).toContain("No properties yet.");
  expect(linkOf(none, "Create your first property")).toBe("/packages/new");
  expect((await member.open("/packages/?due=1w")).text).toContain("No results.");
  const instructor = (await agency.join("instructor")).visitor;
  const page = await instructor.open(`/packages/?q=01+alder`);
  expect(cellsOf(page, street(1))).toMatchObject({ Beds: "—", Edit: "" });
  expect(linkOf(page, "New opportunity")).toBeUndefined();
  expect((await instructor.open("/packages/new")).status).toBe(403);
});

test.for([
  [500, "This client", "The list shows one client only, whose name couldn't be loaded."],
  [404, "Unknown client", ""],
] as const)("a list is shown when its filter's client is answered %i", async ([status, name, said], { app, owner }) => {
  app.use(http.all("*/api/clients/*", () => new Response("", { status })));
  const page = await owner.open(`/packages/?client=${clients[1]?.id}`);
  app.resetHandlers();
  expect([page.status, namesOn(page), typedIn(page, "clientName")]).toEqual([200, [street(16)], name]);
  expect(page.text).toContain(said);
});
