/** The parts of the OpenAPI document. */
import type { z } from "zod";
import type { Route } from "./action.ts";
import { largestPage } from "./list-query.ts";
import { mediaType } from "./negotiation.ts";
import { inputSchema, type Json, schemaOf } from "./open-api-schemas.ts";
import type { RecordType } from "./record.ts";
import type { Filter, ListRules } from "./table.ts";

const text = { type: "string" };
const texts = (...names: string[]): Json => Object.fromEntries(names.map((name) => [name, text]));

/** An answer that refuses. */
export const errorSchema: Json = {
  type: "object",
  required: ["errors"],
  properties: {
    errors: {
      type: "array",
      items: {
        type: "object",
        required: ["id", "status", "code", "title", "detail"],
        properties: {
          ...texts("id", "status", "code", "title", "detail"),
          source: { type: "object", properties: texts("pointer", "parameter", "header") },
        },
      },
    },
  },
};

/** What each status of a refusal means. */
const refusals: Readonly<Record<string, string>> = {
  "400": "The query or the document cannot be as it is; the error says where",
  "401": "Nobody is signed in, or the credentials are wrong",
  "403": "The current user may not do this",
  "404": "No such record for the current user",
  "406": `Accept does not take ${mediaType}`,
  "409": "It contradicts what is there, or is a document of another type",
  "410": "It did exist, and does no more",
  "412": "The record is not the version that If-Match names",
  "413": "The document is too long",
  "415": `The document is not ${mediaType}`,
  "422": "There is no such attribute, or the Idempotency-Key stands for another request",
  "429": "Too many tries; Retry-After says when to try again",
};

const onlyOfWrites: ReadonlySet<string> = new Set(["409", "412", "413", "415", "422"]);

/** The responses of refusals, by status. */
export const refusalResponses: Json = Object.fromEntries(
  Object.entries({ ...refusals, default: "Failed" }).map(([status, description]) => [
    status,
    { description, content: { [mediaType]: { schema: { $ref: "#/components/schemas/errors" } } } },
  ]),
);

/** Resource objects of one type. @param shapes what calls give of it: nearly always one, but a client sees less of a file than staff do */
export function recordSchema(type: string, shapes: readonly RecordType[]): Json {
  const relationships = shapes.flatMap(({ relationships: named = {} }) => Object.entries(named));
  return {
    type: "object",
    required: ["type", "id", "attributes"],
    additionalProperties: false,
    properties: {
      type: { const: type },
      id: text,
      attributes: {
        type: "object",
        // `fields[…]` leaves out any attribute, and some calls give fewer than others.
        properties: united(shapes.flatMap((shape) => Object.entries(Object(schemaOf(shape.attributes).properties)))),
        additionalProperties: false,
      },
      ...(relationships.length > 0 && {
        relationships: { type: "object", properties: united(relationships.map(relationshipEntry)) },
      }),
      links: { type: "object", properties: texts("self") },
      meta: {
        type: "object",
        properties: { etag: text, can: { type: "array", items: text }, partial: { const: true } },
      },
    },
  };
}

function relationshipEntry([name, { to, type }]: [string, NonNullable<RecordType["relationships"]>[string]]): [
  string,
  Json,
] {
  const identifier = {
    type: "object",
    required: ["type", "id"],
    properties: { type: { const: type }, id: text },
  };
  const data = to === "many" ? { type: "array", items: identifier } : { anyOf: [identifier, { type: "null" }] };
  return [name, { type: "object", properties: { data } }];
}

/** Schemas by name; where a name has several, any of them. */
function united(entries: readonly [string, unknown][]): Json {
  const named = Map.groupBy(entries, ([name]) => name);
  return Object.fromEntries(
    [...named].map(([name, those]) => {
      const different = [...new Map(those.map(([, schema]) => [JSON.stringify(schema), schema])).values()];
      return [name, different.length === 1 ? different[0] : { anyOf: different }];
    }),
  );
}

/** One method of one URL. */
export function operation(route: Route): Json {
  return {
    summary: route.summary,
    security: route.access === "anyone" ? [] : [{ session: [] }],
    parameters: [...pathParameters(route), ...queryParameters(route), ...headerParameters(route)],
    ...(route.method !== "GET" && route.method !== "DELETE" && { requestBody: requestBody(route) }),
    responses: { ...successes(route), ...refusalsOf(route) },
  };
}

function requestBody({ input }: Route): Json {
  const schema = inputSchema(input);
  return { required: input !== null, content: { [mediaType]: { schema } } };
}

function successes({ method, summary, answers }: Route): Json {
  const { status, of, again, ranges = false } = answers;
  const response = { description: summary, ...(status !== 204 && { content: contentOf(answers) }) };
  const isCacheable = method === "GET";
  return {
    [status]: response,
    ...(again !== undefined && { [again]: { ...response, description: "It was there already" } }),
    ...(isCacheable && { "304": { description: "It is still what If-None-Match names" } }),
    ...(of === null && ranges && { "206": response, "416": { description: "No such part of the bytes" } }),
  };
}

function contentOf({ of, many = false, json }: Route["answers"]): Json {
  if (of === null) return json === undefined ? { "*/*": {} } : { [mediaType]: { schema: schemaOf(json) } };
  const record = { $ref: `#/components/schemas/${of.type}` };
  const included = Object.values(of.relationships ?? {}).map(({ type }) => ({ $ref: `#/components/schemas/${type}` }));
  const properties = {
    data: many ? { type: "array", items: record } : record,
    ...(included.length > 0 && { included: { type: "array", items: { anyOf: included } } }),
    jsonapi: { type: "object", properties: texts("version") },
    links: { $ref: "#/components/schemas/links" },
    meta: many ? { type: "object", properties: { page: { $ref: "#/components/schemas/page" } } } : { type: "object" },
  };
  const schema = { type: "object", required: ["data"], properties, additionalProperties: false };
  return { [mediaType]: { schema } };
}

const orNull = { type: ["string", "null"] };

/** What documents have beside their records. */
export const documentParts: Json = {
  links: { type: "object", properties: { self: text, first: orNull, prev: orNull, next: orNull } },
  page: {
    type: "object",
    properties: {
      limit: { type: "integer" },
      total: { type: "integer" },
      total_estimated: { type: "boolean", description: "There are more than the total" },
      similar: { type: "boolean", description: "Nothing has the words; these have similar ones" },
    },
  },
};

function refusalsOf({ method, access }: Route): Json {
  const statuses = Object.keys(refusals).filter(
    (status) =>
      (method !== "GET" || !onlyOfWrites.has(status)) && (access !== "anyone" || status !== "401" || method !== "GET"),
  );
  return Object.fromEntries(
    [...statuses, "default"].map((status) => [status, { $ref: `#/components/responses/${status}` }]),
  );
}

function pathParameters({ path }: Route): Json[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: "path", required: true, schema: text }));
}

function queryParameters(route: Route): Json[] {
  const own = Object.entries<z.ZodType>(route.parameters.shape).map(([name, schema]) => ({
    ...parameter(name, schemaOf(schema, "input")),
    required: !schema.safeParse(undefined).success,
  }));
  const { of } = route.answers;
  const relationships = of?.relationships ?? {};
  const canInclude = route.resource !== null && Object.keys(relationships).length > 0;
  const types =
    of === null
      ? []
      : [
          of,
          ...(canInclude
            ? Object.values(route.resource?.relationships ?? {}).map(({ resource }) => resource().of)
            : []),
        ];
  const fields = [...new Map(types.map((one) => [one.type, one])).values()].map(fieldsParameter);
  const included = canInclude ? [parameter("include", listOf(Object.keys(relationships)))] : [];
  return [...own, ...fields, ...included, ...(route.rules ? listParameters(route.rules) : [])];
}

/** `fields[type]`: the members to keep of each record of a type. */
function fieldsParameter({ type, attributes, relationships = {} }: RecordType): Json {
  return parameter(`fields[${type}]`, listOf([...Object.keys(attributes.shape), ...Object.keys(relationships)]));
}

/** A text of some of these names, with commas. */
function listOf(names: readonly string[]): Json {
  const one = `(?:${names.join("|")})`;
  return { ...text, pattern: `^(?:${one}(?:,${one})*)?$`, examples: [names.slice(0, 3).join(",")] };
}

function listParameters(rules: ListRules): Json[] {
  const sort = `[+-]?(?:${Object.keys(rules.sorts).join("|")})`;
  return [
    parameter("sort", { ...text, default: rules.defaultSort, pattern: `^${sort}(?:,${sort}){0,2}$` }),
    ...Object.entries(rules.filters).map(([name, filter]) => parameter(`filter[${name}]`, filterSchema(filter))),
    parameter("page[limit]", {
      type: "integer",
      minimum: 1,
      default: 15,
      description: `More than ${largestPage} are ${largestPage}.`,
    }),
    parameter("page[count]", { type: "boolean", default: false }),
    parameter("page[after]", text),
    parameter("page[before]", text),
  ];
}

function filterSchema({ values }: Filter): Json {
  return values === undefined ? text : { ...text, enum: values };
}

function parameter(name: string, schema: Json): Json {
  return { name, in: "query", schema };
}

function headerParameters(route: Route): Json[] {
  const header = (name: string) => ({ name, in: "header", schema: text });
  const workspace = route.access === "workspace" || route.access === "client" ? [header("x-workspace-id")] : [];
  if (route.method === "GET") return [...workspace, header("x-records"), header("If-None-Match")];
  const key = route.transaction === "engine" && route.access !== "anyone" ? [header("Idempotency-Key")] : [];
  const match = route.path.includes(":") && route.method !== "POST" ? [header("If-Match")] : [];
  return [...workspace, ...key, ...match];
}
