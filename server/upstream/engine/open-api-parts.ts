/** The parts of the OpenAPI document. */
import { z } from "zod";
import type { Route } from "./action.ts";
import { largestPage } from "./list-query.ts";
import { mediaType } from "./negotiation.ts";
import type { RecordType } from "./record.ts";
import { toSnake } from "./spelling.ts";
import type { ListRules } from "./table.ts";

export type Json = Readonly<Record<string, unknown>>;

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

/** One resource object. */
export function recordSchema(of: RecordType): Json {
  const relationships = Object.entries(of.relationships ?? {}).map(([name, { to, type }]) => {
    const identifier = { type: "object", properties: { type: { const: type }, id: text } };
    const data = to === "many" ? { type: "array", items: identifier } : { anyOf: [identifier, { type: "null" }] };
    return [name, { type: "object", properties: { data } }];
  });
  return {
    type: "object",
    required: ["type", "id", "attributes"],
    properties: {
      type: { const: of.type },
      id: text,
      attributes: withoutRequired(schemaOf(of.attributes, "output")),
      ...(relationships.length > 0 && {
        relationships: { type: "object", properties: Object.fromEntries(relationships) },
      }),
      links: { type: "object", properties: texts("self") },
      meta: { type: "object", properties: { etag: text, can: { type: "array", items: text } } },
    },
  };
}

/** `fields[…]` leaves out any attribute. */
function withoutRequired({ required, ...schema }: Json): Json {
  return schema;
}

/** One method of one URL. */
export function operation(route: Route): Json {
  const { status, of, many } = route.answers;
  const record = { $ref: `#/components/schemas/${of?.type}` };
  const data = many ? { type: "array", items: record } : record;
  const document = { type: "object", required: ["data"], properties: { data } };
  return {
    summary: route.summary,
    security: route.access === "anyone" ? [] : [{ session: [] }],
    parameters: [...pathParameters(route), ...queryParameters(route), ...headerParameters(route)],
    ...(route.input && {
      requestBody: { required: true, content: { [mediaType]: { schema: inputSchema(route.input) } } },
    }),
    responses: {
      [status]: { description: route.summary, ...(of && { content: { [mediaType]: { schema: document } } }) },
      default: {
        description: "Refused",
        content: { [mediaType]: { schema: { $ref: "#/components/schemas/errors" } } },
      },
    },
  };
}

function inputSchema({ type, attributes }: NonNullable<Route["input"]>): Json {
  const { properties = {}, required = [] } = schemaOf(attributes, "input");
  const named = Object.entries(Object(properties)).map(([name, schema]) => [toSnake(name), schema]);
  return {
    type: "object",
    required: ["data"],
    properties: {
      data: {
        type: "object",
        properties: {
          type: { const: type },
          attributes: {
            type: "object",
            additionalProperties: false,
            properties: Object.fromEntries(named),
            required: [required].flat().map((name) => toSnake(String(name))),
          },
        },
      },
    },
  };
}

function schemaOf(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema, $defs, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return $defs === undefined ? rest : withoutDefinitions(rest);
}

/** Only `z.json()` refers to a definition of its own, whose place would be wrong within this document: it is any value. */
function withoutDefinitions(schema: Json): Json {
  const isOwn = (value: unknown) => String(Object(value).$ref).startsWith("#/$defs/");
  return JSON.parse(JSON.stringify(schema, (_name, value: unknown) => (isOwn(value) ? {} : value)));
}

function pathParameters({ path }: Route): Json[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: "path", required: true, schema: text }));
}

function queryParameters(route: Route): Json[] {
  const own = Object.entries(route.parameters.shape).map(([name, schema]) =>
    parameter(name, schemaOf(schema, "input")),
  );
  const { of } = route.answers;
  const fields = of ? [parameter(`fields[${of.type}]`, text)] : [];
  const include = Object.keys(route.resource?.relationships ?? {});
  const included = include.length > 0 && of ? [parameter("include", { ...text, examples: [include.join(",")] })] : [];
  return [...own, ...fields, ...included, ...(route.rules ? listParameters(route.rules) : [])];
}

function listParameters(rules: ListRules): Json[] {
  const sorts = Object.keys(rules.sorts).flatMap((name) => [name, `-${name}`]);
  return [
    parameter("sort", { ...text, default: rules.defaultSort, description: `Of ${sorts.join(", ")}, with commas.` }),
    ...Object.keys(rules.filters).map((name) => parameter(`filter[${name}]`, text)),
    parameter("page[limit]", { type: "integer", minimum: 1, maximum: largestPage, default: 15 }),
    parameter("page[count]", { type: "boolean", default: false }),
    parameter("page[after]", text),
    parameter("page[before]", text),
  ];
}

function parameter(name: string, schema: Json): Json {
  return { name, in: "query", schema };
}

function headerParameters(route: Route): Json[] {
  const header = (name: string) => ({ name, in: "header", schema: text });
  const workspace = route.access === "workspace" || route.access === "client" ? [header("x-workspace-id")] : [];
  if (route.method === "GET") return [...workspace, header("If-None-Match")];
  const key = route.transaction === "engine" && route.access !== "anyone" ? [header("Idempotency-Key")] : [];
  const match = route.path.includes(":") && route.method !== "POST" ? [header("If-Match")] : [];
  return [...workspace, ...key, ...match];
}
