/** The tables of costs as queries see them; migration 18-costs makes them. */
import { integer, jsonb, text, uuid } from "drizzle-orm/pg-core";
import type { Estimate } from "../../../arithmetic/costs/estimate.ts";
import { moment, upstream } from "../engine/columns.ts";

/** Columns that both have. Inputs are kept as the wire shows them. */
const kept = {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  inputs: jsonb().$type<unknown>().notNull(),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
  version: integer().notNull().default(1),
};

export const costEstimates = upstream.table("cost_estimates", {
  ...kept,
  packageId: uuid("package_id").notNull(),
  lines: jsonb().$type<Estimate["lines"]>().notNull(),
  totals: jsonb().$type<Estimate["totals"]>().notNull(),
  warnings: jsonb().$type<Estimate["warnings"]>().notNull(),
});

export const costTemplates = upstream.table("cost_templates", {
  ...kept,
  accountId: uuid("account_id"),
  name: text().notNull(),
  nameKey: text("name_key").notNull(),
});
