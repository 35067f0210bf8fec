/** The resource `cost_estimate`: an agent's estimate of what buying a property costs. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { computed, moment, uuid } from "../engine/attribute.ts";
import { idFilter } from "../engine/filters.ts";
import { moneySchema } from "../engine/money.ts";
import { defineTable, type ListRules } from "../engine/table.ts";
import { repairTotalsOf } from "../inspections/repair-totals.ts";
import { mayAny } from "../permissions.ts";
import { costEstimates } from "../tables.ts";
import { ofVisiblePackages } from "../visibility.ts";
import { storedInputs } from "./stored-inputs.ts";

const table = costEstimates;

const line = z.object({
  section: z.enum(["loan", "monthly", "closing", "cash"]),
  key: z.string(),
  label: z.string(),
  label_es: z.string().optional(),
  amount: moneySchema,
  basis: z.string(),
  source: z.string(),
});
const totals = z.object({
  monthly_payment: moneySchema,
  closing_costs: moneySchema,
  cash_to_close: moneySchema,
  repairs_low: moneySchema.nullable(),
  repairs_high: moneySchema.nullable(),
});
const warning = z.object({ code: z.string(), detail: z.string() });

/** SQL of the totals. Repairs are those of the findings as they are now. */
const totalsJson = sql`${table.totals} || (select jsonb_build_object('repairs_low', repairs.of -> 'low',
  'repairs_high', repairs.of -> 'high') from (select ${repairTotalsOf(table.packageId)} as of) repairs)`;

export const costEstimate = defineTable({
  type: "cost_estimate",
  path: "/cost_estimates",
  table,
  history: {
    topic: "costs",
    labels: {
      created: "Cost estimate created",
      updated: "Cost estimate changed",
    },
    holders: { package: table.packageId },
  },
  attributes: {
    package_id: uuid(table.packageId),
    inputs: computed(sql`${table.inputs}`, storedInputs),
    lines: computed(sql`${table.lines}`, z.array(line)),
    totals: computed(totalsJson, totals),
    warnings: computed(sql`${table.warnings}`, z.array(warning)),
    inserted_at: moment(table.insertedAt),
    updated_at: moment(table.updatedAt),
  },
  scope: (currentUser) => ofVisiblePackages(table, currentUser),
  // People with access to their own records alone find no others, so every estimate that they find is theirs.
  can: (currentUser) => (!mayAny(currentUser, "records.edit") ? [] : ["update"]),
});

/** How estimates are listed. */
export const costEstimateList: ListRules = {
  sorts: { inserted_at: { column: table.insertedAt, as: "moment" } },
  defaultSort: "-inserted_at",
  filters: {
    package_id: idFilter(table.packageId),
  },
};
