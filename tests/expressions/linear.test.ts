import { checkSync, type Diagnostics } from "recheck";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { Expression } from "#tests/support/expressions.ts";
import { expressions, inSources, inZod, sources, written } from "./all-expressions.ts";
import { proofOf, provenBefore, writeProven } from "./proven.ts";
import { slowlyProven } from "./slowly-proven.ts";

// Whatever text people send, no regular expression takes longer than in proportion to its length. Recheck proves it from the
// expression itself, or looks for text on which it takes more steps than that. Nothing is timed. Each expression is proven once:
// `npm run test:long` proves all of them and writes down which those are.

/** What zod tests without an expression, though it has one for template literals. */
const ofValues = new Set(["string", "number", "bigint", "boolean", "null", "undefined"]);

beforeAll(() => {
  // The same everywhere, whatever programs the machine has.
  process.env.RECHECK_SYNC_BACKEND = "pure";
});

/** Steps are counted, and no time: verdicts are the same on any machine. */
const parameters = {
  timeout: null,
  recallTimeout: -1,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
  // 500 steps for each character: as many as an expression with a bounded repetition may take.
  maxAttackStringSize: 4_000,
  attackLimit: 2_000_000,
} as const;

function check({ source, flags }: Pick<Expression, "source" | "flags">): Diagnostics {
  return checkSync(source, flags, parameters);
}

function complaintOf(expression: Expression): string | null {
  const diagnostics = check(expression);
  if (diagnostics.status === "safe") return null;
  const what =
    diagnostics.status === "vulnerable"
      ? `${diagnostics.complexity.summary}, as with ${diagnostics.attack.pattern}`
      : diagnostics.error.kind;
  return `${expression.place} ${written(expression)}: ${what}`;
}

test("expressions are found however they are written", () => {
  const found = new Set(expressions.map(({ place }) => place.replace(/:\d+$/, "")));
  expect(sources.length).toBeGreaterThan(500);
  expect(found).toContain("server/upstream/texts/sentences.ts");
  expect(found).toContain("app/spreadsheets/formulas.ts");
  const used = new Set(inSources.flatMap(({ schemas }) => schemas));
  const formats = Object.keys(z.regexes).filter((name) => !ofValues.has(name));
  expect(formats.filter((name) => used.has(name) && !(name in inZod))).toEqual([]);
});

test("no expression is made of text that is not known before", () => {
  expect(inSources.flatMap(({ unreadable }) => unreadable)).toEqual([]);
});

test.each([
  ["(?:\\. ?){4,}\\s*\\d{1,3}\\s*$", ""],
  ["\\s+$", ""],
  ["^(a+)+$", ""],
  ["\\B(?=(\\d{3})+$)", "g"],
])("/%s/%s would be found", (source, flags) => {
  expect(check({ source, flags }).status).toBe("vulnerable");
});

const isForAll = process.env.LONG_TESTS !== undefined;

test("every expression takes time in proportion to the text", { timeout: 300_000 }, () => {
  const proven = new Set([...slowlyProven.map((one) => proofOf(String(one))), ...(isForAll ? [] : provenBefore())]);
  const all = new Map(expressions.map((expression) => [proofOf(written(expression)), expression]));
  const complaints = [...all].flatMap(([proof, one]) => (proven.has(proof) ? [] : (complaintOf(one) ?? [])));
  expect(complaints).toEqual([]);
  if (isForAll) writeProven([...all.keys()]);
});

test("the list of those that were proven before names no others", () => {
  const known = new Set(expressions.map(written));
  expect(slowlyProven.map(String).filter((text) => !known.has(text))).toEqual([]);
});
