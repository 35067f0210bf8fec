/**
 * What is kept of what a client looks for: each field once, in the order of the form. The resource, inputs, imports, merges, what
 * the portal suggests, and the copy and deletion of a person's data follow from here.
 */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { partsOf } from "../engine/declared-fields.ts";
import { moneyJson, moneyOf, moneySchema } from "../engine/money.ts";
import { computed, number, text } from "../engine/record.ts";
import { toSnake } from "../engine/spelling.ts";
import { buyerProfiles } from "../tables.ts";
import { count, figure, words } from "./field-kinds.ts";
import { bathsOf, lotSizeOf } from "./inputs.ts";

const table = buyerProfiles;

/** Fields that an import reads from cells of the same name. */
export const importedWishes = {
  minBeds: count(table.minBeds, { label: "Beds", heading: "Min. beds" }),
  minBaths: figure(
    table.minBaths,
    { attribute: number(table.minBaths), rule: bathsOf },
    { label: "Baths", heading: "Min. baths" },
  ),
  minLotSize: figure(
    table.minLotSize,
    { attribute: number(table.minLotSize), rule: lotSizeOf },
    { label: "Lot size", heading: "Min. lot size" },
  ),
  minGarages: count(table.minGarages, { label: "Garages", heading: "Min. garages" }),
};

/** What clients see themselves, and may suggest changes of: all but the agent's notes. */
export const wishFields = {
  budget: {
    columns: [table.budgetAmount, table.budgetCurrency],
    attribute: computed(moneyJson(table.budgetAmount, table.budgetCurrency), moneySchema.nullable()),
    value: moneySchema.nullable(),
    none: null,
    input: moneyOf("Budget").nullish(),
  },
  ...importedWishes,
  preferredAreas: words(table.preferredAreas, { label: "Area", most: 30, mostJoined: 50 }),
  propertyTypes: words(table.propertyTypes, { label: "House type", most: 20, mostJoined: 50 }),
};

export const profileFields = {
  ...wishFields,
  notes: {
    columns: [table.notes],
    attribute: text(table.notes),
    value: z.string().nullable(),
    none: null,
    input: z
      .string()
      .max(10_000, "Notes must be at most 10,000 characters.")
      .transform((typed) => typed.replaceAll("\r\n", "\n").trim() || null)
      .nullish(),
    mostJoined: 10_000,
  },
};

/** Every field with its value. */
export const profileValues = z.object(partsOf(profileFields, "value"));
export type ProfileValues = z.output<typeof profileValues>;

/** A profile that says nothing. */
export const emptyProfile: ProfileValues = partsOf(profileFields, "none");

/** Values as columns: an amount of money has two. */
export function profileColumns<Others extends object>({
  budget,
  ...others
}: Others & { readonly budget?: ProfileValues["budget"] | undefined }) {
  const money = budget !== undefined && {
    budgetAmount: budget?.amount ?? null,
    budgetCurrency: budget?.currency ?? null,
  };
  return { ...others, ...money };
}

/** SQL of the wishes of a profile as JSON, in wire spelling. */
export function wishesJson(): SQL {
  const members = Object.entries(wishFields).map(
    ([name, { attribute }]) => sql`${sql.raw(`'${toSnake(name)}'`)}, ${attribute.sql}`,
  );
  return sql`json_build_object(${sql.join(members, sql`, `)})`;
}
