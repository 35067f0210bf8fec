import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Member } from "./current-user.ts";

/** A JSON:API type and its attributes in wire spelling, for the OpenAPI document and `fields[type]`. */
export interface RecordType {
  readonly type: string;
  readonly attributes: z.ZodObject;
  /** Public relationships: on every record, with linkage only where included. */
  readonly relationships?: Readonly<Record<string, RelationshipKind>>;
}

interface RelationshipKind {
  readonly to: "one" | "many";
  readonly type: string;
}

interface Identifier {
  readonly type: string;
  readonly id: string;
}

export type Linkage = Identifier | readonly Identifier[] | null;

/** One record of an answer. Attributes are JSON in wire spelling. */
export interface WireRecord extends Identifier {
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Every public relationship; undefined where it is not included. */
  readonly relationships?: Readonly<Record<string, Linkage | undefined>>;
  /** Below the API's root, as in "/clients/1"; without one it has no `links.self`. */
  readonly path?: string;
  /** Changes whenever the record does; gives its ETag. */
  readonly version?: string | number;
  /** What the current user may do to it. */
  readonly can?: readonly string[];
  /** It was included with another record, has some of its attributes, and cannot be read by itself. */
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
  /** For users who see a part of the records: SQL of whether the value is shown; else it is null. */
  readonly isShownTo?: (reader: Member) => SQL;
  /** What they get instead of null. */
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

/** A point in time, in UTC with microseconds, since cursors are made of it. */
export const moment = (column: PgColumn) => attribute(column, momentText(column), z.iso.datetime());

/** The id of another record; null where that record does not exist for the reader. @param isVisible SQL of whether it does */
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

/** Any other attribute. @param value SQL whose value Postgres turns into the wanted JSON */
export const computed = (value: SQL, schema: z.ZodType): Attribute => ({ sql: value, schema });

/** SQL of a `timestamptz` on the wire: "2024-01-01T15:00:00.123456Z". */
export function momentText(value: SQLWrapper): SQL {
  return sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}
