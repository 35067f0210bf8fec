import * as z from "zod/mini";
import { asObject, isObject, type JsonObject } from "./json-object.ts";
import { type Page, readPage } from "./page.ts";
import { type Resource, relationOf } from "./resource.ts";
import { copyFromWire, fromWire, type Member, memberOf, structureOf } from "./schema-names.ts";
import { describeIssue } from "./validation-messages.ts";

type Included = ReadonlyMap<string, JsonObject>;

interface Relation extends Member {
  readonly resource: Resource;
  readonly plural: boolean;
}

interface Plan {
  readonly attributes: readonly Member[];
  readonly relations: readonly Relation[];
}

/**
 * Flattens a record: id, attributes, included relations and permissions, under the app's names. The result has not been
 * checked against the resource's schema.
 */
function flatten(record: JsonObject, resource: Resource, included: Included): Record<string, unknown> {
  const { attributes, relations } = planOf(resource);
  const meta = asObject(record.meta);
  const flat: Record<string, unknown> = {
    id: record.id,
    etag: readETag(meta.etag),
    can: readPermissions(meta.can),
  };
  if (meta.partial === true) flat.isPartial = true;
  copyFromWire(attributes, asObject(record.attributes), flat);
  if (relations.length > 0) copyRelations(relations, asObject(record.relationships), included, flat);
  return flat;
}

function copyRelations(
  relations: readonly Relation[],
  relationships: JsonObject,
  included: Included,
  flat: Record<string, unknown>,
): void {
  for (const { name, wireName, resource, plural } of relations) {
    const { data } = asObject(relationships[wireName] ?? relationships[name]);
    const references = Array.isArray(data) ? data : [data];
    const related = references.flatMap((reference) => {
      const record = isObject(reference) ? included.get(identityOf(reference)) : undefined;
      return record ? flatten(record, resource, included) : [];
    });
    flat[name] = plural ? related : (related[0] ?? null);
  }
}

function indexIncluded(records: unknown): Included {
  const index = new Map<string, JsonObject>();
  if (!Array.isArray(records)) return index;
  for (const record of records) if (isObject(record)) index.set(identityOf(record), record);
  return index;
}

function identityOf(reference: JsonObject): string {
  return `${reference.type} ${reference.id}`;
}

/** The characters of an entity tag between its quotes (RFC 9110, 8.8.3), as far as they are ASCII. */
const opaqueTag = /^[!#-~]+$/;

/** An entity tag for If-Match: quoted and strong. Null for a weak one, which never matches. */
function readETag(tag: unknown): string | null {
  if (typeof tag !== "string") return null;
  const opaque = tag.startsWith('"') && tag.endsWith('"') ? tag.slice(1, -1) : tag;
  return opaqueTag.test(opaque) && !tag.startsWith("W/") ? `"${opaque}"` : null;
}

/** Reads `["update"]` and `{"update": true, "archive": false}`; null for anything else. */
function readPermissions(can: unknown): string[] | null {
  if (Array.isArray(can)) return can.filter((action) => typeof action === "string");
  return isObject(can) ? Object.keys(can).filter((action) => can[action] === true) : null;
}

/** Made once per resource, for its first record. */
const plans = new WeakMap<Resource, Plan>();

const identity: ReadonlySet<string> = new Set(["id", "etag", "can", "isPartial"]);

function planOf(resource: Resource): Plan {
  const known = plans.get(resource);
  if (known) return known;
  const attributes: Member[] = [];
  const relations: Relation[] = [];
  for (const [name, schema] of Object.entries(resource.schema.shape)) {
    if (identity.has(name)) continue;
    const relation = relationOf(schema);
    if (relation) relations.push({ ...memberOf(name, schema), ...relation });
    else attributes.push(memberOf(name, schema));
  }
  const plan = { attributes, relations };
  plans.set(resource, plan);
  return plan;
}

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
