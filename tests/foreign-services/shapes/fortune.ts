import { presentLinks, type Shape, withDashes } from "../shape.ts";

/** fortune with its JSON:API serializer: dashes, relative links, and a 500 for what its schema does not have. */
export const fortune: Shape = {
  name: "fortune",
  root: "",
  spelling: "dash",
  type: withDashes,
  path: withDashes,
  ids: "uuid",
  unauthorized: 401,
  noRoute: {
    status: 500,
    type: "application/vnd.api+json",
    body: JSON.stringify({ errors: [{ title: "TypeError", detail: "Cannot read properties of undefined" }] }),
  },
  error: (_status, { detail }) => ({ jsonapi: { version: "1.0" }, errors: [{ title: "BadRequestError", detail }] }),
  paging: {
    kind: "offset",
    size: "page[limit]",
    usual: 1_000,
    largest: 1_000,
    tooLarge: null,
    count: null,
    unknown: null,
    meta: ({ total }) => ({ count: total }),
    links: presentLinks,
    linkOrigin: "",
  },
  reads: {
    filters: {
      clients: { "filter[name]": "name", "filter[email]": "email" },
      packages: { "filter[street]": "street", "filter[state]": "state" },
      opportunities: {
        "filter[stage]": "stage",
        "filter[rank]": "rank",
        "filter[client]": "client",
        "filter[package]": "package",
      },
    },
    unknownFilter: 400,
    hasSorts: true,
    unknownSort: 500,
    hasIncludes: true,
    unknownInclude: 500,
    hasFields: true,
    unknownField: null,
    unknownParameter: null,
    hasLinkage: true,
  },
  writes: {
    // It makes any spelling of a type its own.
    wrongType: null,
    ids: { repeated: 409 },
    unknownAttribute: null,
    links: "linkage",
    invalid: 400,
    updated: 204,
  },
  expected: {
    names: { attributes: "dash", parameters: "dash" },
    paging: {
      kind: "offset",
      size: "page[limit]",
      largest: 250,
      count: null,
      total: "meta.count",
      endsWithoutNext: true,
    },
    writes: { include: true, ids: true, links: "linkage" },
    fields: true,
    lists: {
      clients: { includes: { buyer_profile: "buyer-profile" }, sorts: { inserted_at: "inserted-at", name: "name" } },
      packages: { sorts: { inserted_at: "inserted-at", street: "street", beds: "beds" } },
      opportunities: {
        includes: { client: "client", package: "package" },
        sorts: { inserted_at: "inserted-at", updated_at: "updated-at" },
        filters: {
          client_id: "filter[client]",
          package_id: "filter[package]",
          rank: "filter[rank]",
          stage: "filter[stage]",
        },
      },
    },
  },
};
