import { errorsOf, jsonApi, type Shape, singular } from "../shape.ts";

/** AshJsonApi 1.x with its defaults: keyset pages, filters and sorts for every public attribute, and a schema for all that is sent. */
const noRouteFound = { errors: [{ id: "e", status: "404", code: "no_route_found", title: "NoRouteFound", meta: {} }] };

export const ash: Shape = {
  name: "AshJsonApi",
  root: "/api",
  spelling: "snake",
  type: singular,
  path: (word) => word,
  ids: "uuid",
  unauthorized: 403,
  noRoute: { status: 404, type: jsonApi, body: JSON.stringify(noRouteFound) },
  error: (status, details) => {
    const code = details.detail === "No such keyset." ? "invalid_keyset" : "invalid_query";
    return errorsOf(status, details, {
      id: "e",
      code: status === 404 ? "not_found" : code,
      title: "Invalid",
      meta: {},
    });
  },
  paging: {
    kind: "cursor",
    size: "page[limit]",
    usual: 25,
    largest: 250,
    tooLarge: 400,
    count: "page[count]",
    unknown: 400,
    meta: ({ total, size }) => ({ page: { limit: size, total } }),
    links: (links) => links,
    linkOrigin: null,
  },
  reads: {
    filters: {
      clients: { "filter[name]": "name", "filter[email]": "email", "filter[id]": "id" },
      opportunities: {
        "filter[stage]": "stage",
        "filter[rank]": "rank",
        "filter[client_id]": "client",
        "filter[package_id]": "package",
      },
    },
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
    wrongType: 400,
    ids: { refused: 400 },
    unknownAttribute: 400,
    links: "attributes",
    invalid: 400,
    updated: 200,
  },
  expected: {
    names: { attributes: "snake", parameters: "snake" },
    paging: {
      kind: "cursor",
      size: "page[limit]",
      largest: 250,
      count: "page[count]",
      total: "meta.page.total",
      endsWithoutNext: true,
    },
    writes: { include: true, ids: false, links: "attributes" },
    // Pages ask for pictures, which this service lacks and refuses.
    fields: false,
    lists: {
      clients: { includes: { buyer_profile: "buyer_profile" }, sorts: { inserted_at: "inserted_at", name: "name" } },
      packages: { sorts: { inserted_at: "inserted_at", street: "street", beds: "beds" } },
      opportunities: {
        includes: { client: "client", package: "package" },
        sorts: { inserted_at: "inserted_at", updated_at: "updated_at" },
        filters: {
          client_id: "filter[client_id]",
          package_id: "filter[package_id]",
          rank: "filter[rank]",
          stage: "filter[stage]",
        },
      },
    },
  },
};
