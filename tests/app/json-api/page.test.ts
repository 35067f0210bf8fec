import { describe, expect, test } from "vitest";
import { readPage } from "#app/json-api/page.ts";
import { latchkey, type Service } from "#app/json-api/service.ts";

const pageOf = (document: Record<string, unknown>) => readPage(document, latchkey, null);

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
    expect(pageOf(document)).toEqual({ ...first, total: 42, before: "YmVmb3Jl=", after: "YWZ0ZXI+" });
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
    expect(pageOf(document)).toEqual(first);
  });

  test("cursors in meta.page come first, bare or in a link", () => {
    const links = { prev: "/c?page[before]=link", next: "/c?page[after]=link" };
    const bare = { prev: "p/r+e=", next: "n/x" };
    expect(pageOf({ links, meta: { page: bare } })).toEqual({ ...first, before: "p/r+e=", after: "n/x" });
    const linked = { prev: "https://api.example/c?page%5Bbefore%5D=b", next: "/c?page[after]=a" };
    expect(pageOf({ links, meta: { page: linked } })).toEqual({ ...first, before: "b", after: "a" });
    const none = { prev: null, next: "" };
    expect(pageOf({ links, meta: { page: none } })).toEqual({ ...first, before: "link", after: "link" });
  });

  test("links may be objects", () => {
    const links = { prev: { href: "/c?page[before]=b" }, next: { href: "/c?page[after]=a", meta: {} } };
    expect(pageOf({ links })).toEqual({ ...first, before: "b", after: "a" });
  });

  test("a link whose pages are counted is kept as its query, without its host and path", () => {
    const links = {
      prev: "/c?page[offset]=0&page[limit]=15",
      next: "https://elsewhere.example/c?page%5Boffset%5D=30#end",
    };
    expect(pageOf({ links })).toEqual({
      ...first,
      before: "?page[offset]=0&page[limit]=15",
      after: "?page%5Boffset%5D=30",
    });
    expect(pageOf({ links: { next: "/c?page[offset]=-5" } })).toEqual(first);
  });

  const counted = (paging: Partial<Service["paging"]>): Service => ({
    ...latchkey,
    isWhole: false,
    lists: {},
    calls: [],
    paging: { ...latchkey.paging, kind: "number", ...paging },
  });

  test.each([
    ["meta.page.total", { page: { total: 40 } }],
    ["meta.total", { total: "40" }],
    ["meta.pagination.count", { pagination: { count: 40 } }],
    ["meta.record-count", { "record-count": 40 }],
  ])("a total at %s is read there", (total, meta) => {
    expect(readPage({ meta }, counted({ total }), null).total).toBe(40);
    expect(readPage({ meta }, counted({ total: null }), null).total).toBeNull();
  });

  test.each([
    ["a full page without a link", 15, { endsWithoutNext: false }, {}, true],
    ["a full page of a service that says when there is more", 15, { endsWithoutNext: true }, {}, undefined],
    ["a page that is not full", 14, { endsWithoutNext: false }, {}, undefined],
    [
      "a full page that is all there is",
      15,
      { endsWithoutNext: false, total: "meta.total" },
      { meta: { total: 15 } },
      undefined,
    ],
    ["a full page with a link", 15, { endsWithoutNext: false }, { links: { next: "/c?page[number]=2" } }, undefined],
  ])("%s may have more after it: %#", (_name, rows, paging, rest, mayHaveMore) => {
    expect(readPage({ data: Array(rows).fill({}), ...rest }, counted(paging), 15).mayHaveMore).toBe(mayHaveMore);
  });

  test("a total may be an estimate, and a page may be of another size", () => {
    const page = { limit: 50, total: 10_000, total_estimated: true };
    expect(pageOf({ meta: { page } })).toEqual({ ...first, total: 10_000, totalIsEstimate: true, pageSize: 50 });
  });
});
