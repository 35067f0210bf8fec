import { errorsOf, jsonApi, type Shape, singular } from "../shape.ts";

interface Pages {
  readonly next: string | null;
  readonly prev: string | null;
}
const asObjects = (pages: Pages) =>
  Object.fromEntries(Object.entries(pages).flatMap(([name, href]) => (href === null ? [] : [[name, { href }]])));

/** Drupal's JSON:API, its content types at the addresses that JSON:API Extras gives them: links are objects, and nothing is counted. */
export const drupal: Shape = {
  name: "Drupal",
  root: "/jsonapi",
  spelling: "snake",
  type: (word) => `node--${singular(word)}`,
  path: (word) => word,
  ids: "uuid",
  unauthorized: 401,
  noRoute: {
    status: 404,
    type: jsonApi,
    body: JSON.stringify({
      jsonapi: { version: "1.1" },
      errors: [{ title: "Not Found", status: "404", detail: "No route found" }],
    }),
  },
  error: (status, details) => ({
    jsonapi: { version: "1.1" },
    ...errorsOf(status, details, { title: "Not taken", links: { via: { href: "http://drupal.test/jsonapi" } } }),
  }),
  paging: {
    kind: "offset",
    size: "page[limit]",
    usual: 50,
    largest: 50,
    tooLarge: null,
    count: null,
    unknown: null,
    meta: () => ({}),
    links: asObjects,
    linkOrigin: null,
  },
  reads: {
    filters: {
      clients: { "filter[name]": "name", "filter[email]": "email", "filter[id]": "id" },
      packages: { "filter[state]": "state" },
      opportunities: {
        "filter[stage]": "stage",
        "filter[rank]": "rank",
        "filter[client.id]": "client",
        "filter[package.id]": "package",
      },
    },
    unknownFilter: 400,
    hasSorts: true,
    unknownSort: 400,
    hasIncludes: true,
    unknownInclude: 400,
    hasFields: true,
    unknownField: null,
    unknownParameter: 400,
    hasLinkage: true,
  },
  writes: {
    wrongType: null,
    ids: { repeated: 409 },
    unknownAttribute: 422,
    links: "linkage",
    invalid: 422,
    updated: 200,
  },
  expected: {
    names: { attributes: "snake", parameters: "snake" },
    paging: {
      kind: "offset",
      size: "page[limit]",
      // 50 are the most, which 40 clients do not show.
      largest: 250,
      count: null,
      total: null,
      endsWithoutNext: true,
    },
    writes: { include: true, ids: true, links: "linkage" },
    fields: true,
    lists: {
      clients: { includes: { buyer_profile: "buyer_profile" }, sorts: { inserted_at: "inserted_at", name: "name" } },
      packages: { sorts: { inserted_at: "inserted_at", street: "street", beds: "beds" } },
      opportunities: {
        includes: { client: "client", package: "package" },
        sorts: { inserted_at: "inserted_at", updated_at: "updated_at" },
        filters: {
          client_id: "filter[client.id]",
          package_id: "filter[package.id]",
          rank: "filter[rank]",
          stage: "filter[stage]",
        },
      },
    },
  },
};
