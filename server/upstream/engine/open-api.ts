import { z } from "zod";
import { action, type Route, typesOf } from "./action.ts";
import { largestPage } from "./list-query.ts";
import { mediaType } from "./negotiation.ts";
import type { RecordType } from "./record.ts";
import { toSnake } from "./spelling.ts";
import type { Filter, ListRules } from "./table.ts";

const introduction = `JSON:API 1.1 (https://jsonapi.org/format/), every document as ${mediaType}.

Attributes are written in snake case; requests may use camel case as well, and calls that make or change no record of their own
may leave \`type\` and \`attributes\` out and give what they take directly under \`data\`. Lists are keyset pages: follow \`links.next\` and
\`links.prev\`. Every record carries \`meta.etag\` for If-Match and \`meta.can\`, what the current user may do to it.
An included record with \`meta.partial\` has only what belongs to the record around it, and cannot be read by itself.

Where AshJsonApi departs from JSON:API 1.1 this service keeps to the standard: another type than the URL's is 409, an id
chosen by the client 403, a created record comes with \`Location\`, every answer with \`Vary: Accept\`, and \`q\` in Accept is a
weight, not a parameter of the media type.

Writes of signed-in people honour \`Idempotency-Key\`: the first answer is given again for 24 hours; 409 while the first request is
still running, 422 when the key stands for another request. Calls that take a password or hand out a token keep no keys.`;

/** GET of the OpenAPI document, without a session. @param routes all others */
export function openApiRoute(routes: readonly Route[]): Route {
  let text: string | undefined;
  const own: Route = action({
    method: "GET",
    path: "/open_api",
    summary: "This description",
    access: "anyone",
    answers: { status: 200, of: null },
    async run() {
      text ??= JSON.stringify(describe([...routes, own]));
      const headers = { "Content-Type": "application/vnd.oai.openapi+json;version=3.1", "Cache-Control": "no-cache" };
      return { kind: "raw", response: new Response(text, { headers }) };
    },
  });
  return own;
}

function describe(routes: readonly Route[]): Json {
  const types = Map.groupBy(new Set(routes.flatMap(typesOf)), ({ type }) => type);
  const byPath = Map.groupBy(routes, ({ path }) => path.replaceAll(/:(\w+)/g, "{$1}"));
  const paths = [...byPath].map(([path, those]) => [
    path,
    Object.fromEntries(those.map((route) => [route.method.toLowerCase(), operation(route)])),
  ]);
  const schemas = [...types].map(([type, shapes]) => [type, recordSchema(type, shapes)]);
  return {
    openapi: "3.1.0",
    info: { title: "Latchkey's embedded upstream", version: "1", description: introduction },
    servers: [{ url: "/api" }],
    paths: Object.fromEntries(paths),
    components: {
      schemas: { ...Object.fromEntries(schemas), ...documentParts, errors: errorSchema },
      responses: refusalResponses,
      securitySchemes: { session: { type: "http", scheme: "bearer" } },
    },
  };
}

const text = { type: "string" };
const texts = (...names: string[]): Json => Object.fromEntries(names.map((name) => [name, text]));

const errorSchema: Json = {
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

const refusalResponses: Json = Object.fromEntries(
  Object.entries({ ...refusals, default: "Failed" }).map(([status, description]) => [
    status,
    { description, content: { [mediaType]: { schema: { $ref: "#/components/schemas/errors" } } } },
  ]),
);

/** Resource objects of one type. @param shapes several where clients see fewer attributes than staff */
function recordSchema(type: string, shapes: readonly RecordType[]): Json {
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

function united(entries: readonly [string, unknown][]): Json {
  const named = Map.groupBy(entries, ([name]) => name);
  return Object.fromEntries(
    [...named].map(([name, those]) => {
      const different = [...new Map(those.map(([, schema]) => [JSON.stringify(schema), schema])).values()];
      return [name, different.length === 1 ? different[0] : { anyOf: different }];
    }),
  );
}

function operation(route: Route): Json {
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

const documentParts: Json = {
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

function fieldsParameter({ type, attributes, relationships = {} }: RecordType): Json {
  return parameter(`fields[${type}]`, listOf([...Object.keys(attributes.shape), ...Object.keys(relationships)]));
}

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
  const isPortals = route.access === "client" || route.access === "session";
  const workspace = [
    ...(route.access === "workspace" || route.access === "client" ? [header("x-workspace-id")] : []),
    ...(isPortals ? [header("x-portal-client")] : []),
  ];
  if (route.method === "GET") return [...workspace, header("x-records"), header("If-None-Match")];
  const key = route.transaction === "engine" && route.access !== "anyone" ? [header("Idempotency-Key")] : [];
  const isOfRecord = route.path.includes(":") && route.method !== "POST";
  const match = isOfRecord || route.takesIfMatch === true ? [header("If-Match")] : [];
  return [...workspace, ...key, ...match];
}

type Json = Readonly<Record<string, unknown>>;

function schemaOf(schema: z.ZodType, io: "input" | "output" = "output"): Json {
  const { $schema, $defs, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    ...(io === "input" && { override: takeAsGiven }),
  });
  return $defs === undefined ? rest : withoutDefinitions(rest);
}

/** Only `z.json()` refers to a definition of its own, whose place would be wrong within this document: it is any value. */
function withoutDefinitions(schema: Json): Json {
  const isOwn = (value: unknown) => String(Object(value).$ref).startsWith("#/$defs/");
  return JSON.parse(JSON.stringify(schema, (_name, value: unknown) => (isOwn(value) ? {} : value)));
}

interface Overridden {
  readonly zodSchema: z.core.$ZodType;
  readonly jsonSchema: z.core.JSONSchema.BaseSchema;
}

/** Inputs accept more spellings than the parsed value has. */
function takeAsGiven({ zodSchema, jsonSchema }: Overridden): void {
  if (zodSchema instanceof z.core.$ZodObject) takeBothSpellings(jsonSchema);
  if (zodSchema instanceof z.core.$ZodString) takeUntrimmed(zodSchema._zod.def.checks ?? [], jsonSchema);
}

function takeBothSpellings(jsonSchema: z.core.JSONSchema.BaseSchema): void {
  const { properties = {}, required = [] } = jsonSchema;
  const isTwofold = (name: string) => toSnake(name) !== name;
  const spelled = Object.entries(properties).flatMap(([name, schema]) =>
    [...new Set([toSnake(name), name])].map((one) => [one, schema]),
  );
  jsonSchema.properties = Object.fromEntries(spelled);
  const twofold = required.filter(isTwofold);
  if (twofold.length === 0) return;
  jsonSchema.required = required.filter((name) => !isTwofold(name));
  jsonSchema.allOf = twofold.map((name) => ({ oneOf: [{ required: [toSnake(name)] }, { required: [name] }] }));
}

/** Strings are trimmed before they are checked, so spaces around them are allowed. */
function takeUntrimmed(checks: readonly z.core.$ZodCheck[], jsonSchema: z.core.JSONSchema.BaseSchema): void {
  if (!checks.some(({ _zod }) => _zod.def.check === "overwrite")) return;
  const { pattern, maxLength, allOf = [] } = jsonSchema;
  const patterns = [pattern, ...allOf.map((part) => part.pattern)].filter((one) => one !== undefined);
  const longest = maxLength === undefined ? [] : [`^[\\s\\S]{0,${maxLength}}$`];
  delete jsonSchema.pattern;
  delete jsonSchema.format;
  delete jsonSchema.maxLength;
  delete jsonSchema.allOf;
  const taken = [...patterns, ...longest].map((one) => ({
    pattern: one.replace(/^\^/, "^\\s*(?:").replace(/\$$/, ")\\s*$"),
  }));
  if (taken.length > 0) jsonSchema.allOf = taken;
}

function inputSchema(input: Route["input"]): Json {
  const nothing = { type: "object", properties: {} };
  const attributes = input === null ? nothing : schemaOf(input.attributes, "input");
  return {
    type: "object",
    required: ["data"],
    properties: {
      data: {
        type: "object",
        required: ["type", "attributes"],
        additionalProperties: false,
        properties: {
          type: input === null ? { type: "string" } : { const: input.type },
          id: { type: "string", description: "That of the URL" },
          attributes: { ...attributes, additionalProperties: false },
        },
      },
    },
  };
}
