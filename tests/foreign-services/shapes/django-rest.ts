import { errorsOf, type Shape, singular, withDashes } from "../shape.ts";

const pascal = (name: string) => name.replace(/(?:^|_)([a-z])/g, (_all, letter) => letter.toUpperCase());

/** Django REST framework JSON:API: types are the names of models, pages are cut without a word, and parameters that nobody reads are left alone. */
export const djangoRest: Shape = {
  name: "Django REST JSON:API",
  root: "/api",
  spelling: "snake",
  type: (word) => pascal(singular(word)),
  path: withDashes,
  ids: "uuid",
  unauthorized: 401,
  noRoute: { status: 404, type: "text/html; charset=utf-8", body: "<!doctype html><title>Not Found</title>" },
  error: (status, details) =>
    errorsOf(status, { detail: details.detail, pointer: details.pointer ?? "/data" }, { code: "invalid" }),
  paging: {
    kind: "number",
    size: "page[size]",
    usual: 20,
    largest: 25,
    tooLarge: null,
    count: null,
    unknown: null,
    meta: ({ total, size, number }) => ({ pagination: { page: number, pages: Math.ceil(total / size), count: total } }),
    links: (links) => links,
    linkOrigin: null,
  },
  reads: {
    filters: {
      clients: { "filter[search]": "search" },
      packages: { "filter[search]": "search" },
      opportunities: { "filter[client.id]": "client", "filter[package.id]": "package", "filter[rank]": "rank" },
    },
    unknownFilter: 400,
    hasSorts: true,
    unknownSort: 400,
    hasIncludes: true,
    unknownInclude: 400,
    hasFields: true,
    unknownField: null,
    unknownParameter: null,
    hasLinkage: true,
  },
  writes: {
    wrongType: 409,
    ids: "dropped",
    unknownAttribute: null,
    links: "linkage",
    invalid: 400,
    updated: 200,
  },
  expected: {
    names: { attributes: "snake", parameters: "snake" },
    paging: {
      kind: "number",
      size: "page[size]",
      largest: 25,
      count: null,
      total: "meta.pagination.count",
      endsWithoutNext: true,
    },
    writes: { include: true, ids: false, links: "linkage" },
    fields: true,
    lists: {
      clients: {
        includes: { buyer_profile: "buyer_profile" },
        sorts: { inserted_at: "inserted_at", name: "name" },
        filters: { search: "filter[search]" },
      },
      packages: {
        sorts: { inserted_at: "inserted_at", street: "street", beds: "beds" },
        filters: { search: "filter[search]" },
      },
      opportunities: {
        includes: { client: "client", package: "package" },
        sorts: { inserted_at: "inserted_at", updated_at: "updated_at" },
        filters: { client_id: "filter[client.id]", package_id: "filter[package.id]", rank: "filter[rank]" },
      },
    },
  },
};
