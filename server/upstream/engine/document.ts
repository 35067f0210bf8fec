/** Reads the document of a request: bytes to JSON, JSON to the attributes that a route takes. */
import { z } from "zod";
import { sayWhatIsWrong } from "./inputs.ts";
import { conflict, invalidBody, type Problem, Refusal, tooLarge, unsupportedMediaType } from "./refusal.ts";
import { toCamel, toSnake } from "./spelling.ts";
import { findUnstorable } from "./text.ts";

/** In bytes: enough for the longest file of clients. */
const documentLimit = 4 * 1_048_576;

type Members = Readonly<Record<string, unknown>>;

export interface Document {
  readonly data: Members;
}

interface Expectation<Attributes extends z.ZodObject> {
  readonly type: string;
  readonly attributes: Attributes;
  /** Whether `data` has to be a resource object; otherwise it may hold the arguments directly. */
  readonly isResource?: boolean;
  readonly id?: string;
}

/** Reads a body; undefined without one. @throws Refusal 413, 415, or 400 for anything but a JSON document with `data` */
export async function readDocument(request: Request): Promise<Document | undefined> {
  const bytes = await readBytes(request);
  if (bytes.length === 0) return undefined;
  if (request.headers.get("content-type") === null) throw unsupportedMediaType();
  const body = parseJson(bytes);
  if (!isMembers(body)) throw invalidBody("The document has to be a JSON object.");
  if (!isMembers(body.data)) throw invalidBody("The document needs a `data` object.", "/data");
  const unstorable = findUnstorable(body.data, "/data");
  if (unstorable !== null) throw unstorableProblem(unstorable);
  return { data: body.data };
}

async function readBytes(request: Request): Promise<Uint8Array> {
  if (request.body === null) return new Uint8Array();
  if (Number(request.headers.get("content-length")) > documentLimit) throw tooLarge(documentLimit);
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of request.body) {
    length += part.length;
    if (length > documentLimit) throw tooLarge(documentLimit);
    parts.push(part);
  }
  return Buffer.concat(parts, length);
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw invalidBody("The document is not JSON in UTF-8.");
  }
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function unstorableProblem(pointer: string): Refusal {
  const detail = "This text contains characters that cannot be stored.";
  const [, , attributes, name, ...rest] = pointer.split("/");
  if (attributes !== "attributes" || name === undefined) return invalidBody(detail, pointer);
  const source = { pointer: ["/data/attributes", toSnake(name), ...rest].join("/") };
  return new Refusal([{ status: 400, code: "invalid_attribute", detail, source }]);
}

/**
 * Parses a document's attributes. @throws Refusal 409 for another type or id, 403 for a chosen id, 422 for an unknown
 * attribute, 400 for a missing or impossible one, each with its pointer
 */
export function parseAttributes<Attributes extends z.ZodObject>(
  document: Document | undefined,
  expected: Expectation<Attributes>,
): z.output<Attributes> {
  if (!document) throw invalidBody("A document is needed.");
  checkIdentity(document.data, expected);
  const [given, place] = attributesOf(document.data, expected.isResource === true);
  const attributes: Record<string, unknown> = {};
  const problems: Problem[] = [];
  for (const [name, value] of Object.entries(given)) {
    const camel = toCamel(name);
    const schema = Object.hasOwn(expected.attributes.shape, camel) ? expected.attributes.shape[camel] : undefined;
    if (schema === undefined) problems.push(noSuchInput(`${place}/${name}`));
    else if (Object.hasOwn(attributes, camel))
      throw invalidBody("The same attribute is given twice.", `${place}/${name}`);
    else if (holdsLongText(value, schema)) problems.push(tooLongInput(`${place}/${name}`));
    else attributes[camel] = withCamelNames(value, schema);
  }
  throwAll(problems);
  const result = expected.attributes.safeParse(attributes, { error: sayWhatIsWrong });
  if (result.success) return result.data;
  throwAll(problemsOf(result.error, attributes));
  throw invalidBody("The document does not fit.");
}

function noSuchInput(pointer: string): Problem {
  return { status: 422, code: "no_such_input", detail: "There is no such attribute.", source: { pointer } };
}

function tooLongInput(pointer: string): Problem {
  return { status: 400, code: "invalid_attribute", detail: "This text is too long.", source: { pointer } };
}

/** Whether a value has a text that is longer (in UTF-16 units) than any rule takes: it is refused before a rule trims, splits or matches it. */
function holdsLongText(value: unknown, schema?: z.core.$ZodType): boolean {
  if (typeof value === "string") return value.length > Math.max(longestText, greatestLength(schema));
  return typeof value === "object" && value !== null && Object.values(value).some((part) => holdsLongText(part));
}

const longestText = 100_000;

/** What the schema of a text takes at most; 0 where it does not say. */
function greatestLength(schema: z.core.$ZodType | undefined): number {
  if (schema instanceof z.ZodString) return schema.maxLength ?? 0;
  const inner = schema && innerOf(schema);
  return inner ? greatestLength(inner) : 0;
}

function throwAll(problems: readonly Problem[]): void {
  const [first, ...others] = problems;
  if (first) throw new Refusal([first, ...others]);
}

function checkIdentity(data: Members, expected: Expectation<z.ZodObject>): void {
  if (expected.isResource && data.type === undefined) {
    throw new Refusal([
      { status: 400, code: "required", detail: "A resource needs its type.", source: { pointer: "/data/type" } },
    ]);
  }
  // Bare arguments may themselves be named "type"; only next to `attributes` it is the document's.
  const isTyped = expected.isResource || isMembers(data.attributes);
  if (isTyped && data.type !== undefined && data.type !== expected.type) {
    throw wrongType(expected.type);
  }
  if (isTyped) checkId(data, expected.id, expected.isResource === true);
  if (!expected.isResource) return;
  if (data.relationships !== undefined && Object.keys(Object(data.relationships)).length > 0) {
    throwAll(Object.keys(Object(data.relationships)).map((name) => noSuchInput(`/data/relationships/${name}`)));
  }
}

const wrongType = (type: string) => conflict("invalid_type", `Send "${type}" as the type.`, { pointer: "/data/type" });

/** @param expected that of the URL; undefined where it has none */
function checkId({ id }: Members, expected: string | undefined, isCreation: boolean): void {
  if (id === undefined) return;
  if (expected === undefined) {
    if (!isCreation) return;
    const detail = "The service chooses the id.";
    throw new Refusal([{ status: 403, code: "unsupported_client_id", detail, source: { pointer: "/data/id" } }]);
  }
  if (typeof id !== "string" || id.toLowerCase() !== expected.toLowerCase()) {
    throw conflict("invalid_id", "The id differs from that of the URL.", { pointer: "/data/id" });
  }
}

/** Checks the document of a route that needs none. @throws Refusal 409 for another record's */
export function checkNeedless(document: Document | undefined, id: string | undefined, type?: string): void {
  if (!document) return;
  if (type !== undefined && document.data.type !== undefined && document.data.type !== type) throw wrongType(type);
  checkId(document.data, id, false);
}

function attributesOf(data: Members, isResource: boolean): [Members, string] {
  if (isMembers(data.attributes)) return [data.attributes, "/data/attributes"];
  if (data.attributes !== undefined) throw invalidBody("Attributes have to be an object.", "/data/attributes");
  if (isResource || data.type !== undefined) return [{}, "/data/attributes"];
  return [data, "/data"];
}

function problemsOf(error: z.ZodError, attributes: Members): Problem[] {
  const problems = new Map<string, Problem>();
  for (const issue of error.issues) {
    const path = issue.path.map((part, depth) => (depth === 0 ? toSnake(String(part)) : String(part)));
    const pointer = ["/data/attributes", ...path].join("/");
    if (problems.has(pointer)) continue;
    const isMissing = issue.path.length === 1 && attributes[String(issue.path[0])] === undefined;
    const code = isMissing && issue.code === "invalid_type" ? "required" : "invalid_attribute";
    problems.set(pointer, { status: 400, code, detail: issue.message, source: { pointer } });
  }
  return [...problems.values()];
}

/** Spells names inside a value in camel case where its schema names members. Keys of maps stay as they are. */
function withCamelNames(value: unknown, schema: z.core.$ZodType): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (schema instanceof z.core.$ZodObject) return respellMembers(value, schema);
  if (schema instanceof z.core.$ZodArray) {
    const { element } = schema._zod.def;
    return Array.isArray(value) ? value.map((one) => withCamelNames(one, element)) : value;
  }
  if (schema instanceof z.core.$ZodPipe) return withCamelNames(value, schema._zod.def.in);
  if (schema instanceof z.core.$ZodUnion) {
    return schema._zod.def.options.reduce<unknown>((given, option) => withCamelNames(given, option), value);
  }
  const inner = innerOf(schema);
  return inner ? withCamelNames(value, inner) : value;
}

/** What may be null, left out or replaced in a schema. */
function innerOf({ _zod: { def } }: z.core.$ZodType): z.core.$ZodType | undefined {
  return "innerType" in def && def.innerType instanceof z.core.$ZodType ? def.innerType : undefined;
}

function respellMembers(value: object, { _zod }: z.core.$ZodObject): unknown {
  if (Array.isArray(value)) return value;
  const { shape } = _zod.def;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const camel = Object.hasOwn(shape, name) ? name : toCamel(name);
      const schema = Object.hasOwn(shape, camel) ? shape[camel] : undefined;
      return schema ? [camel, withCamelNames(member, schema)] : [name, member];
    }),
  );
}
