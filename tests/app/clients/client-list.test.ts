import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clientList } from "#app/clients/client-list.ts";
import { listQuery } from "#app/lists/list-state.ts";

/** Halves of surrogate pairs and control characters included. */
const codeUnit = fc.nat(0xffff).map((unit) => String.fromCharCode(unit));

const read = (query: string) => clientList.stateOf(new URLSearchParams(query));
const unfiltered = { tag: "", source: "", area: "", from: "", to: "", quiet: null, fits: null };
const asOpened = { q: "", sort: null, agent: null, archived: false, page: null, ...unfiltered };
const agent = "6a9f0f9c-3f4e-4f0e-9c3a-0d9b2f6f7a10";

describe("the state of the list in its URL", () => {
  test("has defaults for an empty URL", () => {
    expect(read("")).toEqual(asOpened);
    expect(listQuery(read(""))).toBe("");
  });

  test("is read and written back the same", () => {
    const query = `archived=true&agent=${agent}&sort=open&q=maya+o`;
    const state = read(query);
    expect(state).toEqual({ ...unfiltered, q: "maya o", sort: "open", agent, archived: true, page: null });
    expect(listQuery(state)).toBe(`?${query}`);
    expect(listQuery(state, { after: "c1", start: 16 })).toBe(`?after=c1&start=16&${query}`);
  });

  test.each([
    "sort=email",
    "sort=toString",
    "sort=__proto__",
    "archived=1",
    "agent=..",
    "archived=",
    "utm=x&page[limit]=500",
    "q=%00%0A+",
  ])("ignores %s", (query) => {
    const { unknown: _unknown, ...state } = read(query);
    expect(state).toEqual(asOpened);
  });

  test("has what the list does not know, and nothing that says what it is without", () => {
    expect(read("sort=email&quiet=8&agent=42").unknown).toEqual(["There is no such filter here: quiet=8, sort=email."]);
    expect(read("archived=false&sort=&tag=+%00&q=%00&utm=x&from=650k").unknown).toBe(undefined);
  });

  test.each([
    ["from=lots", `Budget from can't be "lots". Enter an amount, such as 450,000.`],
    [
      "to=900.000",
      `Budget to can't be "900.000". Use commas for thousands and a point for decimals, such as 1,250.50.`,
    ],
    [
      "from=400k-450k&to=900k",
      `Budget from can't be "400k-450k". Enter one amount, such as 450,000, instead of a range.`,
    ],
    ["from=€400k&to=$450k", `Budget to can't be "$450k". The other end is in EUR. Enter both in one currency.`],
  ])("keeps and explains an amount that it cannot go by: %s", (query, sentence) => {
    const state = read(query);
    expect([state.unknown, listQuery(state)]).toEqual([[sentence], `?${new URLSearchParams(query)}`]);
  });

  test("a search is one line of well-formed text of at most 200 characters", () => {
    expect(read("q=maya%00%0Aokafor").q).toBe("maya okafor");
    expect(read(`q=${"%F0%9F%8F%A0".repeat(150)}`).q).toHaveLength(200);
    fc.assert(
      fc.property(fc.string({ unit: codeUnit, maxLength: 400 }), (text) => {
        const { q: search } = clientList.stateOf(new URLSearchParams([["q", text]]));
        expect(search.isWellFormed() && search.length <= 200 && !/\p{Cc}/u.test(search)).toBe(true);
      }),
    );
  });
});

describe("the query parameters for the service", () => {
  test.each([
    ["", { sort: "-inserted_at" }],
    ["sort=last_updated", { sort: "-last_activity_at" }],
    ["sort=quiet", { sort: "last_activity_at" }],
    ["sort=-name", { sort: "-name" }],
    ["sort=open", { sort: "inserted_at" }],
    [`agent=${agent}`, { sort: "-inserted_at", "filter[assigned_account_id]": agent }],
    ["q=maya", { sort: "-inserted_at", "filter[search]": "maya" }],
    ["tag=vip&area=Queen+Anne", { sort: "-inserted_at", "filter[tag]": "vip", "filter[area]": "Queen Anne" }],
    [
      "from=$650k&to=1,000,000.00",
      {
        sort: "-inserted_at",
        ...{ "filter[min_budget]": "650000", "filter[max_budget]": "1000000", "filter[budget_currency]": "USD" },
      },
    ],
    ["from=€650k", { sort: "-inserted_at", "filter[min_budget]": "650000", "filter[budget_currency]": "EUR" }],
    ["to=cad 1,000k", { sort: "-inserted_at", "filter[max_budget]": "1000000", "filter[budget_currency]": "CAD" }],
    [
      "from=600000&to=650k chf",
      {
        sort: "-inserted_at",
        ...{ "filter[min_budget]": "600000", "filter[max_budget]": "650000", "filter[budget_currency]": "CHF" },
      },
    ],
    [
      "from=650.000 €&to=700.000",
      {
        sort: "-inserted_at",
        "filter[min_budget]": "650000",
        "filter[max_budget]": "700000",
        "filter[budget_currency]": "EUR",
      },
    ],
    [
      "from=400k-450k&to=1.2m",
      { sort: "-inserted_at", "filter[max_budget]": "1200000", "filter[budget_currency]": "USD" },
    ],
    ["from=a lot&to=650 of them", { sort: "-inserted_at" }],
    ["quiet=14", { sort: "-inserted_at", "filter[quiet_for_days]": "14" }],
    ["archived=true", { sort: "-inserted_at", "filter[archived]": "true" }],
  ])("for %j", (query, parameters) => {
    expect(clientList.parametersOf(read(query))).toEqual({ include: "buyer_profile", ...parameters });
  });
});
