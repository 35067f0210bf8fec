import * as z from "zod/mini";
import { decisionName } from "../decision-labels.ts";
import type { Versioned } from "../json-api/record.ts";
import { type Money, money } from "../json-api/values.ts";
import { formatMoney } from "../ui/number-format.ts";
import type { Choice } from "../ui/options.tsx";

const text = z.nullable(z.string());
const count = z.nullable(z.number());

export const reportAttributes = {
  packageId: z.string(),
  /** Null once the document is deleted permanently. */
  documentId: text,
  documentLabel: z.string(),
  versionNumber: z.number(),
  /** Whether the document was replaced since. */
  isStale: z.nullable(z.boolean()),
  state: z.enum(["queued", "ready", "failed"]),
  failure: text,
  /** Quoted by rules from the report, or written by a model. */
  method: z.nullable(z.enum(["extract", "model"])),
  /** How many findings it had when it was read. */
  findingCount: count,
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
  /** Who decided on it last, or accepted it without a decision. */
  decidedByName: text,
  decidedAt: text,
  /** Suggested from a report and not accepted yet. */
  isProposed: z.nullable(z.boolean()),
  /** Whether the client is asked what to do about it. */
  isClientAsked: z.nullable(z.boolean()),
  updatedAt: text,
};
export interface Finding extends Versioned, z.output<z.ZodMiniObject<typeof findingAttributes>> {}

export const totalsAttributes = {
  low: z.nullable(money),
  high: z.nullable(money),
  /** Findings, without suggested ones. */
  count: z.number(),
  /** Findings without a decision. */
  undecided: z.number(),
  proposed: z.number(),
};
export interface RepairTotals extends z.output<z.ZodMiniObject<typeof totalsAttributes>> {}

/** Most severe first. */
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

/** What is chosen of a finding that was suggested and is not accepted yet. */
export const suggested = "suggested";

/** What the list of decisions shows of a finding. */
export function choiceOf({ decision, isProposed }: Pick<Finding, "decision" | "isProposed">): string {
  return isProposed ? suggested : (decision ?? "");
}

/** The words for what is chosen of a finding. */
export function choiceName(choice: string): string {
  if (choice === suggested) return "Not accepted yet";
  return choice === "" ? "Undecided" : decisionName(choice);
}

/** The words for removing a finding; a suggested one is dismissed. */
export function removalWords({ isProposed }: Pick<Finding, "isProposed">) {
  if (isProposed) {
    const text = "It won't be suggested again for this version. You can still add it manually.";
    return { title: "Dismiss this suggestion?", send: "Dismiss suggestion", text, done: "Suggestion dismissed" };
  }
  const text = "Its costs no longer count. The activity log keeps a record.";
  return { title: "Remove this finding?", send: "Remove finding", text, done: "Finding removed" };
}

/** "$450 – $700", or the only amount; null without one. */
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
 * The version for the key of the form that analyzes a document: each version is analyzed once, and again after a failure. The
 * suffix keeps it apart from forms that change the document itself.
 * @param etag of the document's last report, or of the document when there is none
 */
export function analysisVersion(etag: string | null): string | null {
  return etag === null ? null : `${etag} analysis`;
}
