/** Zod's schemas as those of the OpenAPI document. */
import { z } from "zod";
import type { Route } from "./action.ts";
import { toSnake } from "./spelling.ts";

export type Json = Readonly<Record<string, unknown>>;

/** Gives a schema of what goes out, or of what comes in. */
export function schemaOf(schema: z.ZodType, io: "input" | "output" = "output"): Json {
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

/** What comes in may be written in more ways than what is made of it. */
function takeAsGiven({ zodSchema, jsonSchema }: Overridden): void {
  if (zodSchema instanceof z.core.$ZodObject) takeBothSpellings(jsonSchema);
  if (zodSchema instanceof z.core.$ZodString) takeUntrimmed(zodSchema._zod.def.checks ?? [], jsonSchema);
}

/** Names are taken in snake case, as answers have them, and in camel case. */
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

/** Texts are trimmed before they are checked: spaces around them are taken. */
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

/** The document that a route takes; where it takes nothing, one without attributes. */
export function inputSchema(input: Route["input"]): Json {
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
