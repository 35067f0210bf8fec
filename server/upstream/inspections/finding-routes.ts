import { sql } from "drizzle-orm";
import { z } from "zod";
import { changesOf, recordActivity } from "../activities/activity-log.ts";
import type { AttributeChange } from "../activities/tables.ts";
import type { Route } from "../engine/action.ts";
import type { moneyOf } from "../engine/money.ts";
import type { Queries } from "../engine/queries.ts";
import { readOne } from "../engine/reading.ts";
import { forbidden, invalidAttribute } from "../engine/refusal.ts";
import {
  changeRoute,
  createRoute,
  findRoute,
  isRecord,
  listRoute,
  type RecordWrite,
  removeRoute,
  type Write,
} from "../engine/table-routes.ts";
import { packageResource } from "../packages/package.ts";
import { accessScopeOf } from "../permissions.ts";
import { checkCurrency, lockPackage } from "./currency.ts";
import { finding, findingList } from "./finding.ts";
import { facts, system, title } from "./inputs.ts";
import { inspectionReport } from "./inspection-report.ts";
import { findings, severities } from "./tables.ts";

const severity = z.enum(severities, "Choose how severe it is.");
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
  isProposed: z.literal(false, "What is accepted cannot be made a proposal again.").optional(),
});
type Facts = Pick<z.output<typeof change>, "lowCost" | "highCost">;

async function create({ database, currentUser, attributes }: Write<z.output<typeof creation>>): Promise<string> {
  const { packageId, inspectionReportId = null, lowCost = null, highCost = null, ...given } = attributes;
  const isPackage = isRecord(packageResource, packageId);
  const { record } = await readOne(database, packageResource, currentUser, isPackage, { isLocked: true });
  if (!record.can?.includes("update")) throw forbidden();
  if (inspectionReportId !== null) {
    const isReport = sql`${isRecord(inspectionReport, inspectionReportId)}`;
    const { record: report } = await readOne(database, inspectionReport, currentUser, isReport);
    if (report.attributes.package_id !== packageId)
      throw invalidAttribute("inspection_report_id", "This report is of another package.");
  }
  const costs = costsOf({ lowCost, highCost });
  if (costs.currency !== null) await checkCurrency(database, packageId, costs.currency, null);
  const row = { ...given, ...costs, packageId, inspectionReportId, workspaceId: currentUser.workspaceId };
  const [made] = await database.insert(findings).values(row).returning({ id: findings.id });
  if (!made) throw new Error("The finding was not stored.");
  const changes = [{ field: "title", before: null, after: given.title }];
  await note({ database, currentUser }, "finding.added", packageId, made.id, changes);
  return made.id;
}

/** Whatever somebody changes about a proposal, it is theirs then. */
async function update({
  database,
  currentUser,
  record,
  attributes,
}: RecordWrite<z.output<typeof change>>): Promise<void> {
  const { lowCost, highCost, isProposed: _accepted, ...given } = attributes;
  const changes = changesOf(record, { ...attributes, isProposed: false });
  if (changes.length === 0) return;
  const packageId = String(record.attributes.package_id);
  const costs = costsAfter(record.attributes, { lowCost, highCost });
  await lockPackage(database, packageId);
  if (costs.currency !== null) await checkCurrency(database, packageId, costs.currency, record.id);
  await database
    .update(findings)
    .set({ ...given, ...costs, isProposed: false, updatedAt: sql`now()`, version: sql`${findings.version} + 1` })
    .where(isRecord(finding, record.id));
  const isAccepted = changes.every(({ field }) => field === "is_proposed");
  const kind = isAccepted ? "finding.accepted" : "finding.updated";
  await note({ database, currentUser }, kind, packageId, record.id, changes);
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
    throw invalidAttribute("high_cost", "High cost must not be less than low cost.");
  const currency = lowCost?.currency ?? highCost?.currency ?? null;
  return { lowCost: lowCost?.amount ?? null, highCost: highCost?.amount ?? null, currency };
}

async function remove({ database, currentUser, record }: RecordWrite): Promise<void> {
  await database.delete(findings).where(isRecord(finding, record.id));
  const changes = [{ field: "title", before: record.attributes.title, after: null }];
  await note({ database, currentUser }, "finding.removed", String(record.attributes.package_id), record.id, changes);
}

type FindingEvent = "finding.added" | "finding.accepted" | "finding.updated" | "finding.removed";

async function note(
  { database, currentUser }: { readonly database: Queries; readonly currentUser: Write["currentUser"] },
  kind: FindingEvent,
  packageId: string,
  id: string,
  changes: readonly AttributeChange[],
): Promise<void> {
  const subject = { type: finding.type, id };
  await recordActivity(database, { kind, currentUser, clientId: null, packageId, subject, changes });
}

export const findingRoutes: readonly Route[] = [
  listRoute(finding, findingList, "Findings, the worst first"),
  findRoute(finding, "A finding"),
  createRoute(finding, {
    summary: "Enter a finding",
    input: creation,
    may: (currentUser) => accessScopeOf(currentUser, "records.edit") !== "no",
    run: create,
  }),
  changeRoute(finding, {
    summary: "Change a finding, decide on it, or accept a proposal by `is_proposed` false",
    method: "PATCH",
    below: "",
    input: change,
    needs: "update",
    run: update,
  }),
  removeRoute(finding, { summary: "Remove a finding", needs: "remove", run: remove }),
];
