/** The resource `buyer_profile`: what a client looks for. It is made with its client and only ever changed. */
import { computed, integer, moment, number, text, texts, uuid } from "../engine/attribute.ts";
import { moneyJson, moneySchema } from "../engine/money.ts";
import { defineTable } from "../engine/table.ts";
import { mayAny } from "../permissions.ts";
import { buyerProfiles } from "../tables.ts";
import { ofVisibleClients } from "../visibility.ts";

const table = buyerProfiles;

export const buyerProfile = defineTable({
  type: "buyer_profile",
  path: "/buyer_profiles",
  table,
  history: {
    topic: "clients",
    labels: {
      completed: "Buyer profile completed",
      updated: "Buyer profile changed",
    },
    holders: { client: table.clientId },
  },
  attributes: {
    budget: computed(moneyJson(table.budgetAmount, table.budgetCurrency), moneySchema.nullable()),
    min_beds: integer(table.minBeds),
    min_baths: number(table.minBaths),
    min_lot_size: number(table.minLotSize),
    min_garages: integer(table.minGarages),
    preferred_areas: texts(table.preferredAreas),
    property_types: texts(table.propertyTypes),
    notes: text(table.notes),
    inserted_at: moment(table.insertedAt),
    updated_at: moment(table.updatedAt),
    client_id: uuid(table.clientId),
  },
  scope: (currentUser) => ofVisibleClients(table, currentUser),
  // Who reaches only their own sees only their own, so whatever exists for them is theirs.
  can: (currentUser) => (!mayAny(currentUser, "records.edit") ? [] : ["update"]),
});
