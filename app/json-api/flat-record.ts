import { asObject, isObject, type JsonObject } from "./json-object.ts";
import { type Resource, relationOf } from "./resource.ts";
import { copyFromWire, type Member, memberOf } from "./schema-names.ts";

/** A document's `included` records by type and id. */
export type Included = ReadonlyMap<string, JsonObject>;

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
export function flatten(record: JsonObject, resource: Resource, included: Included): Record<string, unknown> {
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

/** The included records by type and id, without malformed ones. */
export function indexIncluded(records: unknown): Included {
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
export function readETag(tag: unknown): string | null {
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
