/** The number of opportunities at each stage, for the columns of the board. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import { found } from "../engine/answer.ts";
import { recordType } from "../engine/record.ts";
import { visibleOpportunities } from "./opportunity-scope.ts";
import { stages } from "./stages.ts";
import { opportunities } from "./tables.ts";

/** Counted up to here: a column says "999+" then, and takes no longer for having more. */
const most = 1000;

const count = z.object({ stage: z.enum(stages), total: z.int() });
const stageCounts = recordType("stage_counts", z.object({ counts: z.array(count), most: z.int() }));

/** GET of the counts of all stages, each up to a limit. */
export const stageCountsRoute: Route = action({
  method: "GET",
  path: "/opportunity_stage_counts",
  summary: `Opportunities at each stage, counted up to ${most}`,
  access: "workspace",
  answers: { status: 200, of: stageCounts },
  async run({ database, currentUser }) {
    const names = sql.join(
      stages.map((stage) => sql`${stage}`),
      sql`, `,
    );
    const { rows } = await database.execute(sql`select column_of.stage, (select count(*)::integer from (
        select from ${opportunities} where ${visibleOpportunities(currentUser)} and ${opportunities.stage} = column_of.stage limit ${most}
      ) as counted) as total from unnest(array[${names}]) as column_of(stage)`);
    const attributes = { counts: z.array(count).parse(rows), most };
    return found(stageCounts, { id: currentUser.workspaceId, attributes, path: "/opportunity_stage_counts", can: [] });
  },
});
