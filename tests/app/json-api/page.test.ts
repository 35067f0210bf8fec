import { describe, expect, test } from "vitest";
import { readPage } from "#app/json-api/page.ts";

const first = { total: null, totalIsEstimate: false, before: null, after: null, pageSize: 15 };

describe("the position of a page", () => {
  test("a keyset page has cursors in its links", () => {
    const document = {
      links: {
        self: "https://api.example/api/clients",
        first: "https://api.example/api/clients",
        prev: "https://api.example/api/clients?page%5Bbefore%5D=YmVmb3Jl%3D&page%5Blimit%5D=15",
        next: "https://api.example/api/clients?sort=name&page[after]=YWZ0ZXI%2B",
      },
      meta: { page: { limit: 15, total: 42 } },
    };
    expect(readPage(document)).toEqual({ ...first, total: 42, before: "YmVmb3Jl=", after: "YWZ0ZXI+" });
  });

  test.each([
    ["no links", {}],
    ["null links", { links: { prev: null, next: null }, meta: { page: { limit: 15 } } }],
    ["links without a query", { links: { prev: "/api/clients", next: "" } }],
    ["links without a cursor", { links: { next: "/api/clients?page[limit]=15" } }],
    ["an empty cursor", { links: { next: "/api/clients?page[after]=" } }],
    ["nonsense", { links: [1], meta: { page: "x" } }],
    ["nonsense in its places", { links: { next: 5, prev: {} }, meta: { page: { total: "many", limit: -1, next: 7 } } }],
  ])("%s: there is no other page", (_name, document) => {
    expect(readPage(document)).toEqual(first);
  });

  test("cursors in meta.page come first, bare or in a link", () => {
    const links = { prev: "/c?page[before]=link", next: "/c?page[after]=link" };
    const bare = { prev: "p/r+e=", next: "n/x" };
    expect(readPage({ links, meta: { page: bare } })).toEqual({ ...first, before: "p/r+e=", after: "n/x" });
    const linked = { prev: "https://api.example/c?page%5Bbefore%5D=b", next: "/c?page[after]=a" };
    expect(readPage({ links, meta: { page: linked } })).toEqual({ ...first, before: "b", after: "a" });
    const none = { prev: null, next: "" };
    expect(readPage({ links, meta: { page: none } })).toEqual({ ...first, before: "link", after: "link" });
  });

  test("links may be objects", () => {
    const links = { prev: { href: "/c?page[before]=b" }, next: { href: "/c?page[after]=a", meta: {} } };
    expect(readPage({ links })).toEqual({ ...first, before: "b", after: "a" });
  });

  test("pages by offset have cursors of the app", () => {
    const links = { prev: "/c?page[offset]=0&page[limit]=15", next: "/c?page%5Boffset%5D=30" };
    expect(readPage({ links })).toEqual({ ...first, before: "offset:0", after: "offset:30" });
    expect(readPage({ links: { next: "/c?page[offset]=-5" } })).toEqual(first);
  });

  test("a total may be an estimate, and a page may be of another size", () => {
    const page = { limit: 50, total: 10_000, total_estimated: true };
    expect(readPage({ meta: { page } })).toEqual({ ...first, total: 10_000, totalIsEstimate: true, pageSize: 50 });
  });
});
