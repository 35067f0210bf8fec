import { parse, type Submission, type SubmissionResult } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type * as z from "zod/mini";

/** A form's schema: `z.object` of `zod/mini`. Text that was typed arrives as a string, also when it is empty. */
export type FormSchema = z.ZodMiniType<Record<string, unknown>, Record<string, unknown>>;

/**
 * Reads a form against its schema, in the browser and on the server alike. Nothing is coerced: an empty field stays an empty
 * text, so that rules like "at least 1 character" see it. The client build leaves Conform's coercion out (`vite.config.ts`).
 * @returns Conform's submission; `reply()` gives what `useSchemaForm` takes as `result`
 */
export function parseForm<Schema extends FormSchema>(
  payload: FormData | URLSearchParams,
  schema: Schema,
): Submission<z.output<Schema>, string[]> {
  if (![...payload.values()].some(isTooLong)) return parseWithZod(payload, { schema, disableAutoCoercion: true });
  const judged = new FormData();
  for (const [name, value] of payload) judged.append(name, isTooLong(value) ? standIn : value);
  const { error } = parseWithZod(judged, { schema, disableAutoCoercion: true }).reply();
  return parse<z.output<Schema>, string[]>(payload, { resolve: () => ({ error: error ?? { "": [tooLong] } }) });
}

/** Whether a text is longer (in UTF-16 units) than any that is taken: nobody trims, splits or matches it. */
export function isTooLong(value: FormDataEntryValue): boolean {
  return typeof value === "string" && value.length > longestText;
}

const longestText = 100_000;

/** Judged in the place of a text that is too long: each rule refuses it in its own words. */
const standIn = "x".repeat(longestText + 1);

/** Where no rule did. */
const tooLong = "This is too long. Shorten it and submit it again.";

type Constraints = ReturnType<typeof getZodConstraint>;

const known = new WeakMap<FormSchema, Constraints>();

/**
 * What a schema says of its fields, by name, for Conform's `constraint`: a field is required where its empty text is refused,
 * whatever the others have: of two fields of which one is enough, neither is.
 * The greatest lengths are not said to the browser, which would cut a pasted text at them without a word.
 */
export function constraintsOf(schema: FormSchema): Constraints {
  const constraints = known.get(schema) ?? findConstraints(schema);
  known.set(schema, constraints);
  return constraints;
}

function findConstraints(schema: FormSchema): Constraints {
  const names = Object.entries(getZodConstraint(schema)).filter(([, { multiple = false }]) => !multiple);
  const isRefused = (name: string, others: string) => {
    const typed = new URLSearchParams(names.map(([other]) => [other, other === name ? "" : others]));
    return name in (parseForm(typed, schema).reply().error ?? {});
  };
  return Object.fromEntries(names.map(([name]) => [name, { required: isRefused(name, "") && isRefused(name, "1") }]));
}

/** The texts that a reply holds, by their fields' names, as in "budget.amount". */
export function resultTexts({ initialValue }: SubmissionResult): Partial<Record<string, string>> {
  return Object.fromEntries(textsAt("", initialValue));
}

function textsAt(name: string, value: unknown): [name: string, text: string][] {
  if (typeof value === "string") return [[name, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsAt(name === "" ? key : `${name}.${key}`, inner));
}

/** Fields as they were typed, by name, as a result that says nothing but what the form holds. */
export function resultOfFields(fields: Readonly<Record<string, readonly string[]>>): SubmissionResult {
  const payload = new URLSearchParams();
  for (const [name, values] of Object.entries(fields)) for (const value of values) payload.append(name, value);
  const { initialValue = {} } = parse<null, string[]>(payload, { resolve: () => ({ value: null }) }).reply();
  return { initialValue };
}
