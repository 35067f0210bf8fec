/** Kinds of declared fields: what the resource, inputs, imports and merges need of each. */
import type { PgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import { optionalLine } from "../engine/inputs.ts";
import { type Attribute, integer, text, texts } from "../engine/record.ts";
import { leastIn } from "../imports/import-cells.ts";
import { countOf, listOf } from "./inputs.ts";

interface FigureNames {
  /** In messages of forms. */
  readonly label: string;
  /** In messages of imports. */
  readonly heading: string;
}

/** A number with its rule. */
export function figure(
  column: PgColumn,
  { attribute, rule }: { attribute: Attribute; rule: (label: string) => z.ZodType<number, number> },
  { label, heading }: FigureNames,
) {
  return {
    columns: [column],
    attribute,
    value: z.number().nullable(),
    none: null,
    input: rule(label).nullish(),
    /** Cells of an import as they come, and what they have to be. */
    cell: z
      .string()
      .default("")
      .transform((typed) => (typed.trim() === "" ? null : leastIn(typed))),
    entry: rule(heading).nullable().default(null),
  };
}

/** A whole number from 0 to 99. */
export const count = (column: PgColumn, names: FigureNames) =>
  figure(column, { attribute: integer(column), rule: countOf }, names);

interface WordRules {
  /** Of one. */
  readonly label: string;
  readonly most: number;
  /** How many a merge of two clients may give. */
  readonly mostJoined: number;
}

/** A list of words. */
export function words(column: PgColumn, { label, most, mostJoined }: WordRules) {
  const none: string[] = [];
  const list = listOf(label, most);
  return {
    columns: [column],
    attribute: texts(column),
    value: z.array(z.string()),
    none,
    input: list.optional(),
    mostJoined,
    /** Cells of an import as they come, and what they have to be. */
    cell: z.array(z.string()).default([]),
    entry: list.default([]),
  };
}

/** One line of text. */
export function line(column: PgColumn, label: string, longest: number) {
  const typed = optionalLine(label, longest);
  return {
    columns: [column],
    attribute: text(column),
    value: z.string().nullable(),
    none: null,
    input: typed.optional(),
    cell: z.string().default(""),
    entry: typed.default(null),
  };
}
