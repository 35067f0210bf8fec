/** Repair costs of accepted findings. */
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import { found } from "../engine/answer.ts";
import { moneySchema } from "../engine/money.ts";
import { readOne } from "../engine/reading.ts";
import { recordType } from "../engine/record.ts";
import { packageResource } from "../packages/package.ts";
import { findings } from "../tables.ts";

const repairTotals = recordType(
  "repair_totals",
  z.object({
    low: moneySchema.nullable(),
    high: moneySchema.nullable(),
    count: z.int().describe("Findings that are not proposals"),
    undecided: z.int().describe("Those of them without a decision"),
    proposed: z.int(),
  }),
);

/** SQL of totals as JSON; null without costs. A finding with one of two costs has it as both. */
export function repairTotalsOf(packageId: SQLWrapper): SQL {
  const { lowCost, highCost, currency, decision, isProposed, dismissedAt } = findings;
  const counted = sql`filter (where not ${isProposed})`;
  const sum = (cost: SQLWrapper, other: SQLWrapper) => sql`case when count(${currency}) ${counted} > 0 then
    json_build_object('amount', (sum(coalesce(${cost}, ${other})) ${counted})::text, 'currency', max(${currency}) ${counted}) end`;
  return sql`(select json_build_object(
    'low', ${sum(lowCost, highCost)}, 'high', ${sum(highCost, lowCost)},
    'count', count(*) ${counted}, 'undecided', count(*) filter (where not ${isProposed} and ${decision} is null),
    'proposed', count(*) filter (where ${isProposed} and ${dismissedAt} is null))
    from ${findings} where ${findings.packageId} = ${packageId})`;
}

export const repairTotalsRoute: Route = action({
  method: "GET",
  path: "/packages/:id/repair_totals",
  summary: "What a package's findings cost together, low and high, and how many wait for a decision",
  access: "workspace",
  answers: { status: 200, of: repairTotals },
  async run({ database, currentUser, id }) {
    const { record } = await readOne(database, packageResource, currentUser, id());
    const { rows } = await database.execute<{ totals: z.output<typeof repairTotals.attributes> }>(
      sql`select ${repairTotalsOf(sql`${record.id}::uuid`)} as totals`,
    );
    const path = `/packages/${record.id}/repair_totals`;
    return found(repairTotals, { id: record.id, attributes: rows[0]?.totals ?? {}, path, can: [] });
  },
});
