import { z } from "zod";
import type { Route } from "../engine/action.ts";
import { changesOf } from "../engine/history.ts";
import { moneyOf } from "../engine/money.ts";
import { changeRoute, findRoute, type RecordWrite } from "../engine/table-routes.ts";
import { changeRecord } from "../engine/writing.ts";
import { spell } from "../used-words/spelling.ts";
import { buyerProfile } from "./buyer-profile.ts";
import { isComplete } from "./completeness.ts";
import { bathsOf, countOf, listOf, lotSizeOf } from "./inputs.ts";

/** What may be changed of a buyer profile; keys in camel case. */
export const buyerProfileInput = z.object({
  budget: moneyOf("Budget").nullish(),
  minBeds: countOf("Beds").nullish(),
  minBaths: bathsOf("Baths").nullish(),
  minLotSize: lotSizeOf("Lot size").nullish(),
  minGarages: countOf("Garages").nullish(),
  preferredAreas: listOf("Area", 30).optional(),
  propertyTypes: listOf("House type", 20).optional(),
  notes: z
    .string()
    .max(10_000, "Notes must be at most 10,000 characters.")
    .transform((typed) => typed.replaceAll("\r\n", "\n").trim() || null)
    .nullish(),
});

/** Changes a buyer profile, and writes so into the history. Nothing is written where nothing differs. */
export async function updateBuyerProfile(
  write: Omit<RecordWrite<z.output<typeof buyerProfileInput>>, "afterCommit" | "now">,
): Promise<void> {
  const { attributes: before, id: own } = write.record;
  const { workspaceId } = write.currentUser;
  const { preferredAreas: areas, propertyTypes: types } = write.attributes;
  const attributes = {
    ...write.attributes,
    ...(areas && { preferredAreas: await spell(write.database, { workspaceId, kind: "area", own }, areas) }),
    ...(types && { propertyTypes: await spell(write.database, { workspaceId, kind: "house_type", own }, types) }),
  };
  const changes = changesOf(write.record, attributes);
  if (changes.length === 0) return;
  const { budget, ...columns } = attributes;
  const money = budget !== undefined && {
    budgetAmount: budget?.amount ?? null,
    budgetCurrency: budget?.currency ?? null,
  };
  const after = { ...before, ...Object.fromEntries(changes.map(({ field, after }) => [field, after])) };
  const event = isComplete(after) && !isComplete(before) ? "completed" : "updated";
  await changeRecord(write, buyerProfile, event, { ...columns, ...money }, changes);
}

export const buyerProfileRoutes: readonly Route[] = [
  findRoute(buyerProfile, "The buyer profile of a client"),
  changeRoute(buyerProfile, {
    summary: "Change the buyer profile of a client",
    input: buyerProfileInput,
    run: updateBuyerProfile,
  }),
];
