/** The resource `cost_estimate`: what buying a property costs. */

import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Estimate, estimateOf } from "../../../arithmetic/costs/estimate.ts";
import type { Route } from "../engine/action.ts";
import { idFilter } from "../engine/filters.ts";
import { moneySchema } from "../engine/money.ts";
import { computed, moment, uuid } from "../engine/record.ts";
import { conflict } from "../engine/refusal.ts";
import { defineTable, type ListRules } from "../engine/table.ts";
import {
  changeRoute,
  createRoute,
  findRoute,
  listRoute,
  type RecordWrite,
  type Write,
} from "../engine/table-routes.ts";
import { changeRecord, createRecord, refuseDuplicate, requireRecord } from "../engine/writing.ts";
import { repairTotalsOf } from "../inspections/repair-totals.ts";
import { packageResource } from "../packages/package.ts";
import { mayAny } from "../permissions.ts";
import { costEstimates } from "../tables.ts";
import { ofVisiblePackages } from "../visibility.ts";
import { estimateInputs } from "./inputs.ts";
import { keep, storedInputs } from "./stored-inputs.ts";

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

/** With repairs of present findings. */
const totalsJson = sql`${table.totals} || (select jsonb_build_object('repairs_low', repairs.of -> 'low',
  'repairs_high', repairs.of -> 'high') from (select ${repairTotalsOf(table.packageId)} as of) repairs)`;

const costEstimate = defineTable({
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
  // Members who see their own records alone see no others' estimates.
  can: (currentUser) => (!mayAny(currentUser, "records.edit") ? [] : ["update"]),
});

const costEstimateList: ListRules = {
  sorts: { inserted_at: { column: table.insertedAt, as: "moment" } },
  defaultSort: "-inserted_at",
  filters: {
    package_id: idFilter(table.packageId),
  },
};

const creation = z.object({ packageId: z.uuid(), inputs: estimateInputs });
const change = z.object({ inputs: estimateInputs.optional() });

/** @throws Refusal 409 `estimate_exists` */
async function create(write: Write<z.output<typeof creation>>): Promise<string> {
  const { packageId, inputs } = write.attributes;
  await requireRecord(write, packageResource, packageId, "update");
  const estimate = estimateOf(inputs);
  const values = { workspaceId: write.currentUser.workspaceId, packageId, inputs: keep(inputs), ...estimate };
  const created = createRecord(write, costEstimate, "created", values, changesOf(null, estimate.totals));
  return refuseDuplicate(created, "cost_estimates_package_id_key", () =>
    conflict("estimate_exists", "This property already has an estimate."),
  );
}

const kept = z.record(z.string(), z.unknown());

async function update(write: RecordWrite<z.output<typeof change>>): Promise<void> {
  if (write.attributes.inputs === undefined) return;
  const estimate = estimateOf(write.attributes.inputs);
  const inputs = keep(write.attributes.inputs);
  const isChanged = sql`${costEstimates.inputs} <> ${JSON.stringify(inputs)}::jsonb`;
  const changes = changesOf(kept.parse(write.record.attributes.totals), estimate.totals);
  await changeRecord(write, costEstimate, "updated", { inputs, ...estimate }, changes, isChanged);
}

/** Totals, since the inputs are too many. */
function changesOf(before: Readonly<Record<string, unknown>> | null, after: Estimate["totals"]) {
  return Object.entries(after).flatMap(([field, now]) => {
    const was = before?.[field] ?? null;
    return isDeepStrictEqual(was, now) ? [] : [{ field, before: was, after: now }];
  });
}

export const costEstimateRoutes: readonly Route[] = [
  listRoute(costEstimate, costEstimateList, "Estimates of costs; a package has at most one"),
  findRoute(costEstimate, "An estimate of costs"),
  createRoute(costEstimate, {
    summary: "Estimate what buying a package's property costs; 409 estimate_exists where that was done",
    input: creation,
    may: (currentUser) => mayAny(currentUser, "records.edit"),
    run: create,
  }),
  changeRoute(costEstimate, {
    summary: "Estimate again; the inputs replace all earlier ones",
    input: change,
    run: update,
  }),
];
