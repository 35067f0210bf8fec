import { parse, type Submission, type SubmissionResult } from "@conform-to/react";
import * as z from "zod/mini";

/** A form's schema: `z.object` of `zod/mini`. Text that was typed arrives as a string, also when it is empty. */
export type FormSchema = z.ZodMiniType<Record<string, unknown>, Record<string, unknown>>;

/**
 * Reads a form against its schema, in the browser and on the server alike.
 *
 * Not Conform's own `parseWithZod`: its coercion brings all of classic zod into the browser, and it turns empty text into
 * a missing value, which would never reach a rule like "at least 1 character".
 * @returns Conform's submission; `reply()` gives what `useSchemaForm` takes as `result`
 */
export function parseForm<Schema extends FormSchema>(
  payload: FormData | URLSearchParams,
  schema: Schema,
): Submission<z.output<Schema>, string[]> {
  return parse<z.output<Schema>, string[]>(payload, {
    resolve(values) {
      const result = z.safeParse(schema, values);
      return result.success ? { value: result.data } : { error: errorsByName(result.error.issues) };
    },
  });
}

function errorsByName(issues: readonly z.core.$ZodIssue[]): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const issue of issues) {
    const name = fieldName(issue.path);
    errors[name] = [...(errors[name] ?? []), issue.message];
  }
  return errors;
}

/** `["budget", "amount"]` is the field `budget.amount`, `["areas", 0]` is `areas[0]`. */
function fieldName(path: readonly PropertyKey[]): string {
  return path.reduce<string>((name, part) => {
    if (typeof part === "number") return `${name}[${part}]`;
    return name === "" ? String(part) : `${name}.${String(part)}`;
  }, "");
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
