/** The parts of an answer before they are written as JSON:API. */

import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Member } from "./current-user.ts";

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

export interface Attribute {
  readonly sql: SQLWrapper;
  readonly schema: z.ZodType;
  /** For whoever sees but a part of the records: SQL of whether they are given the value; to others it is null. */
  readonly isShownTo?: (reader: Member) => SQL;
  /** What those are given instead; null where nothing is said. */
  readonly otherwise?: SQL;
}

function attribute(column: PgColumn, value: SQLWrapper, schema: z.ZodType): Attribute {
  return { sql: value, schema: column.notNull ? schema : schema.nullable() };
}

export const text = (column: PgColumn) => attribute(column, column, z.string());
export const integer = (column: PgColumn) => attribute(column, column, z.int());
export const number = (column: PgColumn) => attribute(column, column, z.number());
export const uuid = (column: PgColumn) => attribute(column, column, z.uuid());
export const texts = (column: PgColumn) => attribute(column, column, z.array(z.string()));

/** A point in time, in UTC with microseconds: a cursor made from less would skip or repeat rows. */
export const moment = (column: PgColumn) => attribute(column, momentText(column), z.iso.datetime());

/**
 * The id of another record; null also where that record does not exist for the reader.
 * @param isVisible SQL of whether it does
 */
export const reference = (column: PgColumn, isVisible: (reader: Member) => SQL): Attribute => ({
  sql: column,
  schema: z.uuid().nullable(),
  isShownTo: isVisible,
});

/** Whether another record exists for the reader. @param isVisible SQL of that */
export const existence = (isVisible: (reader: Member) => SQL): Attribute => ({
  sql: sql`true`,
  schema: z.boolean(),
  isShownTo: isVisible,
  otherwise: sql`false`,
});

/** Anything else. @param value SQL that gives JSON, or a value that Postgres turns into JSON as is wanted */
export const computed = (value: SQL, schema: z.ZodType): Attribute => ({ sql: value, schema });

/** SQL for a `timestamptz` as the wire writes it: "2024-01-01T15:00:00.123456Z". */
export function momentText(value: SQLWrapper): SQL {
  return sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}
