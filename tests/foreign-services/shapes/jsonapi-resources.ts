import { errorsOf, presentLinks, type Shape, withDashes } from "../shape.ts";

/** jsonapi-resources for Rails: names with dashes, numbered pages of 20 at most, and a web page for an address that is not there. */
export const jsonapiResources: Shape = {
  name: "jsonapi-resources",
  root: "/api",
  spelling: "dash",
  type: withDashes,
  path: withDashes,
  ids: "number",
  unauthorized: 401,
  noRoute: {
    status: 404,
    type: "text/html; charset=UTF-8",
    body: "<!DOCTYPE html><title>The page you were looking for doesn't exist (404)</title>",
  },
  error: (status, details) => errorsOf(status, details, { title: "Param not allowed", code: "105" }),
  paging: {
    kind: "number",
    size: "page[size]",
    usual: 10,
    largest: 20,
    tooLarge: 400,
    count: null,
    unknown: 400,
    meta: ({ total, size }) => ({ "record-count": total, "page-count": Math.ceil(total / size) }),
    links: presentLinks,
    linkOrigin: null,
  },
  reads: {
    filters: {
      clients: { "filter[id]": "id", "filter[name]": "name" },
      opportunities: { "filter[id]": "id", "filter[client]": "client", "filter[package]": "package" },
    },
    unknownFilter: 400,
    hasSorts: true,
    unknownSort: 400,
    hasIncludes: true,
    unknownInclude: 400,
    hasFields: true,
    unknownField: 400,
    unknownParameter: null,
    hasLinkage: false,
  },
  writes: {
    wrongType: 400,
    ids: { refused: 400 },
    unknownAttribute: 400,
    links: "linkage",
    invalid: 422,
    updated: 200,
  },
  expected: {
    names: { attributes: "dash", parameters: "dash" },
    paging: {
      kind: "number",
      size: "page[size]",
      largest: 20,
      count: null,
      total: "meta.record-count",
      endsWithoutNext: true,
    },
    writes: { include: true, ids: false, links: "linkage" },
    // Pages ask for pictures, which this service lacks and refuses.
    fields: false,
    lists: {
      clients: { includes: { buyer_profile: "buyer-profile" }, sorts: { inserted_at: "inserted-at", name: "name" } },
      packages: { sorts: { inserted_at: "inserted-at", street: "street", beds: "beds" } },
      opportunities: {
        includes: { client: "client", package: "package" },
        sorts: { inserted_at: "inserted-at", updated_at: "updated-at" },
        filters: { client_id: "filter[client]", package_id: "filter[package]" },
      },
    },
  },
};
