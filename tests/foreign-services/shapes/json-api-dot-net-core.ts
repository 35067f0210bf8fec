import { errorsOf, inCamel, presentLinks, type Shape } from "../shape.ts";

/** JsonApiDotNetCore 5: camel case, no parameter that it does not know, filters by expressions alone, and 204 after changes. */
export const jsonApiDotNetCore: Shape = {
  name: "JsonApiDotNetCore",
  root: "/api",
  spelling: "camel",
  type: inCamel,
  path: inCamel,
  ids: "number",
  unauthorized: 401,
  noRoute: { status: 404, type: "", body: "" },
  error: (status, details) => ({ links: {}, ...errorsOf(status, details, { id: "e", title: "Not taken." }) }),
  paging: {
    kind: "number",
    size: "page[size]",
    usual: 10,
    largest: 100,
    tooLarge: 400,
    count: null,
    unknown: 400,
    meta: ({ total }) => ({ total }),
    links: presentLinks,
    linkOrigin: null,
  },
  reads: {
    // As in "filter=equals(client.id,'7')", which is no parameter for each filter.
    filters: {},
    unknownFilter: 400,
    hasSorts: true,
    unknownSort: 400,
    hasIncludes: true,
    unknownInclude: 400,
    hasFields: true,
    unknownField: 400,
    unknownParameter: 400,
    hasLinkage: false,
  },
  writes: {
    // "client" is no type at all; that of another list is a 409.
    wrongType: 422,
    ids: { refused: 403 },
    unknownAttribute: 422,
    links: "linkage",
    invalid: 422,
    updated: 204,
  },
  expected: {
    names: { attributes: "camel", parameters: "camel" },
    paging: {
      kind: "number",
      size: "page[size]",
      largest: 100,
      count: null,
      total: "meta.total",
      endsWithoutNext: true,
    },
    writes: { include: true, ids: false, links: "linkage" },
    // Pages ask for pictures, which this service lacks and refuses.
    fields: false,
    lists: {
      clients: { includes: { buyer_profile: "buyerProfile" }, sorts: { inserted_at: "insertedAt", name: "name" } },
      packages: { sorts: { inserted_at: "insertedAt", street: "street", beds: "beds" } },
      opportunities: {
        includes: { client: "client", package: "package" },
        sorts: { inserted_at: "insertedAt", updated_at: "updatedAt" },
      },
    },
  },
};
