import * as z from "zod/mini";

type Issue = z.core.$ZodRawIssue;

/**
 * Sets the messages of validation issues to those of zod 3 ("Required", "Expected string, received number"), which the
 * product's error catalog has. A message given with a schema wins.
 *
 * For the server and for forms in the browser: call once, before the first value is checked. Calling again is harmless.
 */
export function setValidationMessages(): void {
  z.config({ customError: describeIssue });
}

/** The message of one issue. Issues that zod 3 did not have are "Invalid input". */
export function describeIssue(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return describeType(issue);
    case "invalid_value":
      return describeValue(issue);
    case "invalid_format":
      return describeFormat(issue);
    case "too_small":
      return describeBound(issue.origin, issue.minimum, lowerBound[issue.exact ? "exact" : limitKind(issue)]);
    case "too_big":
      return describeBound(issue.origin, issue.maximum, upperBound[issue.exact ? "exact" : limitKind(issue)]);
    case "not_multiple_of":
      return `Number must be a multiple of ${issue.divisor}`;
    case "unrecognized_keys":
      return `Unrecognized key(s) in object: ${quoted(issue.keys, ", ")}`;
    case "invalid_key":
    case "invalid_element":
      return issue.issues[0]?.message ?? "Invalid input";
    case "invalid_union":
      // Only a discriminated union has its options.
      return Array.isArray(issue.options)
        ? `Invalid discriminator value. Expected ${quoted(issue.options, " | ")}`
        : "Invalid input";
    default:
      return "Invalid input";
  }
}

const typeNames: Readonly<Record<string, string>> = { int: "integer", record: "object", tuple: "array" };

function describeType(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidType>): string {
  const { input } = issue;
  if (input === undefined) return "Required";
  if (issue.expected === "date" && input instanceof Date) return "Invalid date";
  if (issue.expected === "number" && (input === Infinity || input === -Infinity)) return "Number must be finite";
  // zod 3 says "float" for a fraction where a whole number was expected.
  const received = issue.expected === "int" && typeof input === "number" ? "float" : typeOf(input);
  return `Expected ${typeNames[issue.expected] ?? issue.expected}, received ${received}`;
}

function typeOf(input: unknown): string {
  if (input === null) return "null";
  if (Number.isNaN(input)) return "nan";
  if (Array.isArray(input)) return "array";
  if (input instanceof Date) return "date";
  if (input instanceof Map) return "map";
  if (input instanceof Set) return "set";
  if (input instanceof Promise) return "promise";
  return typeof input;
}

function describeValue({ inst, values, input }: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidValue>): string {
  const isLiteral = inst !== undefined && "type" in inst._zod.def && inst._zod.def.type === "literal";
  const [only] = values;
  if (isLiteral && values.length === 1) return `Invalid literal value, expected ${literal(only)}`;
  const options = quoted(values, " | ");
  if (input === undefined) return "Required";
  const comparable = values.some((value) => typeof value === "number") ? ["string", "number"] : ["string"];
  if (!comparable.includes(typeOf(input))) return `Expected ${options}, received ${typeOf(input)}`;
  return `Invalid enum value. Expected ${options}, received '${input}'`;
}

function literal(value: z.core.util.Primitive): string {
  return typeof value === "bigint" ? `"${value}"` : String(JSON.stringify(value));
}

const formatNames: Readonly<Record<string, string>> = {
  guid: "uuid",
  ipv4: "ip",
  ipv6: "ip",
  cidrv4: "cidr",
  cidrv6: "cidr",
};
const patterns: ReadonlySet<string> = new Set(["regex", "lowercase", "uppercase", "template_literal"]);

function describeFormat(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidStringFormat>): string {
  if (issue.format === "includes") return `Invalid input: must include "${issue.includes}"${includesFrom(issue.inst)}`;
  if (issue.format === "starts_with") return `Invalid input: must start with "${issue.prefix}"`;
  if (issue.format === "ends_with") return `Invalid input: must end with "${issue.suffix}"`;
  return patterns.has(issue.format) ? "Invalid" : `Invalid ${formatNames[issue.format] ?? issue.format}`;
}

/** zod 4 has the start position on the check, not on the issue. */
function includesFrom(check: Issue["inst"]): string {
  const position = check !== undefined && "position" in check._zod.def ? check._zod.def.position : undefined;
  return typeof position === "number" ? ` at one or more positions greater than or equal to ${position}` : "";
}

type LimitKind = "exact" | "inclusive" | "exclusive";
interface LimitWords {
  readonly length: string;
  readonly text: string;
  readonly number: string;
  readonly date: string;
  readonly bigint: string;
}

const lowerBound: Readonly<Record<LimitKind, LimitWords>> = {
  exact: words("exactly", "exactly", "exactly equal to", "exactly equal to"),
  inclusive: words("at least", "at least", "greater than or equal to", "greater than or equal to"),
  exclusive: words("more than", "over", "greater than", "greater than"),
};
const upperBound: Readonly<Record<LimitKind, LimitWords>> = {
  exact: words("exactly", "exactly", "exactly", "exactly", "BigInt"),
  inclusive: words("at most", "at most", "less than or equal to", "smaller than or equal to", "BigInt"),
  exclusive: words("less than", "under", "less than", "smaller than", "BigInt"),
};

function words(length: string, text: string, number: string, date: string, bigint = "Number"): LimitWords {
  return { length, text, number, date, bigint };
}

function limitKind(issue: { readonly inclusive?: boolean | undefined }): LimitKind {
  return issue.inclusive ? "inclusive" : "exclusive";
}

function describeBound(origin: string, limit: number | bigint, say: LimitWords): string {
  switch (origin) {
    case "array":
      return `Array must contain ${say.length} ${limit} element(s)`;
    case "string":
      return `String must contain ${say.text} ${limit} character(s)`;
    case "number":
    case "int":
      return `Number must be ${say.number} ${limit}`;
    case "bigint":
      return `${say.bigint} must be ${say.number} ${limit}`;
    case "date":
      return `Date must be ${say.date} ${new Date(Number(limit))}`;
    default:
      return "Invalid input";
  }
}

function quoted(values: readonly unknown[], separator: string): string {
  return values.map((value) => (typeof value === "string" ? `'${value}'` : String(value))).join(separator);
}
