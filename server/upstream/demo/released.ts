import { sql } from "drizzle-orm";
import { estimateOf } from "../../../arithmetic/costs/estimate.ts";
import { estimateInputs } from "../costs/inputs.ts";
import { keep } from "../costs/stored-inputs.ts";
import type { Queries } from "../engine/queries.ts";
import { costEstimates, findings, opportunities, packages, portalReleases } from "../tables.ts";

/** What the house of a client costs to buy. */
const buying = {
  currency: "USD",
  downPaymentPercent: "15",
  ratePercent: "6.375",
  termYears: 30,
  propertyTaxPercent: "0.94",
  insuranceYearly: "1850",
  pmiPercent: "0.45",
  originationPercent: "0.5",
  services: [
    { label: "Title insurance", amount: "1450" },
    { label: "Home inspection", amount: "600" },
  ],
  recordingFees: "210",
  prepaidInsuranceMonths: 12,
  prepaidTaxMonths: 3,
  escrowMonths: 2,
  deposit: "20000",
};

type Found = Pick<typeof findings.$inferInsert, "system" | "severity" | "title" | "lowCost" | "highCost" | "decision">;

/** What an inspector found in it. */
const found: readonly Found[] = [
  {
    system: "Alarms",
    severity: "safety",
    title: "No carbon monoxide alarm on the upper floor",
    lowCost: "60",
    highCost: "120",
    decision: "repair",
  },
  {
    system: "Roof",
    severity: "major",
    title: "The roof is near the end of its life",
    lowCost: "9000",
    highCost: "14000",
    decision: "credit",
  },
  {
    system: "Plumbing",
    severity: "repair",
    title: "The kitchen faucet drips",
    lowCost: "150",
    highCost: "300",
    decision: null,
  },
  {
    system: "Exterior",
    severity: "monitor",
    title: "Fine cracks in the driveway",
    lowCost: null,
    highCost: null,
    decision: "accept",
  },
];

/** Adds costs and findings to the properties of a client, and releases them together with the comparables. */
export async function insertReleased(transaction: Queries, workspaceId: string, clientId: string): Promise<void> {
  const own = await transaction
    .select({ packageId: packages.id, price: packages.listPriceAmount })
    .from(packages)
    .where(sql`exists (select from ${opportunities} where ${opportunities.packageId} = ${packages.id}
      and ${opportunities.clientId} = ${clientId})`);
  for (const { packageId, price } of own) {
    const of = { workspaceId, packageId };
    const inputs = estimateInputs.parse({ ...buying, price: price ?? "800000" });
    await transaction.insert(costEstimates).values({ ...of, inputs: keep(inputs), ...estimateOf(inputs) });
    const rows = found.map((finding, place) => {
      const at = sql`now() - ${found.length - place} * interval '1 minute'`;
      const currency = finding.lowCost === null ? null : "USD";
      return { ...of, ...finding, currency, insertedAt: at, updatedAt: at };
    });
    await transaction.insert(findings).values(rows);
    await transaction.insert(portalReleases).values({ ...of, costs: true, findings: true, comparables: true });
  }
}
