/** The resource `buyer_profile`: what a client looks for. It is made with its client and only ever changed. */
import { computed, integer, moment, number, text, texts, uuid } from "../engine/attribute.ts";
import { moneyJson, moneySchema } from "../engine/money.ts";
import { defineTable, type TableResource } from "../engine/table.ts";
import { accessScopeOf } from "../permissions.ts";
import { ofClientsOf } from "../tenancy.ts";
import { buyerProfiles } from "./tables.ts";

const table = buyerProfiles;

export const buyerProfile: TableResource = defineTable({
  type: "buyer_profile",
  path: "/buyer_profiles",
  table,
  id: table.id,
  version: table.version,
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
  scope: (currentUser) => ofClientsOf(table, currentUser),
  // Who reaches only their own sees only their own, so whatever exists for them is theirs.
  can: (currentUser) => (accessScopeOf(currentUser, "records.edit") === "no" ? [] : ["update"]),
});
