import { sql } from "drizzle-orm";
import { z } from "zod";
import { changesOf, recordActivity } from "../activities/activity-log.ts";
import type { Route } from "../engine/action.ts";
import { moneyOf } from "../engine/money.ts";
import { changeRoute, findRoute, isRecord, type RecordWrite } from "../engine/table-routes.ts";
import { buyerProfile } from "./buyer-profile.ts";
import { isComplete } from "./completeness.ts";
import { listOf } from "./inputs.ts";
import { buyerProfiles } from "./tables.ts";

const amountOf = (label: string) => z.number(`${label} must be a number.`).min(0, `${label} must be 0 or more.`);
const countOf = (label: string) =>
  z
    .int(`${label} must be a whole number.`)
    .min(0, `${label} must be 0 or more.`)
    .max(99, `${label} must be at most 99.`);

const input = z.object({
  budget: moneyOf("Budget").nullish(),
  minBeds: countOf("Beds").nullish(),
  minBaths: amountOf("Baths").max(99, "Baths must be at most 99.").multipleOf(0.5, "Baths go by halves.").nullish(),
  minLotSize: amountOf("Lot size")
    .max(9_999_999_999, "Lot size must be at most 9,999,999,999.")
    .multipleOf(0.01, "Lot size has at most two decimals.")
    .nullish(),
  minGarages: countOf("Garages").nullish(),
  preferredAreas: listOf("Area", 30).optional(),
  propertyTypes: listOf("House type", 20).optional(),
  notes: z
    .string()
    .max(10_000, "Notes must be at most 10,000 characters.")
    .transform((typed) => typed.replaceAll("\r\n", "\n").trim() || null)
    .nullish(),
});

async function update({
  database,
  currentUser,
  record,
  attributes,
}: RecordWrite<z.output<typeof input>>): Promise<void> {
  const changes = changesOf(record, attributes);
  if (changes.length === 0) return;
  const { budget: money, ...columns } = attributes;
  await database
    .update(buyerProfiles)
    .set({
      ...columns,
      ...(money !== undefined && { budgetAmount: money?.amount ?? null, budgetCurrency: money?.currency ?? null }),
      updatedAt: sql`now()`,
      version: sql`${buyerProfiles.version} + 1`,
    })
    .where(isRecord(buyerProfile, record.id));
  const after = { ...record.attributes, ...Object.fromEntries(changes.map(({ field, after }) => [field, after])) };
  const isNowComplete = isComplete(after) && !isComplete(record.attributes);
  await recordActivity(database, {
    kind: isNowComplete ? "buyer_profile.completed" : "buyer_profile.updated",
    currentUser,
    clientId: String(record.attributes.client_id),
    subject: record,
    changes,
  });
}

export const buyerProfileRoutes: readonly Route[] = [
  findRoute(buyerProfile, "What a client looks for"),
  changeRoute(buyerProfile, {
    summary: "Change what a client looks for",
    method: "PATCH",
    below: "",
    input,
    needs: "update",
    run: update,
  }),
];
