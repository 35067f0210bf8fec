import { expect } from "vitest";
import { sharedWorkspaceTest } from "#tests/support/upstream-test.ts";
import { created } from "../opportunities/deals.ts";

const test = sharedWorkspaceTest();

test.beforeAll(async ({ owner }) => {
  const price = (amount: string) => ({
    listPrice: { amount, currency: "USD" },
    compOverride: { amount, currency: "USD" },
  });
  const properties = [
    {
      street: "1",
      beds: 2,
      baths: 2,
      sqft: 900,
      area: "Ballard",
      offerDueAt: "2031-01-02T00:00:00Z",
      ...price("500000"),
    },
    { street: "2" },
    { street: "3", beds: 0, baths: 0, sqft: 0, area: "Älvsjö", offerDueAt: "2031-01-01T00:00:00Z", ...price("0") },
    { street: "4" },
    {
      street: "5",
      beds: 10,
      baths: 10,
      sqft: 9000,
      area: "Zion",
      offerDueAt: "2031-01-03T00:00:00Z",
      ...price("12000000"),
    },
  ];
  for (const attributes of properties) created(await owner.send("POST", "/packages", { type: "package", attributes }));
});

test.for(["beds", "baths", "sqft", "area", "offer_due_at", "list_price", "comp_value"])(
  "packages without %s come last in both directions, page by page and back",
  async (name, { owner }) => {
    const walk = async (first: string, way: "next" | "prev") => {
      const pages: unknown[][] = [];
      let address = first;
      while (address !== "") {
        const { records, document, problem } = await owner.get(address);
        expect(problem).toBe("");
        pages.push(records.map(({ attributes }) => attributes.street));
        const link = document.links?.[way];
        if (way === "next" && link === null) return { pages, last: address };
        address = typeof link === "string" ? link.replace(/^.*\/api/, "") : "";
      }
      return { pages, last: "" };
    };
    const rising = await walk(`/packages?page[limit]=2&sort=${name}`, "next");
    expect(rising.pages.flat().slice(0, 3)).toEqual(["3", "1", "5"]);
    expect(rising.pages.flat().slice(3).toSorted()).toEqual(["2", "4"]);
    const falling = await walk(`/packages?page[limit]=2&sort=-${name}`, "next");
    expect(falling.pages.flat().slice(0, 3)).toEqual(["5", "1", "3"]);
    expect(falling.pages.flat().slice(3).toSorted()).toEqual(["2", "4"]);
    const back = await walk(rising.last, "prev");
    expect(back.pages.toReversed().flat()).toEqual(rising.pages.flat());
  },
);
