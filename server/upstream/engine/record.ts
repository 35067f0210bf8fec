/** The parts of an answer before they are written as JSON:API. */
import type { z } from "zod";

/** Names a JSON:API type and describes its attributes, in wire spelling, for the OpenAPI document and `fields[type]`. */
export interface RecordType {
  readonly type: string;
  readonly attributes: z.ZodObject;
  /** Public relationships: they are on every record, with linkage only where included. */
  readonly relationships?: Readonly<Record<string, RelationshipKind>>;
}

export interface RelationshipKind {
  readonly to: "one" | "many";
  readonly type: string;
}

interface Identifier {
  readonly type: string;
  readonly id: string;
}

export type Linkage = Identifier | readonly Identifier[] | null;

/** One record of an answer. Attributes are in wire spelling (`phone_number`) and already JSON. */
export interface WireRecord extends Identifier {
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Every public relationship; undefined where it is not included, and then listed without linkage. */
  readonly relationships?: Readonly<Record<string, Linkage | undefined>>;
  /** Path of the record below the API's root, as in "/clients/1"; without one it has no `links.self`. */
  readonly path?: string;
  /** Anything that changes whenever the record itself does; gives its ETag. */
  readonly version?: string | number;
  /** What the current user may do to it. */
  readonly can?: readonly string[];
  /** It came along with another record, has some of its attributes only, and cannot be read by itself. */
  readonly isPartial?: boolean;
}

/** Defines a record type. @param attributes a zod object in wire spelling */
export function recordType(
  type: string,
  attributes: z.ZodObject,
  relationships: Readonly<Record<string, RelationshipKind>> = {},
): RecordType {
  return { type, attributes, relationships };
}
