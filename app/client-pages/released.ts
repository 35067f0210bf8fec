import * as z from "zod/mini";
import { figure, type Money, money } from "../json-api/values.ts";

/** What an agent has released of a property to its clients. */

const line = z.object({
  section: z.string(),
  key: z.string(),
  label: z.string(),
  labelEs: z.optional(z.string()),
  amount: money,
});

const costs = z.object({
  lines: z.array(line),
  totals: z.object({ monthlyPayment: money, closingCosts: money, cashToClose: money }),
  /** Per year. */
  ratePercent: z.nullable(z.string()),
  termYears: figure,
});

const finding = z.object({
  id: z.string(),
  system: z.string(),
  severity: z.string(),
  title: z.string(),
  lowCost: z.nullable(money),
  highCost: z.nullable(money),
  decision: z.nullable(z.string()),
});

const comparable = z.object({
  id: z.string(),
  address: z.string(),
  soldPrice: money,
  sqft: figure,
  /** A day, as in "2026-03-02". */
  soldOn: z.nullable(z.string()),
});

/** Each part is null where it was not released. */
export const releasedAttributes = {
  costs: z.nullable(costs),
  findings: z.nullable(z.array(finding)),
  comparables: z.nullable(z.array(comparable)),
};
export interface Released extends z.output<z.ZodMiniObject<typeof releasedAttributes>> {}
export type ReleasedCosts = z.output<typeof costs>;
export type ReleasedFinding = z.output<typeof finding>;
export type ReleasedComparable = z.output<typeof comparable>;

/** From dangerous down to worth watching. */
export const severities = ["safety", "major", "repair", "maintenance", "monitor"] as const;

/** What repairs cost together: from the sum of the low costs to that of the high ones; null while none has a cost. */
export function repairRange(findings: readonly ReleasedFinding[]): { low: Money; high: Money } | null {
  const known = findings.flatMap(({ lowCost, highCost }) => {
    const [low, high] = [lowCost ?? highCost, highCost ?? lowCost];
    return low === null || high === null ? [] : [{ low, high }];
  });
  const [first] = known;
  if (first === undefined || known.some(({ low }) => low.currency !== first.low.currency)) return null;
  const { currency } = first.low;
  // In cents: sums of fractions are not exact.
  const sum = (end: "low" | "high") =>
    known.reduce((total, range) => total + Math.round(Number(range[end].amount) * 100), 0);
  return { low: { amount: String(sum("low") / 100), currency }, high: { amount: String(sum("high") / 100), currency } };
}
