import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Member } from "../engine/current-user.ts";
import { type Day, dayNumber } from "../engine/days.ts";
import type { Queries } from "../engine/queries.ts";
import { inWorkspace } from "../engine/table.ts";
import type { DueTasks } from "../mailing/daily-mail.ts";
import { choiceOf } from "../notifications/mail-choices.ts";
import { members, tasks } from "../tables.ts";

/** An email names so many of a person's tasks, and says how many more there are. */
const maxNamed = 15;

const dueTask = z.object({ title: z.string(), due_on: z.string() });
const row = z.object({ id: z.string(), overdue: z.int(), today: z.int(), named: z.array(dueTask) });

/** The due tasks of each member who has any and wants them by email once a day, by their account. */
export async function readDueTasks(
  database: Queries,
  workspaceId: string,
  day: Day,
): Promise<ReadonlyMap<string, DueTasks>> {
  const today = dayNumber(day);
  const { rows } = await database.execute(sql`
    select ${members.id} as id,
      (count(*) filter (where due.due_key < ${today}::integer))::integer as overdue,
      (count(*) filter (where due.due_key = ${today}::integer))::integer as today,
      json_agg(json_build_object('title', due.title, 'due_on', to_char(due.due_on, 'YYYY-MM-DD'))
        order by due.place) filter (where due.place <= ${maxNamed}::integer) as named
    from ${members} join (
      select ${tasks.assigneeAccountId} as assignee, ${tasks.title} as title, ${tasks.dueOn} as due_on, ${tasks.dueKey} as due_key,
        row_number() over (partition by ${tasks.assigneeAccountId} order by ${tasks.dueKey}, ${tasks.insertedAt}, ${tasks.id}) as place
      from ${tasks} where ${tasks.workspaceId} = ${workspaceId} and not ${tasks.isDone} and ${tasks.dueKey} <= ${today}::integer
    ) due on due.assignee = ${members.id}
    where ${members.workspaceId} = ${workspaceId}
      and ${choiceOf(sql`'tasks'::text`, sql`${members.id}`, sql`${members.workspaceId}`)} = 'daily'
    group by ${members.id}`);
  return new Map(
    z
      .array(row)
      .parse(rows)
      .map(({ id, overdue, today: dueToday, named }) => [
        id,
        { overdue, dueToday, named: named.map(({ title, due_on: dueOn }) => ({ title, dueOn })) },
      ]),
  );
}

/** Counted up to here: the bar says "99+" then, and takes no longer for having more. */
const most = 100;

/** SQL of how many tasks of the current user's own are due today or overdue. */
export function dueTaskCount(currentUser: Member): SQL {
  return sql`select count(*)::integer from (select from ${tasks} where ${inWorkspace(tasks, currentUser)}
    and ${tasks.assigneeAccountId} = ${currentUser.accountId} and not ${tasks.isDone}
    and ${tasks.dueKey} <= ${dayNumber(currentUser.today)}::integer limit ${sql.raw(String(most))}) due`;
}
