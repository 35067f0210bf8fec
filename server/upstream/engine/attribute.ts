/** How a column becomes an attribute: the SQL that writes it as JSON, and its schema for the OpenAPI document. */
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Member } from "./current-user.ts";

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
