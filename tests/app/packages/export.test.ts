import { http } from "msw";
import { describe, expect } from "vitest";
import { sharedAgencyTest } from "#tests/support/app-test.ts";
import { exportedLines, fieldsOfLines } from "#tests/support/exported-lines.ts";
import type { Visitor } from "#tests/support/visitor.ts";
import { linkOf } from "../page-reading.ts";

const test = sharedAgencyTest();

/** The file of a list, each line by the heads of its columns. */
async function exported(owner: Visitor, query: string): Promise<Record<string, string>[]> {
  const response = await owner.request(`/packages/export.csv${query}`);
  expect(response.status).toBe(200);
  return exportedLines(await response.text());
}

describe("the export", () => {
  test("contains all facts in a file that spreadsheets open", async ({ agency, owner }) => {
    const ada = await agency.addClient({ name: "Ada Byron", email: "ada@client.example" });
    const { id } = await agency.addPackage({
      street: "9 Full Street",
      ...{ city: "Seattle", state: "WA", zip: "98107", beds: 3, baths: 2.5, sqft: 1840, lotSize: 4200.5, garages: 1 },
      ...{ yearBuilt: 1924, mlsNumber: "NWM-2210457", hoa: { amount: "350", currency: "USD" }, remarks: "Two owners" },
      ...{ area: "Ballard", houseType: "Craftsman", tags: ["View", "Fixer-upper"] },
      schools: [{ name: "Adams Elementary", url: "https://adams.example/" }, { name: "Ballard High" }],
      listPrice: { amount: "895000", currency: "USD" },
      compOverride: { amount: "901000.50", currency: "USD", note: "New roof" },
      offerDueAt: "2031-03-01T20:00:00Z",
      timeZone: "America/Los_Angeles",
      listingAgent: { name: 'Lena "Lee" Moss, Inc.', email: "lena@listing.example", phoneNumber: "206 555 0175" },
      clientId: ada.id,
    });
    const response = await owner.request("/packages/export.csv?q=full");
    expect([response.status, response.headers.get("content-type")]).toEqual([
      200,
      "text/csv; charset=utf-8; header=present",
    ]);
    expect(response.headers.get("content-disposition")).toMatch(
      /^attachment; filename="properties-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(response.headers.get("cache-control")).toBe("no-store");
    const bytes = new Uint8Array(await response.arrayBuffer());
    // Without these three Excel reads UTF-8 as an old code page.
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [head = [], line = [], ...others] = fieldsOfLines(new TextDecoder().decode(bytes));
    expect(others).toEqual([]);
    expect(Object.fromEntries(head.map((name, index) => [name, line[index]]))).toEqual({
      Rank: "1",
      Address: "9 Full Street",
      ...{ City: "Seattle", State: "WA", Zip: "98107" },
      ...{ Clients: "Ada Byron", "Clients' emails": "ada@client.example" },
      ...{ Beds: "3", Baths: "2.5", Sqft: "1840", "Lot size (sqft)": "4200.5", Garages: "1" },
      ...{ "Year built": "1924", "MLS number": "NWM-2210457", "HOA a month": "350", "HOA currency": "USD" },
      Remarks: "Two owners",
      Schools: "Adams Elementary https://adams.example/; Ballard High",
      ...{ Area: "Ballard", "House type": "Craftsman", Tags: "Fixer-upper; View" },
      ...{ "List price": "895000", "List price currency": "USD" },
      ...{ "Comp. value": "901000.50", "Comp. value currency": "USD", "Comp. value source": "Override" },
      "Note on the comp. value": "New roof",
      ...{ "Offers due": "2031-03-01 12:00", "Time zone": "America/Los_Angeles" },
      "Listing agent": 'Lena "Lee" Moss, Inc.',
      ...{ "Listing agent's email": "lena@listing.example", "Listing agent's phone number": "206 555 0175" },
    });
    await agency.call("POST", `/packages/${id}/archival`, {});
  });

  test("unknown facts are empty cells", async ({ agency, owner }) => {
    const { id } = await agency.addPackage({ street: "1 Bare Street" });
    const [{ Rank, Address, ...rest } = {}] = await exported(owner, "?q=bare");
    expect([Address, new Set(Object.values(rest))]).toEqual(["1 Bare Street", new Set([""])]);
    await agency.call("POST", `/packages/${id}/archival`, {});
  });

  test("has the filter and order of the list, which links to it", async ({ agency, owner }) => {
    for (const name of ["Cedar", "Alder", "Birch"]) await agency.addPackage({ street: `7 ${name} Row` });
    const streets = async (query: string) => (await exported(owner, query)).map(({ Address }) => Address);
    expect(await streets("?q=row&sort=-property")).toEqual(["7 Cedar Row", "7 Birch Row", "7 Alder Row"]);
    const page = await owner.open("/packages/?q=row&sort=property&due=all");
    expect(linkOf(page, "Export CSV")).toBe("/packages/export.csv?sort=property&q=row");
    expect(await streets("?sort=property&q=row")).toEqual(["7 Alder Row", "7 Birch Row", "7 Cedar Row"]);
    expect(await streets(`?q=row&client=${crypto.randomUUID()}`)).toEqual([]);
    expect((await streets("?archived=true")).sort()).toEqual(["1 Bare Street", "9 Full Street"]);
  });

  // https://owasp.org/www-community/attacks/CSV_Injection; the wide ones are what East Asian keyboards write.
  test.for([
    "=1+1",
    '=HYPERLINK("http://evil.example","x")',
    "+1 206 555 0100",
    "-2+3",
    "@SUM(A1)",
    "＝1+1",
    "＋1",
    "－1",
    "＠x",
  ])("%s is text in a spreadsheet", async (text, { agency, owner }) => {
    const { id } = await agency.addPackage({ street: text, area: text, listingAgent: { name: text } });
    const [line] = await exported(owner, "?sort=-rank");
    expect([line?.Address, line?.["Listing agent"]]).toEqual([`'${text}`, `'${text}`]);
    // An area keeps the spelling that the workspace has for it already, which may be the narrow one.
    expect([`'${text}`, `'${text.normalize("NFKC")}`]).toContain(line?.Area);
    await agency.call("POST", `/packages/${id}/archival`, {});
  });
});

describe("a long list", () => {
  const count = 620;
  test.beforeAll(async ({ app }) => {
    await app.database.pool.query(
      `insert into upstream.packages (workspace_id, number, street, time_zone, street_key, area_key, search_text)
       select workspace_id, 1000 + n, n || ' Long Road', 'UTC', n || ' long road', '', n || ' long road'
       from (select workspace_id from upstream.packages where street = '7 Cedar Row') as own, generate_series(1, $1::integer) as n`,
      [count],
    );
  });

  test("is loaded page by page and contains each property once", async ({ app, owner }) => {
    const before = app.calls.length;
    const lines = await exported(owner, "?q=long+road&sort=rank");
    expect(lines.map(({ Rank }) => Number(Rank))).toEqual(Array.from({ length: count }, (_, index) => 1001 + index));
    const calls = app.calls.slice(before).filter((call) => call === "GET /api/packages");
    expect(calls).toHaveLength(Math.ceil(count / 250));
  });

  test("ends early when a page fails, and is an error when the first page fails", async ({ app, owner }) => {
    let asked = 0;
    const failFrom = (page: number) => {
      asked = 0;
      app.use(
        http.get("*/api/packages", () => {
          asked += 1;
          return asked < page ? undefined : new Response("", { status: 500 });
        }),
      );
    };
    failFrom(2);
    const broken = await owner.request("/packages/export.csv?q=long");
    expect(broken.status).toBe(200);
    await expect(broken.text()).rejects.toThrow();
    failFrom(1);
    const refused = await owner.request("/packages/export.csv?q=long");
    app.resetHandlers();
    expect([refused.status, await refused.text()]).toEqual([
      503,
      "The service isn't responding right now. Go back and try again in a minute.",
    ]);
  });
});

test("needs the permission to export", async ({ agency }) => {
  for (const role of ["manager", "member", "instructor"] as const) {
    const { visitor } = await agency.join(role);
    expect(linkOf(await visitor.open("/packages/"), "Export CSV"), role).toBeUndefined();
    expect((await visitor.request("/packages/export.csv")).status, role).toBe(403);
  }
  const { visitor: admin } = await agency.join("admin");
  expect((await admin.request("/packages/export.csv")).status).toBe(200);
});
