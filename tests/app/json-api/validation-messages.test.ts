import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import * as v3 from "zod/v3";
import { setValidationMessages } from "#app/json-api/validation-messages.ts";

// zod 3 still ships inside zod 4. The same schema written for both must fail with the same words in the same places.

interface Twin {
  readonly old: v3.ZodType;
  readonly new: z.ZodMiniType;
}

beforeAll(setValidationMessages);

/** What a form shows: the first message of each path. */
function firstMessages(issues: readonly { readonly path: PropertyKey[]; readonly message: string }[]) {
  const messages = new Map<string, string>();
  for (const { path, message } of issues) {
    const key = path.join(".");
    if (!messages.has(key)) messages.set(key, message);
  }
  return Object.fromEntries([...messages].sort());
}

function oldMessages(schema: v3.ZodType, value: unknown) {
  const result = schema.safeParse(value);
  return result.success ? {} : firstMessages(result.error.issues);
}

function newMessages(schema: z.ZodMiniType, value: unknown) {
  const result = schema.safeParse(value);
  return result.success ? {} : firstMessages(result.error.issues);
}

function sameWords({ old, new: fresh }: Twin, value: unknown) {
  expect(newMessages(fresh, value)).toEqual(oldMessages(old, value));
}

const day = new Date("2024-01-01T00:00:00Z");
const twins: Readonly<Record<string, Twin>> = {
  string: { old: v3.string(), new: z.string() },
  number: { old: v3.number(), new: z.number() },
  integer: { old: v3.number().int(), new: z.int() },
  boolean: { old: v3.boolean(), new: z.boolean() },
  bigint: { old: v3.bigint(), new: z.bigint() },
  symbol: { old: v3.symbol(), new: z.symbol() },
  date: { old: v3.date(), new: z.date() },
  null: { old: v3.null(), new: z.null() },
  never: { old: v3.never(), new: z.never() },
  nan: { old: v3.nan(), new: z.nan() },
  literal: { old: v3.literal("a"), new: z.literal("a") },
  "number literal": { old: v3.literal(3), new: z.literal(3) },
  "bigint literal": { old: v3.literal(3n), new: z.literal(3n) },
  enum: { old: v3.enum(["red", "green"]), new: z.enum(["red", "green"]) },
  "enum of one": { old: v3.enum(["red"]), new: z.enum(["red"]) },
  "numeric enum": { old: v3.nativeEnum({ low: 1, high: 2 }), new: z.enum({ low: 1, high: 2 }) },
  "at least": { old: v3.string().min(3), new: z.string().check(z.minLength(3)) },
  "at most": { old: v3.string().max(1), new: z.string().check(z.maxLength(1)) },
  "exact length": { old: v3.string().length(2), new: z.string().check(z.length(2)) },
  email: { old: v3.string().email(), new: z.string().check(z.email()) },
  "email format": { old: v3.string().email(), new: z.email() },
  url: { old: v3.string().url(), new: z.url() },
  uuid: { old: v3.string().uuid(), new: z.guid() },
  datetime: { old: v3.string().datetime(), new: z.iso.datetime() },
  "iso date": { old: v3.string().date(), new: z.iso.date() },
  "iso time": { old: v3.string().time(), new: z.iso.time() },
  "ip address": { old: v3.string().ip({ version: "v4" }), new: z.ipv4() },
  cidr: { old: v3.string().cidr({ version: "v6" }), new: z.cidrv6() },
  nanoid: { old: v3.string().nanoid(), new: z.nanoid() },
  pattern: { old: v3.string().regex(/^\d+$/), new: z.string().check(z.regex(/^\d+$/)) },
  includes: { old: v3.string().includes("@"), new: z.string().check(z.includes("@")) },
  "includes from": {
    old: v3.string().includes("@", { position: 2 }),
    new: z.string().check(z.includes("@", { position: 2 })),
  },
  "starts with": { old: v3.string().startsWith("+"), new: z.string().check(z.startsWith("+")) },
  "ends with": { old: v3.string().endsWith("!"), new: z.string().check(z.endsWith("!")) },
  "not less": { old: v3.number().gte(5), new: z.number().check(z.gte(5)) },
  more: { old: v3.number().positive(), new: z.number().check(z.positive()) },
  "not more": { old: v3.number().lte(5), new: z.number().check(z.lte(5)) },
  less: { old: v3.number().negative(), new: z.number().check(z.negative()) },
  multiple: { old: v3.number().multipleOf(5), new: z.number().check(z.multipleOf(5)) },
  "bigint at least": { old: v3.bigint().gte(5n), new: z.bigint().check(z.gte(5n)) },
  "bigint at most": { old: v3.bigint().lt(5n), new: z.bigint().check(z.lt(5n)) },
  "date after": { old: v3.date().min(day), new: z.date().check(z.gte(day)) },
  "date before": { old: v3.date().max(day), new: z.date().check(z.lte(day)) },
  "set at least": { old: v3.set(v3.any()).min(1), new: z.set(z.any()).check(z.minSize(1)) },
  "array at least": { old: v3.array(v3.any()).min(2), new: z.array(z.any()).check(z.minLength(2)) },
  "array at most": { old: v3.array(v3.any()).max(1), new: z.array(z.any()).check(z.maxLength(1)) },
  "array exactly": { old: v3.array(v3.any()).length(2), new: z.array(z.any()).check(z.length(2)) },
  union: { old: v3.union([v3.string(), v3.number()]), new: z.union([z.string(), z.number()]) },
  "told apart": {
    old: v3.discriminatedUnion("kind", [
      v3.object({ kind: v3.literal("a"), size: v3.number() }),
      v3.object({ kind: v3.literal("b") }),
    ]),
    new: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("a"), size: z.number() }),
      z.object({ kind: z.literal("b") }),
    ]),
  },
  strict: { old: v3.object({ name: v3.string() }).strict(), new: z.strictObject({ name: z.string() }) },
  tuple: { old: v3.tuple([v3.string(), v3.number()]), new: z.tuple([z.string(), z.number()]) },
  record: { old: v3.record(v3.number()), new: z.record(z.string(), z.number()) },
  "record keys": {
    old: v3.record(v3.string().min(3), v3.any()),
    new: z.record(z.string().check(z.minLength(3)), z.any()),
  },
  map: { old: v3.map(v3.string(), v3.number()), new: z.map(z.string(), z.number()) },
  refined: { old: v3.string().refine(() => false), new: z.string().check(z.refine(() => false)) },
};

const values: readonly unknown[] = [
  undefined,
  null,
  "",
  "a",
  "red",
  "blue",
  "ann@example.com",
  "ann@",
  "a@",
  "+1!",
  0,
  1,
  5,
  7.5,
  -3,
  Number.NaN,
  true,
  3n,
  9n,
  Symbol("s"),
  day,
  new Date("2030-05-05T00:00:00Z"),
  new Date("1999-05-05T00:00:00Z"),
  new Date("nonsense"),
  [],
  ["a"],
  ["a", 1],
  ["a", 1, true],
  [1, "a"],
  {},
  { name: "Maya" },
  { name: null, extra: 1, more: 2 },
  { kind: "a" },
  { kind: "a", size: "big" },
  { kind: "c" },
  { ab: 1, abc: "x" },
  new Map([["a", "b"]]),
  new Set(),
  () => "function",
];

/** zod 4 takes a Date or a Map for an object, zod 3 did not. Neither can come out of JSON or a form. */
const plainValues = values.filter(
  (value) => !(value instanceof Date || value instanceof Map || value instanceof Set || typeof value === "function"),
);
const structures: ReadonlySet<string> = new Set(["object", "union", "record", "map"]);

describe("each kind of issue has the message of zod 3", () => {
  test.each(Object.entries(twins))("%s", (_name, twin) => {
    for (const value of structures.has(twin.new.type) ? plainValues : values) sameWords(twin, value);
  });
});

test("the catalog's own examples", () => {
  const schema = z.object({ name: z.string(), phone: z.nullable(z.string()), beds: z.number() });
  const result = z.safeParse(schema, { phone: 5, beds: "2" });
  expect(result.error?.issues.map(({ message }) => message)).toEqual([
    "Required",
    "Expected string, received number",
    "Expected number, received string",
  ]);
  expect(newMessages(z.email(), "nobody")).toEqual({ "": "Invalid email" });
});

test("a message given with a schema wins", () => {
  const schema = z.string().check(z.minLength(1, "Name must be at least 1 character."));
  expect(newMessages(schema, "")).toEqual({ "": "Name must be at least 1 character." });
});

test("issues that zod 3 did not have have a message", () => {
  expect(newMessages(z.e164(), "1")).toEqual({ "": "Invalid e164" });
  expect(newMessages(z.number(), Number.POSITIVE_INFINITY)).toEqual({ "": "Number must be finite" });
  expect(newMessages(z.literal(["a", "b"]), "c")).toEqual({
    "": "Invalid enum value. Expected 'a' | 'b', received 'c'",
  });
});

/** The same random schema for both versions: leaves from the table, nested in objects, arrays, options and defaults. */
const nested = fc.letrec<{ twin: Twin }>((tie) => ({
  twin: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom(...Object.values(twins)),
    tie("twin").map(({ old, new: fresh }): Twin => ({ old: v3.array(old), new: z.array(fresh) })),
    tie("twin").map(({ old, new: fresh }): Twin => ({ old: old.nullable(), new: z.nullable(fresh) })),
    tie("twin").map(({ old, new: fresh }): Twin => ({ old: old.optional(), new: z.optional(fresh) })),
    fc.tuple(tie("twin"), tie("twin")).map(
      ([left, right]): Twin => ({
        old: v3.object({ left: left.old, right: right.old }),
        new: z.object({ left: left.new, right: right.new }),
      }),
    ),
  ),
})).twin;

const anyValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(...plainValues),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.record({ left: tie("value"), right: tie("value") }, { requiredKeys: [] }),
  ),
})).value;

test("any nesting has the same messages at the same paths", () => {
  fc.assert(
    fc.property(nested, anyValue, (twin, value) => sameWords(twin, value)),
    { numRuns: 1000 },
  );
});
