import { sql } from "drizzle-orm";
import { z } from "zod";
import { nameOf } from "../engine/account-name.ts";
import type { Route } from "../engine/action.ts";
import type { Member } from "../engine/current-user.ts";
import { idFilter, idsFilter, trueOrFalse } from "../engine/filters.ts";
import { changesOf, recordEvents, type WriteContext } from "../engine/history.ts";
import { emptyIsNull, lineOf, textOf } from "../engine/inputs.ts";
import { moneyJson, moneyOf, moneySchema } from "../engine/money.ts";
import { readOne } from "../engine/reading.ts";
import { computed, integer, moment, text, uuid, type WireRecord } from "../engine/record.ts";
import { invalidAttribute } from "../engine/refusal.ts";
import { defineTable, type ListRules } from "../engine/table.ts";
import {
  changeRoute,
  createRoute,
  findRoute,
  listRoute,
  type RecordWrite,
  removeRoute,
  type Write,
} from "../engine/table-routes.ts";
import { changeRecord, createRecord, nextVersion, removeRecord, requireRecord } from "../engine/writing.ts";
import { packageResource } from "../packages/package.ts";
import { mayAny, mayOn } from "../permissions.ts";
import { type AttributeChange, decisions, findings, packages } from "../tables.ts";
import { ofVisiblePackages } from "../visibility.ts";
import { inspectionReport, reportRoutes } from "./inspection-report.ts";
import { checkCurrency, lockPackage } from "./package-currency.ts";
import { repairTotalsRoute } from "./repair-totals.ts";
import { severities } from "./severities.ts";

const table = findings;
const owner = sql`(select ${packages.assignedAccountId} from ${packages} where ${packages.id} = ${table.packageId})`;

export const finding = defineTable({
  type: "finding",
  path: "/findings",
  table,
  history: {
    topic: "inspections",
    labels: {
      added: "Finding added",
      accepted: "Suggested finding accepted",
      updated: "Finding changed",
      removed: "Finding removed",
      dismissed: "Suggested finding dismissed",
      brought_back: "Suggested finding restored",
    },
    holders: { package: table.packageId },
    summary: ["title"],
  },
  attributes: {
    package_id: uuid(table.packageId),
    inspection_report_id: uuid(table.inspectionReportId),
    system: text(table.system),
    severity: text(table.severity),
    title: text(table.title),
    page: integer(table.page),
    quote: text(table.quote),
    low_cost: computed(moneyJson(table.lowCost, table.currency), moneySchema.nullable()),
    high_cost: computed(moneyJson(table.highCost, table.currency), moneySchema.nullable()),
    decision: text(table.decision),
    is_client_asked: computed(sql`${table.isClientAsked}`, z.boolean()),
    is_proposed: computed(sql`${table.isProposed}`, z.boolean()),
    // Who decided last, or accepted it.
    decided_by_name: text(table.decidedByName),
    decided_at: moment(table.decidedAt),
    dismissed_at: moment(table.dismissedAt),
    inserted_at: moment(table.insertedAt),
    updated_at: moment(table.updatedAt),
    assigned_account_id: computed(owner, z.uuid().nullable()),
  },
  scope: (currentUser) => sql`(${ofVisiblePackages(table, currentUser)} and ${table.dismissedAt} is null)`,
  can: (currentUser, { assigned_account_id: assigned }) =>
    mayOn(currentUser, "records.edit", assigned) ? ["update", "remove"] : [],
});

/** With dismissed ones, for taking that back. */
export const findingOrDismissed: typeof finding = {
  ...finding,
  scope: (currentUser) => ofVisiblePackages(table, currentUser),
};

export const findingList: ListRules = {
  sorts: {
    severity: { column: table.severityKey, as: "number" },
    inserted_at: { column: table.insertedAt, as: "moment" },
  },
  defaultSort: "severity,inserted_at",
  filters: {
    ids: idsFilter(table.id),
    package_id: idFilter(table.packageId),
    inspection_report_id: idFilter(table.inspectionReportId),
    proposed: trueOrFalse((isTrue) => sql`${table.isProposed} = ${isTrue}`),
  },
};

const system = lineOf("System").pipe(z.string().max(100, "System must be at most 100 characters."));
const title = lineOf("Finding");

/** What is undefined stays. */
const facts = {
  page: z
    .int("Page must be a whole number.")
    .min(1, "Page must be 1 or more.")
    .max(9999, "Page must be at most 9,999.")
    .nullish(),
  quote: emptyIsNull(textOf("Quote", 2000)).nullish(),
  lowCost: moneyOf("Low cost").nullish(),
  highCost: moneyOf("High cost").nullish(),
  decision: z.enum(decisions, "Choose a decision.").nullish(),
  isClientAsked: z.boolean().optional(),
};

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
/** One from a report is hidden: the report still says how many it had. */
async function remove(write: RecordWrite): Promise<void> {
  const { database, record } = write;
  const { inspection_report_id: reportId, is_proposed: isProposed } = record.attributes;
  if (reportId === null) return removeRecord(write, finding, "removed");
  if (isProposed) return setDismissed(write, [record], true);
  const changes = [{ field: "title", before: record.attributes.title, after: null }];
  await recordEvents(write, finding, "removed", [record.id], new Map([[record.id, changes]]));
  await database
    .update(findings)
    .set({ ...nextVersion(findings), isProposed: true, dismissedAt: sql`now()` })
    .where(sql`${findings.id} = ${record.id}`);
}

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

/** A changed suggestion is accepted, unless the change says otherwise. */
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

/** @throws Refusal 400 where they do not fit */
function costsOf({ lowCost, highCost }: { readonly lowCost: Money; readonly highCost: Money }) {
  if (lowCost && highCost && lowCost.currency !== highCost.currency)
    throw invalidAttribute("high_cost", "Both costs must be in the same currency.");
  if (lowCost && highCost && Number(lowCost.amount) > Number(highCost.amount))
    throw invalidAttribute("high_cost", "High cost can't be less than low cost.");
  const currency = lowCost?.currency ?? highCost?.currency ?? null;
  return { lowCost: lowCost?.amount ?? null, highCost: highCost?.amount ?? null, currency };
}

const findingRoutes: readonly Route[] = [
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
  removeRoute(finding, { summary: "Remove a finding", run: remove }),
];

function decidedBy({ accountId }: Pick<Member, "accountId">) {
  return { decidedByName: nameOf(accountId), decidedAt: sql`now()` };
}

const findingState = z.object({
  decision: z.enum(decisions).nullable(),
  is_proposed: z.boolean(),
  decided_by_name: z.string().nullable(),
  decided_at: z.string().nullable(),
});
export type FindingState = z.output<typeof findingState>;

/** The state of a finding. */
export function stateOf({ attributes }: Pick<WireRecord, "attributes">): FindingState {
  return findingState.parse(attributes);
}

type DecisionWrite = WriteContext & { readonly currentUser: Pick<Member, "accountId"> };

const idsOf = (records: readonly WireRecord[]) => records.map(({ id }) => id);

function changesBetween(
  before: FindingState,
  after: Pick<FindingState, "decision" | "is_proposed">,
): AttributeChange[] {
  return (["decision", "is_proposed"] as const).flatMap((field) =>
    before[field] === after[field] ? [] : [{ field, before: before[field], after: after[field] }],
  );
}

/** Suggested findings are accepted. @param records locked */
export async function decide(write: DecisionWrite, records: readonly WireRecord[], value: string | null) {
  const decision = z.enum(decisions).nullable().parse(value);
  const after = { decision, is_proposed: false };
  await write.database
    .update(findings)
    .set({ ...nextVersion(findings), ...decidedBy(write.currentUser), decision, isProposed: false })
    .where(sql`${findings.id} in ${idsOf(records)}`);
  const changes = new Map(records.map((record) => [record.id, changesBetween(stateOf(record), after)]));
  const isAccepted = (record: WireRecord) => stateOf(record).decision === decision;
  for (const [accepted, group] of Map.groupBy(records, isAccepted))
    await recordEvents(write, finding, accepted ? "accepted" : "updated", idsOf(group), changes);
}

/** @param records locked @param earlier by id */
export async function undecide(
  write: WriteContext,
  records: readonly WireRecord[],
  earlier: ReadonlyMap<string, FindingState>,
): Promise<void> {
  const given = [...earlier].map(([id, state]) => ({ id, ...state }));
  await write.database.execute(sql`
    update ${findings} set decision = given.decision, is_proposed = given.is_proposed, decided_by_name = given.decided_by_name,
      decided_at = given.decided_at, version = version + 1, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as given(id uuid, decision text, is_proposed boolean, decided_by_name text, decided_at timestamptz)
    where ${findings.id} = given.id`);
  const changes = new Map(
    records.map((record) => [record.id, changesBetween(stateOf(record), earlier.get(record.id) ?? stateOf(record))]),
  );
  await recordEvents(write, finding, "updated", idsOf(records), changes);
}

/** @param records locked */
export async function setDismissed(write: WriteContext, records: readonly WireRecord[], isDismissed: boolean) {
  const ids = idsOf(records);
  await write.database
    .update(findings)
    .set({ ...nextVersion(findings), dismissedAt: isDismissed ? sql`now()` : null })
    .where(sql`${findings.id} in ${ids}`);
  const titles = new Map(
    records.map(({ id, attributes: { title } }) => {
      const [before, after] = isDismissed ? [title, null] : [null, title];
      return [id, [{ field: "title", before, after }]];
    }),
  );
  await recordEvents(write, finding, isDismissed ? "dismissed" : "brought_back", ids, titles);
}

export const inspectionRoutes: readonly Route[] = [...reportRoutes, ...findingRoutes, repairTotalsRoute];
