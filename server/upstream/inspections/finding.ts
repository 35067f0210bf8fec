/** The resource `finding`: a defect or risk of a property that needs a decision. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { computed, integer, moment, text, uuid } from "../engine/attribute.ts";
import { idFilter, idsFilter, trueOrFalse } from "../engine/filters.ts";
import { moneyJson, moneySchema } from "../engine/money.ts";
import { defineTable, type ListRules } from "../engine/table.ts";
import { mayOn } from "../permissions.ts";
import { findings, packages } from "../tables.ts";
import { ofVisiblePackages } from "../visibility.ts";

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
    // Whether the client is asked what to do about it.
    is_client_asked: computed(sql`${table.isClientAsked}`, z.boolean()),
    is_proposed: computed(sql`${table.isProposed}`, z.boolean()),
    // Who decided on it last, or accepted it without a decision.
    decided_by_name: text(table.decidedByName),
    decided_at: moment(table.decidedAt),
    // Null but where dismissed ones are asked for.
    dismissed_at: moment(table.dismissedAt),
    inserted_at: moment(table.insertedAt),
    updated_at: moment(table.updatedAt),
    assigned_account_id: computed(owner, z.uuid().nullable()),
  },
  scope: (currentUser) => sql`(${ofVisiblePackages(table, currentUser)} and ${table.dismissedAt} is null)`,
  can: (currentUser, { assigned_account_id: assigned }) =>
    mayOn(currentUser, "records.edit", assigned) ? ["update", "remove"] : [],
});

/** The same with dismissed suggestions, for what takes that back. */
export const findingOrDismissed: typeof finding = {
  ...finding,
  scope: (currentUser) => ofVisiblePackages(table, currentUser),
};

/** How findings are listed: the worst first, then as they came. */
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
