import * as z from "zod/mini";

type Shape = Readonly<Record<string, z.ZodMiniType>>;

/** A JSON:API resource type and the schema of one of its records, flattened. */
export interface Resource<Schema extends z.ZodMiniObject = z.ZodMiniObject> {
  /** The type on the wire: singular snake case, as in "buyer_profile". */
  readonly type: string;
  readonly schema: Schema;
  /** The compiled schema, made on the server for the first record: twenty times as fast for a page. */
  compiled?: Schema;
}

export function isResource(shape: Resource | z.ZodMiniType): shape is Resource {
  return "schema" in shape;
}

/** A record as the app sees it: id, attributes and included relations side by side. */
export type RecordOf<R extends Resource> = z.output<R["schema"]>;

const identity = {
  id: z.string(),
  /** The version of the record for `update`'s If-Match; null where the service names none. */
  etag: z.nullable(z.string()),
  /** What the current user may do with the record; null where the service does not say. Ask through `allows`. */
  can: z.nullable(z.array(z.string())),
  /** Came along with another record that the current user may see, and has no page of its own for them. */
  isPartial: z.optional(z.literal(true)),
};

/**
 * Describes a JSON:API type. Attributes and relations have the app's names; the wire's snake case is derived from them,
 * in nested objects too. Other members are ignored, keys of `z.record` maps are unchanged, and null and missing are the
 * same: each attribute gets the one that its schema accepts, and with `z.nullish` the one that it was.
 *
 * @example
 * const client = resource("client", { name: z.string(), phoneNumber: z.nullable(z.string()) },
 *   { buyerProfile: one(buyerProfile), people: many(person) });
 * type Client = RecordOf<typeof client>;
 */
export function resource<Attributes extends Shape>(
  type: string,
  attributes: Attributes,
): Resource<z.ZodMiniObject<Attributes & typeof identity, z.core.$strip>>;
export function resource<Attributes extends Shape, Relations extends Shape>(
  type: string,
  attributes: Attributes,
  relations: Relations,
): Resource<z.ZodMiniObject<Attributes & Relations & typeof identity, z.core.$strip>>;
export function resource(type: string, attributes: Shape, relations: Shape = {}): Resource {
  return { type, schema: z.object({ ...attributes, ...relations, ...identity }) };
}

interface Relation {
  readonly resource: Resource;
  readonly plural: boolean;
}

const relations = new WeakMap<z.core.$ZodType, Relation>();

/** A to-one relation: the included record, or null when there is none or when it was not included. */
export function one<Schema extends z.ZodMiniObject>(related: Resource<Schema>): z.ZodMiniNullable<Schema> {
  const schema = z.nullable(related.schema);
  relations.set(schema, { resource: related, plural: false });
  return schema;
}

/** A to-many relation: the included records in the service's order; none when they were not included. */
export function many<Schema extends z.ZodMiniObject>(related: Resource<Schema>): z.ZodMiniArray<Schema> {
  const schema = z.array(related.schema);
  relations.set(schema, { resource: related, plural: true });
  return schema;
}

/** The relation that `one` or `many` made this schema for; undefined for an attribute's schema. */
export function relationOf(schema: z.core.$ZodType): Relation | undefined {
  return relations.get(schema);
}

/**
 * Whether a page should offer an action. Where the service does not say what is allowed, all actions are offered, and it
 * refuses what is not.
 */
export function allows(record: { readonly can: readonly string[] | null }, action: string): boolean {
  return record.can === null || record.can.includes(action);
}
