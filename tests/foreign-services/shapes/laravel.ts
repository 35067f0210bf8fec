import { errorsOf, jsonApi, presentLinks, type Shape, withDashes } from "../shape.ts";

/** laravel-json-api 5: every parameter is one that the schema names, or refused; a list is whole until a page is asked for. */
export const laravel: Shape = {
  name: "Laravel JSON:API",
  root: "/api/v1",
  spelling: "camel",
  type: withDashes,
  path: withDashes,
  ids: "number",
  unauthorized: 401,
  noRoute: {
    status: 404,
    type: jsonApi,
    body: JSON.stringify({ errors: [{ status: "404", title: "Not Found" }], jsonapi: { version: "1.0" } }),
  },
  error: (status, details) => ({
    jsonapi: { version: "1.0" },
    ...errorsOf(status, details, { title: status === 400 ? "Invalid Query Parameter" : "Unprocessable Entity" }),
  }),
  paging: {
    kind: "number",
    size: "page[size]",
    usual: null,
    largest: 100,
    tooLarge: 400,
    count: null,
    unknown: 400,
    meta: ({ total, size, number, offset }) => ({
      page: {
        currentPage: number,
        from: offset + 1,
        lastPage: Math.ceil(total / size),
        perPage: size,
        to: Math.min(total, offset + size),
        total,
      },
    }),
    links: presentLinks,
    // Behind a proxy that it was not told of.
    linkOrigin: "http://laravel.invalid",
  },
  reads: {
    filters: {
      clients: { "filter[id]": "id", "filter[search]": "search" },
      opportunities: { "filter[id]": "id", "filter[clientId]": "client", "filter[packageId]": "package" },
    },
    unknownFilter: 400,
    hasSorts: true,
    unknownSort: 400,
    hasIncludes: true,
    unknownInclude: 400,
    hasFields: true,
    unknownField: 400,
    // What no rule names is left alone.
    unknownParameter: null,
    hasLinkage: false,
  },
  writes: {
    wrongType: 409,
    ids: { refused: 403 },
    unknownAttribute: 400,
    links: "linkage",
    invalid: 422,
    updated: 200,
  },
  expected: {
    names: { attributes: "camel", parameters: "camel" },
    paging: {
      kind: "number",
      size: "page[size]",
      largest: 100,
      count: null,
      total: "meta.page.total",
      endsWithoutNext: true,
    },
    writes: { include: true, ids: false, links: "linkage" },
    // Pages ask for pictures, which this service lacks and refuses.
    fields: false,
    lists: {
      clients: {
        includes: { buyer_profile: "buyerProfile" },
        sorts: { inserted_at: "insertedAt", name: "name" },
        filters: { search: "filter[search]" },
      },
      packages: { sorts: { inserted_at: "insertedAt", street: "street", beds: "beds" } },
      opportunities: {
        includes: { client: "client", package: "package" },
        sorts: { inserted_at: "insertedAt", updated_at: "updatedAt" },
        filters: { client_id: "filter[clientId]", package_id: "filter[packageId]" },
      },
    },
  },
};
