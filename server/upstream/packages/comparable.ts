/** The resource `comparable`: the sale of a similar property. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { idFilter } from "../engine/filters.ts";
import { moneyJson, moneySchema } from "../engine/money.ts";
import { computed, integer, moment, text, uuid } from "../engine/record.ts";
import { defineTable, type ListRules } from "../engine/table.ts";
import { mayAny } from "../permissions.ts";
import { comparables } from "../tables.ts";
import { ofVisiblePackages } from "../visibility.ts";

const table = comparables;

export const comparable = defineTable({
  type: "comparable",
  path: "/comparables",
  table,
  history: {
    topic: "packages",
    labels: {
      added: "Comparable added",
      updated: "Comparable changed",
      removed: "Comparable removed",
    },
    holders: { package: table.packageId },
    summary: ["address"],
  },
  attributes: {
    package_id: uuid(table.packageId),
    address: text(table.address),
    sold_price: computed(moneyJson(table.soldPriceAmount, table.soldPriceCurrency), moneySchema),
    sqft: integer(table.sqft),
    sold_on: computed(sql`to_char(${table.soldOn}, 'YYYY-MM-DD')`, z.iso.date()),
    url: text(table.url),
    inserted_at: moment(table.insertedAt),
    updated_at: moment(table.updatedAt),
  },
  scope: (currentUser) => ofVisiblePackages(table, currentUser),
  // Members who see their own records alone see no others' comparables.
  can: (currentUser) => (!mayAny(currentUser, "records.edit") ? [] : ["update", "remove"]),
});

export const comparableList: ListRules = {
  sorts: { inserted_at: { column: table.insertedAt, as: "moment" } },
  defaultSort: "-inserted_at",
  filters: {
    package_id: idFilter(table.packageId),
  },
};
