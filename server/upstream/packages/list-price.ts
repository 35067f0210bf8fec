/** The resource `list_price`: what was asked for a property, and from when. It is written with its package. */
import { sql } from "drizzle-orm";
import { computed, moment, text, uuid } from "../engine/attribute.ts";
import { moneyJson, moneySchema } from "../engine/money.ts";
import { defineTable, type TableResource } from "../engine/table.ts";
import { ofPackagesOf } from "../tenancy.ts";
import { listPrices } from "./tables.ts";

export const listPrice: TableResource = defineTable({
  type: "list_price",
  path: "/list_prices",
  table: listPrices,
  id: listPrices.id,
  // Never changed.
  version: sql`1`,
  attributes: {
    price: computed(moneyJson(listPrices.amount, listPrices.currency), moneySchema.nullable()),
    changed_at: moment(listPrices.changedAt),
    actor_name: text(listPrices.actorName),
    package_id: uuid(listPrices.packageId),
  },
  scope: (currentUser) => ofPackagesOf(listPrices, currentUser),
  can: () => [],
});
