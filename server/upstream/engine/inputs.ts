import { z } from "zod";
import { tidyPhone } from "../../../spelling/phone-number.server.ts";

/** Inputs that many routes take. Their messages are shown beside the field. */

/** Several lines, which may be empty. @param label the field's name on its page */
export function textOf(label: string, longest: number) {
  return z
    .string()
    .trim()
    .max(longest, `${label} must be at most ${longest.toLocaleString("en-US")} characters.`);
}

/** One line, which may be empty. @param label the field's name on its page */
export function optionalLineOf(label: string, longest = 200) {
  return textOf(label, longest).regex(/^\P{Cc}*$/u, `${label} must be one line of text.`);
}

/** One line that is not empty. @param label the field's name on its page */
export function lineOf(label: string, longest = 200) {
  return optionalLineOf(label, longest).min(1, `${label} must be at least 1 character.`);
}

/** Takes an empty text as null. */
export const emptyIsNull = (text: z.ZodString) => text.transform((typed) => (typed === "" ? null : typed));

/** A phone number in any spelling, kept as it was typed; empty is none. */
export const phoneNumber = z
  .string()
  .overwrite(tidyPhone)
  .max(50, "Phone number must be at most 50 characters.")
  .regex(/^\P{Cc}*$/u, "Phone number must be one line of text.")
  .transform((typed) => (typed === "" ? null : typed))
  .nullable();

/** One line; empty is null. */
export const optionalLine = (label: string, longest?: number) => emptyIsNull(optionalLineOf(label, longest)).nullable();

/** The address of a web page. @param label whose it is, as in "A school's page" */
export const webAddress = (label: string) =>
  z
    .url({ protocol: /^https?$/, error: `${label} begins with http:// or https://.` })
    .max(2000, `${label} must have an address of at most 2,000 characters.`);

type Issue = z.core.$ZodRawIssue;

/** What is wrong with an input, for people: `safeParse` takes it as `error`. A message in a schema wins. */
export function sayWhatIsWrong(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "This is required." : `This must be ${kindOf(issue.expected)}.`;
    case "too_small":
      return sayBound(issue.origin, "at least", issue.minimum, issue.inclusive !== false);
    case "too_big":
      return sayBound(issue.origin, "at most", issue.maximum, issue.inclusive !== false);
    case "invalid_format":
      return `This must be ${formats[issue.format] ?? "in another form"}.`;
    case "invalid_value":
      return issue.input === undefined ? "This is required." : `This must be one of: ${issue.values.join(", ")}.`;
    case "not_multiple_of":
      return `This must be a multiple of ${issue.divisor}.`;
    case "unrecognized_keys":
      return `There is no such part: ${issue.keys.join(", ")}.`;
    default:
      return "This isn't possible here.";
  }
}

const kinds: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "left out",
};

function kindOf(expected: string): string {
  return kinds[expected] ?? "something else";
}

const formats: Readonly<Record<string, string>> = {
  uuid: "an id",
  email: "an email address like name@example.com",
  url: "a web address",
  date: "a date like 2026-11-28",
  datetime: "a time like 2026-11-28T17:30:00Z",
  safeint: "a smaller number",
};

function sayBound(origin: string, side: "at least" | "at most", limit: number | bigint, isInclusive: boolean): string {
  if (origin === "string" && side === "at least" && limit === 1) return "This must not be empty.";
  if (origin === "string") return `Use ${side} ${limit} ${limit === 1 ? "character" : "characters"}.`;
  if (origin === "array") return `Give ${side} ${limit}.`;
  if (isInclusive) return `This must be ${side} ${limit}.`;
  return `This must be ${side === "at least" ? "more" : "less"} than ${limit}.`;
}

/** Leaves out what is undefined; null stays. */
export function givenOf<Value>(values: Readonly<Record<string, Value | undefined>>): Record<string, Value> {
  const isGiven = (entry: [string, Value | undefined]): entry is [string, Value] => entry[1] !== undefined;
  return Object.fromEntries(Object.entries(values).filter(isGiven));
}
