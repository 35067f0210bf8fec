/** Number and amount of opportunities at each stage, for the board. */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import { found } from "../engine/answer.ts";
import type { Member } from "../engine/current-user.ts";
import { moneySchema } from "../engine/money.ts";
import type { Queries } from "../engine/queries.ts";
import { recordType } from "../engine/record.ts";
import { isUuid } from "../engine/spelling.ts";
import { opportunities, packages } from "../tables.ts";
import { isRealOpportunity, visibleOpportunities } from "../visibility.ts";
import { opportunityAmount, standingOffer } from "./date-rules.ts";
import { rank } from "./inputs.ts";
import { stages } from "./stages.ts";

/** A column says "999+". */
const most = 1000;

const count = z.object({
  stage: z.enum(stages),
  total: z.int(),
  values: z
    .array(moneySchema)
    .nullable()
    .describe("With values=true, one in each currency: the offer that is out or accepted, or else the list price"),
});
const stageCounts = recordType("stage_counts", z.object({ counts: z.array(count), most: z.int() }));

const parameters = z.object({
  values: z.enum(["true", "false"]).optional(),
  "filter[client_id]": z.string().optional(),
  "filter[assigned_account_id]": z.string().optional(),
  "filter[rank]": rank.optional(),
});

export const stageCountsRoute: Route = action({
  method: "GET",
  path: "/opportunity_stage_counts",
  summary: `Opportunities at each stage, counted up to ${most}`,
  access: "workspace",
  parameters,
  answers: { status: 200, of: stageCounts },
  async run({ database, currentUser, parameters }) {
    const counts = await countStages(database, currentUser, parameters);
    const attributes = { counts, most };
    return found(stageCounts, { id: currentUser.workspaceId, attributes, path: "/opportunity_stage_counts", can: [] });
  },
});

async function countStages(
  database: Queries,
  currentUser: Member,
  { values, ...filters }: z.output<typeof parameters>,
): Promise<z.output<typeof count>[]> {
  const names = sql.join(
    stages.map((stage) => sql`${stage}`),
    sql`, `,
  );
  const deals = sql`select ${opportunities.id}, ${opportunities.packageId} from ${opportunities}
    where ${visibleOpportunities(currentUser)} and ${opportunities.stage} = column_of.stage and ${isRealOpportunity(currentUser)}${conditionsOf(filters)} limit ${most}`;
  const counted =
    values === "true"
      ? sql`select coalesce(sum(number), 0)::integer as total, coalesce(json_agg(json_build_object('amount', amount::text,
          'currency', currency) order by amount desc) filter (where amount is not null), '[]'::json) as "values"
        from (${valuesOf(deals)}) as by_currency`
      : sql`select count(*)::integer as total, null::json as "values" from (${deals}) as deals`;
  const { rows } = await database.execute(sql`select column_of.stage, counted.*
    from unnest(array[${names}]) as column_of(stage) cross join lateral (${counted}) as counted`);
  return z.array(count).parse(rows);
}

function conditionsOf(filters: Omit<z.output<typeof parameters>, "values">): SQL {
  const columns = {
    "filter[client_id]": opportunities.clientId,
    "filter[assigned_account_id]": opportunities.assignedAccountId,
    "filter[rank]": opportunities.rank,
  } as const;
  const names = ["filter[client_id]", "filter[assigned_account_id]", "filter[rank]"] as const;
  const conditions = names.map((name) => {
    const value = filters[name];
    if (value === undefined) return sql``;
    // Anything but a UUID finds nothing.
    return name === "filter[rank]" || isUuid(value) ? sql` and ${columns[name]} = ${value}` : sql` and false`;
  });
  return sql.join(conditions);
}

function valuesOf(deals: SQL): SQL {
  return sql`select ${opportunityAmount.currency} as currency, count(*) as number, sum(${opportunityAmount.amount}) as amount
    from (${deals}) as deals (id, package_id) left join ${packages} on ${packages.id} = deals.package_id
    left join lateral (${standingOffer(sql`deals.id`)}) as offer on true group by 1`;
}
