import * as z from "zod/mini";
import { asObject, isObject, type JsonObject } from "./json-object.ts";
import { type Page, readPage } from "./page.ts";
import { type Issue, repaired } from "./repair.ts";
import { type Resource, relationOf } from "./resource.ts";
import { copyFromWire, fromWire, type Member, memberOf, structureOf } from "./schema-names.ts";
import { actionsOf, latchkey, type Service, type ServiceList } from "./service.ts";
import { spell } from "./spelling.ts";
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
 * Flattens a record: id, attributes, included relations and permissions, under the app's names. Where the service says nothing of
 * permissions, they are what it has calls for. The result has not been checked against the resource's schema.
 */
function flatten(
  record: JsonObject,
  resource: Resource,
  included: Included,
  service: Service,
): Record<string, unknown> {
  const { attributes, relations } = planOf(resource);
  const meta = asObject(record.meta);
  const flat: Record<string, unknown> = {
    id: typeof record.id === "number" ? String(record.id) : record.id,
    etag: readETag(meta.etag),
    can: readPermissions(meta.can) ?? actionsOf(service, resource.type),
  };
  if (meta.partial === true) flat.isPartial = true;
  const relationships = asObject(record.relationships);
  const own = asObject(record.attributes);
  copyFromWire(attributes, service.isWhole ? own : ourAttributes(own, listOf(service, record.type)), flat);
  if (!service.isWhole) copyLinks(attributes, relationships, flat);
  if (relations.length > 0) copyRelations(relations, relationships, included, service, flat);
  return flat;
}

/** The list of a type of the service's. */
function listOf(service: Service, type: unknown): ServiceList | undefined {
  return service.isWhole ? undefined : Object.values(service.lists).find((list) => list.type === type);
}

/** Attributes with the app's names, where the service calls them otherwise. */
function ourAttributes(attributes: JsonObject, list: ServiceList | undefined): JsonObject {
  const renamed = Object.entries(list?.attributes ?? {}).map(([name, theirs]) => [name, attributes[theirs]]);
  return renamed.length === 0 ? attributes : { ...attributes, ...Object.fromEntries(renamed) };
}

/** The ids of related records, as of `clientId`, where the service has them among the relationships alone. */
function copyLinks(attributes: readonly Member[], relationships: JsonObject, flat: Record<string, unknown>): void {
  for (const { name } of attributes) {
    const stem = /^(.+)Id$/.exec(name)?.[1];
    if (stem === undefined || (flat[name] !== undefined && flat[name] !== null)) continue;
    const spellings = (["camel", "snake", "dash"] as const).map((how) => relationships[spell(stem, how)]);
    const { id } = asObject(asObject(spellings.find((one) => one !== undefined)).data);
    if (typeof id === "string") flat[name] = id;
  }
}

function copyRelations(
  relations: readonly Relation[],
  relationships: JsonObject,
  included: Included,
  service: Service,
  flat: Record<string, unknown>,
): void {
  for (const { name, wireName, dashedName, resource, plural } of relations) {
    const { data } = asObject(relationships[wireName] ?? relationships[name] ?? relationships[dashedName]);
    const references = Array.isArray(data) ? data : [data];
    const related = references.flatMap((reference) => {
      const record = isObject(reference) ? included.get(identityOf(reference)) : undefined;
      return record ? flatten(record, resource, included, service) : [];
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

interface ListReading {
  readonly service?: Service;
  /** Rows that were asked for at most; null where that is not known. */
  readonly asked?: number | null;
  /** Told of the first value that could not be read. */
  readonly onUnread?: (mismatch: ShapeMismatch) => void;
}

/**
 * Reads a document whose data is a list of records. A row that lacks what its record needs is left out, what is optional and cannot be
 * read is empty, and `page.unread` counts both.
 * @throws ShapeMismatch for a document without a list, and for one of which no row can be read
 */
export function readList<Schema extends z.ZodMiniObject>(
  body: unknown,
  resource: Resource<Schema>,
  { service = latchkey, asked = null, onUnread }: ListReading = {},
): Page<z.output<Schema>> {
  const document = expectObject(body, []);
  const rows = document.data;
  if (!Array.isArray(rows)) throw mismatch("array", rows, ["data"]);
  const included = indexIncluded(document.included);
  const unread = { rows: 0, values: 0 };
  const mismatches: ShapeMismatch[] = [];
  const items = rows.flatMap((row, index) => {
    try {
      const { record, lost } = readRecord(row, resource, included, ["data", index], service);
      unread.values += lost.length;
      mismatches.push(...lost);
      return [record];
    } catch (error) {
      if (!(error instanceof ShapeMismatch)) throw error;
      unread.rows += 1;
      mismatches.push(error);
      return [];
    }
  });
  const [first] = mismatches;
  if (first !== undefined && items.length === 0) throw first;
  if (first !== undefined) onUnread?.(first);
  const page = readPage(document, service, asked);
  return { items, page: first === undefined ? page : { ...page, unread } };
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
  service: Service = latchkey,
): z.output<Schema> {
  const document = expectObject(body, []);
  return readRecord(document.data, resource, indexIncluded(document.included), ["data"], service, etag).record;
}

function readRecord<Schema extends z.ZodMiniObject>(
  record: unknown,
  resource: Resource<Schema>,
  included: Included,
  path: Path,
  service: Service,
  etag: string | null = null,
): { readonly record: z.output<Schema>; readonly lost: readonly ShapeMismatch[] } {
  const flat = flatten(expectObject(record, path), resource, included, service);
  flat.etag ??= readETag(etag);
  resource.compiled ??= z.compile(resource.schema);
  const result = z.safeParse(resource.compiled, flat);
  if (result.success) return { record: result.data, lost: [] };
  const issues = repaired(flat, (value) => {
    const again = z.safeParse(resource.schema, value);
    return again.success ? null : (again.error.issues[0] ?? null);
  });
  if (issues === null) throw mismatchOf(result.error.issues[0], path);
  return { record: z.parse(resource.schema, flat), lost: issues.map((issue) => mismatchOf(issue, path)) };
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
  throw mismatchOf(result.error.issues[0], path);
}

function mismatchOf(issue: Issue | undefined, path: Path): ShapeMismatch {
  return new ShapeMismatch(issue?.message ?? "Invalid input", [...path, ...(issue?.path ?? [])]);
}

function expectObject(value: unknown, path: Path): JsonObject {
  if (!isObject(value)) throw mismatch("object", value, path);
  return value;
}

function mismatch(expected: string, input: unknown, path: Path): ShapeMismatch {
  return new ShapeMismatch(describeIssue({ code: "invalid_type", expected, input }), path);
}
