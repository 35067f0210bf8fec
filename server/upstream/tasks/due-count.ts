import { type SQL, sql } from "drizzle-orm";
import type { Member } from "../engine/asker.ts";
import { dayNumber } from "../engine/days.ts";
import { inWorkspace } from "../tenancy.ts";
import { tasks } from "./tables.ts";

/** Counted up to here: the bar says "99+" then, and takes no longer for having more. */
const most = 100;

/** SQL of how many tasks of the asker's own are due today or overdue. */
export function dueTaskCount(asker: Member): SQL {
  return sql`select count(*)::integer from (select from ${tasks} where ${inWorkspace(tasks, asker)}
    and ${tasks.assigneeAccountId} = ${asker.accountId} and not ${tasks.isDone}
    and ${tasks.dueKey} <= ${dayNumber(asker.today)}::integer limit ${sql.raw(String(most))}) due`;
}
