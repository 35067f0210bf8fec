/** The resource `list_price`: what was asked for a property, and from when. It is written with its package. */

import { moneyJson, moneySchema } from "../engine/money.ts";
import { computed, moment, text, uuid } from "../engine/record.ts";
import { defineTable } from "../engine/table.ts";
import { listPrices } from "../tables.ts";
import { ofVisiblePackages } from "../visibility.ts";

export const listPrice = defineTable({
  type: "list_price",
  path: "/list_prices",
  table: listPrices,
  attributes: {
    price: computed(moneyJson(listPrices.amount, listPrices.currency), moneySchema.nullable()),
    changed_at: moment(listPrices.changedAt),
    actor_name: text(listPrices.actorName),
    package_id: uuid(listPrices.packageId),
  },
  scope: (currentUser) => ofVisiblePackages(listPrices, currentUser),
  can: () => [],
});
