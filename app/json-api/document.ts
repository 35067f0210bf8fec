import * as z from "zod/mini";
import { flatten, type Included, indexIncluded, readETag } from "./flat-record.ts";
import { isObject, type JsonObject } from "./json-object.ts";
import { type Page, readPage } from "./page.ts";
import type { Resource } from "./resource.ts";
import { fromWire, structureOf } from "./schema-names.ts";
import { describeIssue } from "./validation-messages.ts";

type Path = readonly PropertyKey[];

/** JSON of an unexpected shape. The message is about the first difference, as in "Expected string, received null". */
export class ShapeMismatch extends Error {
  override readonly name = "ShapeMismatch";
  /** Where the difference is, as in "data.3.phoneNumber". */
  readonly path: string;

  constructor(message: string, path: Path) {
    // Some messages quote the value, which may be anything.
    super((message.split(", received '", 1)[0] ?? "").slice(0, 200));
    this.path = path.map(String).join(".");
  }
}

/** Reads a document whose data is a list of records. @throws ShapeMismatch */
export function readList<Schema extends z.ZodMiniObject>(
  body: unknown,
  resource: Resource<Schema>,
): Page<z.output<Schema>> {
  const document = expectObject(body, []);
  const rows = document.data;
  if (!Array.isArray(rows)) throw mismatch("array", rows, ["data"]);
  const included = indexIncluded(document.included);
  const items = rows.map((row, index) => readRecord(row, resource, included, ["data", index]));
  return { items, page: readPage(document) };
}

/**
 * Reads a document whose data is one record.
 * @param etag the response's ETag header, for a record without its own
 * @throws ShapeMismatch
 */
export function readOne<Schema extends z.ZodMiniObject>(
  body: unknown,
  resource: Resource<Schema>,
  etag: string | null,
): z.output<Schema> {
  const document = expectObject(body, []);
  return readRecord(document.data, resource, indexIncluded(document.included), ["data"], etag);
}

function readRecord<Schema extends z.ZodMiniObject>(
  record: unknown,
  resource: Resource<Schema>,
  included: Included,
  path: Path,
  etag: string | null = null,
): z.output<Schema> {
  const flat = flatten(expectObject(record, path), resource, included);
  flat.etag ??= readETag(etag);
  resource.compiled ??= z.compile(resource.schema);
  return check(resource.compiled, flat, path);
}

/**
 * Reads the response of a generic action: a record's attributes, the value under `result` or `data`, or else the whole
 * body, such as `{"success": true}` or bare JSON. Undefined is an empty response.
 * @throws ShapeMismatch
 */
export function readAction<Schema extends z.ZodMiniType>(body: unknown, schema: Schema): z.output<Schema> {
  return check(schema, fromWire(unwrap(body), structureOf(schema)), []);
}

function unwrap(body: unknown): unknown {
  if (!isObject(body)) return body;
  if ("result" in body) return unwrap(body.result);
  if (!("data" in body)) return body;
  const data = body.data;
  return isObject(data) && isObject(data.attributes) ? { id: data.id, ...data.attributes } : data;
}

function check<Schema extends z.ZodMiniType>(schema: Schema, value: unknown, path: Path): z.output<Schema> {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new ShapeMismatch(issue?.message ?? "Invalid input", [...path, ...(issue?.path ?? [])]);
}

function expectObject(value: unknown, path: Path): JsonObject {
  if (!isObject(value)) throw mismatch("object", value, path);
  return value;
}

function mismatch(expected: string, input: unknown, path: Path): ShapeMismatch {
  return new ShapeMismatch(describeIssue({ code: "invalid_type", expected, input }), path);
}
