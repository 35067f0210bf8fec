import { href } from "react-router";
import * as z from "zod/mini";
import type { Versioned } from "../json-api/record.ts";
import { type Money, money } from "../json-api/values.ts";
import { formatMoney } from "../ui/number-format.ts";
import type { Choice } from "../ui/options.tsx";

/** What an inspection of a property found, and the reports that say so. */

const text = z.nullable(z.string());
const count = z.nullable(z.number());

export const reportAttributes = {
  packageId: z.string(),
  /** Null once the document is removed for good. */
  documentId: text,
  documentLabel: z.string(),
  versionNumber: z.number(),
  /** Whether the document was replaced since. */
  isStale: z.nullable(z.boolean()),
  state: z.enum(["queued", "ready", "failed"]),
  /** A sentence fit to show. */
  failure: text,
  /** By rules from the report's own sentences, or by a model. */
  method: z.nullable(z.enum(["extract", "model"])),
  pageCount: count,
  pagesRead: count,
  insertedAt: text,
};
export interface InspectionReport extends Versioned, z.output<z.ZodMiniObject<typeof reportAttributes>> {}

export const findingAttributes = {
  packageId: z.string(),
  inspectionReportId: text,
  system: z.string(),
  severity: z.string(),
  title: z.string(),
  page: count,
  quote: text,
  lowCost: z.nullable(money),
  highCost: z.nullable(money),
  decision: text,
  /** Read out of a report; nobody has accepted it yet. */
  isProposed: z.nullable(z.boolean()),
};
export interface Finding extends Versioned, z.output<z.ZodMiniObject<typeof findingAttributes>> {}

export const totalsAttributes = {
  low: z.nullable(money),
  high: z.nullable(money),
  /** Findings, without what is only proposed. */
  count: z.number(),
  /** Those of them that nobody has decided on. */
  undecided: z.number(),
  proposed: z.number(),
};
export interface RepairTotals extends z.output<z.ZodMiniObject<typeof totalsAttributes>> {}

/** From what is dangerous down to what is only to be watched. */
export const severities = ["safety", "major", "repair", "maintenance", "monitor"] as const;
const severityNames: Readonly<Record<string, string>> = {
  safety: "Safety",
  major: "Major",
  repair: "Repair",
  maintenance: "Maintenance",
  monitor: "Monitor",
};
export const severityName = (severity: string): string => severityNames[severity] ?? severity;
export const severityChoices: readonly Choice[] = severities.map((value) => ({ value, label: severityName(value) }));

/** What can be decided, and what that means to the seller. */
export const decisions = ["repair", "credit", "accept", "verify"] as const;
const decisionNames: Readonly<Record<string, string>> = {
  repair: "Repair by seller",
  credit: "Credit from seller",
  accept: "Accept as is",
  verify: "Verify first",
};
export const decisionName = (decision: string): string => decisionNames[decision] ?? decision;
export const decisionChoices: readonly Choice[] = [
  { value: "", label: "Undecided" },
  ...decisions.map((value) => ({ value, label: decisionName(value) })),
];

/** Whether it is of the kind that a sale can fail on. */
export function isSevere({ severity }: Pick<Finding, "severity">): boolean {
  return severity === "safety" || severity === "major";
}

/** "$450 – $700", or the one amount that there is; null without any. */
export function formatCost({ lowCost, highCost }: Pick<Finding, "lowCost" | "highCost">): string | null {
  const [low, high] = [lowCost ?? highCost, highCost ?? lowCost];
  if (low === null || high === null) return null;
  const [from, to] = [amountOf(low), amountOf(high)];
  return from === to ? from : `${from} – ${to}`;
}

export function amountOf({ currency, amount }: Money): string {
  return formatMoney(currency, amount);
}

/**
 * By what a form knows that it was sent before: each version of a document is analyzed once, and what failed once more. The words
 * tell it from forms that change the record itself.
 * @param etag of the last report of the document, or else of the document
 */
export function analysisVersion(etag: string | null): string | null {
  return etag === null ? null : `${etag} analysis`;
}

/** Said of a service that knows nothing of all this. */
export const noInspections = "The connected service doesn't support inspections.";

export function inspectionsPath(packageId: string): string {
  return href("/packages/:packageId/inspections", { packageId });
}
