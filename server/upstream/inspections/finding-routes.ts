import { z } from "zod";
import type { Route } from "../engine/action.ts";
import { changesOf } from "../engine/history.ts";
import type { moneyOf } from "../engine/money.ts";
import { readOne } from "../engine/reading.ts";
import { invalidAttribute } from "../engine/refusal.ts";
import {
  changeRoute,
  createRoute,
  findRoute,
  listRoute,
  type RecordWrite,
  removeRoute,
  type Write,
} from "../engine/table-routes.ts";
import { changeRecord, createRecord, removeRecord, requireRecord } from "../engine/writing.ts";
import { packageResource } from "../packages/package.ts";
import { mayAny } from "../permissions.ts";
import { checkCurrency, lockPackage } from "./currency.ts";
import { decidedBy } from "./decisions.ts";
import { finding, findingList } from "./finding.ts";
import { facts, system, title } from "./inputs.ts";
import { inspectionReport } from "./inspection-report.ts";
import { severities } from "./severities.ts";

const severity = z.enum(severities, "Choose a severity.");
const creation = z.object({
  packageId: z.uuid(),
  inspectionReportId: z.uuid().nullish(),
  system,
  severity,
  title,
  ...facts,
});
const change = z.object({
  system: system.optional(),
  severity: severity.optional(),
  title: title.optional(),
  ...facts,
  isProposed: z.boolean().optional(),
});
type Facts = Pick<z.output<typeof change>, "lowCost" | "highCost">;

async function create(write: Write<z.output<typeof creation>>): Promise<string> {
  const { database, currentUser } = write;
  const { packageId, inspectionReportId = null, lowCost = null, highCost = null, ...given } = write.attributes;
  await requireRecord(write, packageResource, packageId, "update", { isLocked: true });
  if (inspectionReportId !== null) {
    const { record: report } = await readOne(database, inspectionReport, currentUser, inspectionReportId);
    if (report.attributes.package_id !== packageId)
      throw invalidAttribute("inspection_report_id", "This report belongs to another property.");
  }
  const costs = costsOf({ lowCost, highCost });
  if (costs.currency !== null) await checkCurrency(database, packageId, costs.currency, null);
  const { workspaceId } = currentUser;
  const decided = given.decision == null ? {} : decidedBy(currentUser);
  const placed = { packageId, inspectionReportId, workspaceId };
  return createRecord(write, finding, "added", { ...given, ...costs, ...decided, ...placed });
}

/** A suggested finding that is changed counts as accepted, and becomes a suggestion again only where that is said. */
async function update(write: RecordWrite<z.output<typeof change>>): Promise<void> {
  const { database, record, attributes } = write;
  const { lowCost, highCost, isProposed = false, ...given } = attributes;
  if (isProposed && record.attributes.inspection_report_id === null)
    throw invalidAttribute("is_proposed", "Only what a report suggested can be a suggestion again.");
  const changes = changesOf(record, { ...attributes, isProposed });
  if (changes.length === 0) return;
  const packageId = String(record.attributes.package_id);
  const costs = costsAfter(record.attributes, { lowCost, highCost });
  await lockPackage(database, packageId);
  if (costs.currency !== null) await checkCurrency(database, packageId, costs.currency, record.id);
  const event = !isProposed && changes.every(({ field }) => field === "is_proposed") ? "accepted" : "updated";
  const isDecided = changes.some(({ field }) => field === "is_proposed" || field === "decision");
  const by = isProposed ? { decidedByName: null, decidedAt: null } : decidedBy(write.currentUser);
  const decided = isDecided ? by : {};
  await changeRecord(write, finding, event, { ...given, ...costs, ...decided, isProposed }, changes);
}

const money = z.object({ amount: z.string(), currency: z.string() }).nullable();
const kept = z.object({ low_cost: money, high_cost: money });

function costsAfter(attributes: Readonly<Record<string, unknown>>, { lowCost, highCost }: Facts) {
  const { low_cost: low, high_cost: high } = kept.parse(attributes);
  return costsOf({
    lowCost: lowCost === undefined ? low : lowCost,
    highCost: highCost === undefined ? high : highCost,
  });
}

type Money = z.output<ReturnType<typeof moneyOf>> | null;

/** @throws Refusal 400 where the two do not go together */
function costsOf({ lowCost, highCost }: { readonly lowCost: Money; readonly highCost: Money }) {
  if (lowCost && highCost && lowCost.currency !== highCost.currency)
    throw invalidAttribute("high_cost", "Both costs must be in the same currency.");
  if (lowCost && highCost && Number(lowCost.amount) > Number(highCost.amount))
    throw invalidAttribute("high_cost", "High cost can't be less than low cost.");
  const currency = lowCost?.currency ?? highCost?.currency ?? null;
  return { lowCost: lowCost?.amount ?? null, highCost: highCost?.amount ?? null, currency };
}

export const findingRoutes: readonly Route[] = [
  listRoute(finding, findingList, "Findings, the worst first"),
  findRoute(finding, "A finding"),
  createRoute(finding, {
    summary: "Enter a finding",
    input: creation,
    may: (currentUser) => mayAny(currentUser, "records.edit"),
    run: create,
  }),
  changeRoute(finding, {
    summary: "Change a finding, decide on it, accept a suggestion by `is_proposed` false, or take that back by true",
    input: change,
    run: update,
  }),
  removeRoute(finding, { summary: "Remove a finding", run: (write) => removeRecord(write, finding, "removed") }),
];
