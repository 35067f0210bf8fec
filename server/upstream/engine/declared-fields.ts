import type { PgColumn } from "drizzle-orm/pg-core";
import { toSnake } from "./spelling.ts";

type Declared = Readonly<Record<string, unknown>>;

/** One part of each declared field, by the names of the fields. */
export function partsOf<Part extends string, Fields extends Readonly<Record<string, Readonly<Record<Part, unknown>>>>>(
  fields: Fields,
  part: Part,
): { -readonly [Name in keyof Fields]: Fields[Name][Part] };
export function partsOf(fields: Readonly<Record<string, Declared>>, part: string): Declared {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field[part]]));
}

/** The same by the names that the fields have on the wire. */
export function onWire<Part>(parts: Readonly<Record<string, Part>>): Record<string, Part> {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [toSnake(name), part]));
}

/** The names of each field's columns, by its name on the wire. */
export function columnNames(
  fields: Readonly<Record<string, { readonly columns: readonly PgColumn[] }>>,
): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, { columns }]) => [toSnake(field), columns.map(({ name }) => name)]),
  );
}
