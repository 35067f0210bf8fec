import type { Money } from "../json-api/values.ts";
import { joinList, typedNumber } from "../ui/form-values.ts";
import { typedMoney } from "../ui/money-values.ts";
import { formatMoneyWithCode, formatNumber } from "../ui/number-format.ts";

/** Fields of a record that are declared once; what shows, edits and compares them follows from their kinds. */

/** What an attribute of each kind holds. */
interface Values {
  money: Money | null;
  /** A whole number from 0 to 99. */
  count: number | null;
  /** A number from 0 to 99. */
  halves: number | null;
  squareFeet: number | null;
  words: string[];
  /** Text of one line, and of several. */
  line: string | null;
  lines: string | null;
  /** One of a few words. */
  choice: string | null;
}
type Kind = keyof Values;

export interface DeclaredField {
  readonly kind: Kind;
  readonly label: string;
  /** Stands behind the label where nothing else says it. */
  readonly unit?: string;
  /** Stands behind the value. */
  readonly suffix?: string;
  /** The label in the list of facts, where it is another one. */
  readonly fact?: string;
  readonly hint?: string;
  /** Words at most. */
  readonly most?: number;
}
type Declared = Readonly<Record<string, DeclaredField>>;

/** A record's values of declared fields; missing ones are null. */
export type ValuesOf<Fields extends Declared> = {
  readonly [Name in keyof Fields]?: Values[Fields[Name]["kind"]] | null | undefined;
};

/** Makes something of each field, by its kind. */
export function eachField<
  Fields extends Declared,
  Makers extends Readonly<Record<Fields[keyof Fields]["kind"], (field: DeclaredField) => unknown>>,
>(fields: Fields, makers: Makers): { -readonly [Name in keyof Fields]: ReturnType<Makers[Fields[Name]["kind"]]> };
export function eachField(
  fields: Declared,
  makers: Readonly<Record<string, (field: DeclaredField) => unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, makers[field.kind]?.(field)]));
}

/** Makes the same of each field. */
export function mapFields<Name extends string, Made>(
  fields: Readonly<Record<Name, DeclaredField>>,
  make: (field: DeclaredField) => Made,
): Record<Name, Made>;
export function mapFields<Made>(fields: Declared, make: (field: DeclaredField) => Made): Record<string, Made> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, make(field)]));
}

/** The names of declared fields, in their order. */
export function namesOf<Name extends string>(fields: Readonly<Record<Name, DeclaredField>>): Name[] {
  return Object.keys(fields).filter((name): name is Name => name in fields);
}

/** The label with its unit: "Min. lot size (sqft)". */
export function labelOf({ label, unit }: DeclaredField): string {
  return unit === undefined ? label : `${label} (${unit})`;
}

/** What a phone offers to type a number with; undefined for what is none, and for money. */
export function inputModeOf({ kind }: DeclaredField): "numeric" | "decimal" | undefined {
  if (kind === "count") return "numeric";
  return kind === "halves" || kind === "squareFeet" ? "decimal" : undefined;
}

/** Values as their form shows them. */
export function typedValues<Fields extends Declared>(
  fields: Fields,
  values: ValuesOf<Fields>,
): { [Name in keyof Fields]: Fields[Name]["kind"] extends "money" ? Money : string };
export function typedValues(fields: Declared, values: Readonly<Record<string, Values[Kind] | undefined>>) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { kind }]) => [name, typedValue(kind, values[name] ?? null)]),
  );
}

function typedValue(kind: Kind, value: Values[Kind]): string | Money {
  if (kind === "money") return typedMoney(isMoney(value) ? value : null);
  if (typeof value === "number") return typedNumber(value);
  if (Array.isArray(value)) return joinList(value);
  return typeof value === "string" ? value : "";
}

function isMoney(value: Values[Kind]): value is Money {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Values as people read them; null where there is none. */
export function textsOf<Fields extends Declared>(
  fields: Fields,
  values: ValuesOf<Fields> | null,
): { [Name in keyof Fields]: string | null };
export function textsOf(fields: Declared, values: Readonly<Record<string, Values[Kind] | undefined>> | null) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, textOf(field, values?.[name] ?? null)]),
  );
}

function textOf({ suffix = "" }: DeclaredField, value: Values[Kind]): string | null {
  if (typeof value === "number") return formatNumber(value) + suffix;
  if (Array.isArray(value)) return value.join(", ") || null;
  return isMoney(value) ? formatMoneyWithCode(value.currency, value.amount) : value || null;
}
