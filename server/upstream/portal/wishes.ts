/** The part of a buyer profile that clients see and may suggest changes of: all but the agent's notes. */
import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { moneyJson, moneySchema } from "../engine/money.ts";
import { type AttributeChange, buyerProfiles } from "../tables.ts";

const wish = {
  budget: moneySchema.nullable(),
  min_beds: z.number().nullable(),
  min_baths: z.number().nullable(),
  min_lot_size: z.number().nullable(),
  min_garages: z.number().nullable(),
  preferred_areas: z.array(z.string()),
  property_types: z.array(z.string()),
};

export const wishesSchema = z.object(wish);

/** What the client saw, what they want, and a remark. */
export const suggestionSchema = z.object({
  before: wishesSchema,
  after: wishesSchema,
  remark: z.string().nullable(),
});
export type Suggestion = z.output<typeof suggestionSchema>;

/** The remark is added to the agent's notes. */
export const acceptable = [
  "budget",
  "min_beds",
  "min_baths",
  "min_lot_size",
  "min_garages",
  "preferred_areas",
  "property_types",
  "notes",
] as const;

const table = buyerProfiles;

/** SQL of the wishes of a profile as JSON, in wire spelling. */
export const wishesJson = sql`json_build_object('budget', ${moneyJson(table.budgetAmount, table.budgetCurrency)},
  'min_beds', ${table.minBeds}, 'min_baths', ${table.minBaths}, 'min_lot_size', ${table.minLotSize},
  'min_garages', ${table.minGarages}, 'preferred_areas', ${table.preferredAreas}, 'property_types', ${table.propertyTypes})`;

/** Changes that a suggestion asks for, the remark last. */
export function changesIn({ before, after, remark }: Suggestion): AttributeChange[] {
  const was = new Map<string, unknown>(Object.entries(before));
  const changes = Object.entries(after).flatMap(([field, wanted]) =>
    isDeepStrictEqual(was.get(field), wanted) ? [] : [{ field, before: was.get(field), after: wanted }],
  );
  return remark === null ? changes : [...changes, { field: "notes", before: null, after: remark }];
}
