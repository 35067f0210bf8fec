import { type SQL, sql } from "drizzle-orm";
import type { Member } from "../engine/current-user.ts";
import { dayNumber } from "../engine/days.ts";
import { inWorkspace } from "../engine/tenancy.ts";
import { tasks } from "../tables.ts";

/** Counted up to here: the bar says "99+" then, and takes no longer for having more. */
const most = 100;

/** SQL of how many tasks of the current user's own are due today or overdue. */
export function dueTaskCount(currentUser: Member): SQL {
  return sql`select count(*)::integer from (select from ${tasks} where ${inWorkspace(tasks, currentUser)}
    and ${tasks.assigneeAccountId} = ${currentUser.accountId} and not ${tasks.isDone}
    and ${tasks.dueKey} <= ${dayNumber(currentUser.today)}::integer limit ${sql.raw(String(most))}) due`;
}
