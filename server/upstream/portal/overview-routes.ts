import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { isRefusedBy } from "../answers/portal-answer.ts";
import { action, type Route } from "../engine/action.ts";
import { found } from "../engine/answer.ts";
import type { PortalUser } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { momentText, recordType } from "../engine/record.ts";
import { notFound } from "../engine/refusal.ts";
import { offers, opportunities, opportunityMoves, packages, showings, tasks } from "../tables.ts";
import { isForSale, ownOpportunities, ownTasks } from "../visibility.ts";
import { completeAsClient, reopenAsClient } from "./client-tasks.ts";

const dateKinds = ["showing", "offers_due", "offer_expires", "inspection_deadline"] as const;

const taskSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  due_on: z.iso.date().nullable(),
  is_done: z.boolean(),
  property: z.string().nullable(),
});

export const dateSchema = z.object({
  id: z.string(),
  kind: z.enum(dateKinds),
  starts_at: z.iso.datetime().nullable(),
  on_day: z.iso.date().nullable(),
  duration_minutes: z.int().nullable(),
  is_confirmed: z.boolean(),
  other_times: z
    .int()
    .describe("Of a request of a showing: how many other times it names, of which one will be confirmed"),
  asked_by: z
    .string()
    .nullable()
    .describe("Of a request: who of the house asked for it; null for the person who reads"),
  sequence: z.int(),
  property: z.string(),
  place: z.string(),
  time_zone: z.string(),
  updated_at: z.iso.datetime(),
});

const overviewType = recordType(
  "portal_overview",
  z.object({ tasks: z.array(taskSchema), dates: z.array(dateSchema) }),
);

const most = 50;

export const overviewRoutes: readonly Route[] = [
  action({
    method: "GET",
    path: "/portal/overview",
    summary: "What the client is asked to do, and the dates that come next",
    access: "client",
    answers: { status: 200, of: overviewType },
    async run({ database, currentUser, now }) {
      const attributes = {
        tasks: await readTasks(database, currentUser),
        dates: await readDates(database, currentUser, now),
      };
      return found(overviewType, { id: currentUser.clientId, attributes, path: "/portal/overview" });
    },
  }),
  action({
    method: "POST",
    path: "/portal/tasks/:id/completion",
    summary: "Tick off a task that is marked visible; a second time is a no-op",
    access: "client",
    answers: { status: 200, of: overviewType },
    run: (call) => changeTask(call, completeAsClient),
  }),
  action({
    method: "DELETE",
    path: "/portal/tasks/:id/completion",
    summary: "Take that back",
    access: "client",
    answers: { status: 200, of: overviewType },
    run: (call) => changeTask(call, reopenAsClient),
  }),
];

interface TaskCall {
  readonly database: Queries;
  readonly currentUser: PortalUser;
  readonly now: Date;
  id(): string;
}

async function changeTask(
  { database, currentUser, now, id }: TaskCall,
  change: (database: Queries, user: PortalUser, id: string) => Promise<boolean>,
) {
  if (!(await change(database, currentUser, id()))) throw notFound();
  const attributes = {
    tasks: await readTasks(database, currentUser),
    dates: await readDates(database, currentUser, now),
  };
  return found(overviewType, { id: currentUser.clientId, attributes, path: "/portal/overview" });
}

async function readTasks(database: Queries, user: PortalUser) {
  const { rows } = await database.execute(sql`
    select ${tasks.id}, ${tasks.title}, to_char(${tasks.dueOn}, 'YYYY-MM-DD') as due_on, ${tasks.isDone}, (select ${packages.street}
      from ${opportunities} join ${packages} on ${packages.id} = ${opportunities.packageId}
      where ${opportunities.id} = ${tasks.opportunityId}) as property
    from ${tasks} where ${ownTasks(user)} and (not ${tasks.isDone} or ${tasks.doneAt} > now() - interval '7 days')
    order by ${tasks.isDone}, ${tasks.dueKey}, ${tasks.insertedAt}, ${tasks.id} limit ${most}`);
  return z.array(taskSchema).parse(rows);
}

type DatesOf = Pick<PortalUser, "workspaceId" | "clientId" | "email" | "today">;

/** Dates of the client's open opportunities, the soonest first. */
export async function readDates(database: Queries, user: DatesOf, now: Date) {
  const where = sql`${ownOpportunities(user)} and ${opportunities.isActive} and not ${packages.isArchived}`;
  const columns = sql`${packages.street} as property,
    concat_ws(', ', ${packages.street}, ${packages.city}, nullif(concat_ws(' ', ${packages.state}, ${packages.zip}), '')) as place,
    ${packages.timeZone}`;
  const isAlternative = (
    other: SQL,
  ) => sql`${showings.state} = 'requested' and ${other}.request_id = ${showings.requestId}
    and ${other}.id <> ${showings.id} and ${other}.state = 'requested' and ${other}.starts_at > ${now}`;
  const otherTimes = sql`(select count(*) from ${showings} as other where ${isAlternative(sql`other`)})`;
  const pair = sql`${opportunities} join ${packages} on ${packages.id} = ${opportunities.packageId}`;
  const { rows } = await database.execute(sql`
    select id, kind, ${momentText(sql`begins`)} as starts_at, to_char(on_day, 'YYYY-MM-DD') as on_day, duration_minutes, is_confirmed,
      other_times, asked_by, sequence, property, place, time_zone, ${momentText(sql`changed_at`)} as updated_at
    from (
      select 'showing-' || ${showings.id} as id, 'showing' as kind, ${showings.startsAt} as begins, null::date as on_day,
        ${showings.durationMinutes}, ${showings.state} = 'confirmed' as is_confirmed, ${otherTimes}::integer as other_times,
        case when ${showings.requestedByEmail} <> ${user.email} then ${showings.requestedByName} end as asked_by, ${showings.sequence},
        ${showings.updatedAt} as changed_at, ${columns}
      from ${showings} join ${pair} on ${opportunities.id} = ${showings.opportunityId}
      where ${where} and ${showings.state} in ('requested', 'confirmed')
        and ${showings.startsAt} + make_interval(mins => ${showings.durationMinutes}) > ${now}
        and not exists (select from ${showings} as sooner where ${isAlternative(sql`sooner`)}
          and (sooner.starts_at, sooner.id) < (${showings.startsAt}, ${showings.id}))
      union all
      select 'offers_due-' || ${packages.id}, 'offers_due', ${packages.offerDueAt}, null, null, true, 0, null, ${packages.version},
        ${packages.updatedAt}, ${columns}
      from ${pair} where ${where} and ${packages.offerDueAt} > ${now} and ${isForSale}
        and ${opportunities.stage} in ('open', 'showing_scheduled', 'showing_complete', 'offer_suggeted') and not ${isRefusedBy(user.email)}
      union all
      select 'offer_expires-' || ${offers.id}, 'offer_expires', ${offers.expiresAt}, null, null, true, 0, null, ${offers.version},
        ${offers.sentAt}, ${columns}
      from ${offers} join ${pair} on ${opportunities.id} = ${offers.opportunityId}
      where ${where} and ${offers.state} = 'sent' and ${offers.expiresAt} > ${now}
      union all
      select 'inspection_deadline-' || ${opportunities.id}, 'inspection_deadline', null, ${opportunityMoves.deadlineOn}, null, true, 0, null,
        ${opportunities.version}, ${opportunities.updatedAt}, ${columns}
      from ${pair} join ${opportunityMoves} on ${opportunityMoves.id} = ${opportunities.latestMoveId}
      where ${where} and ${opportunities.stage} = 'inspections_underway' and ${opportunityMoves.deadlineOn} >= ${user.today}::date
    ) dates
    order by coalesce(begins, on_day::timestamp at time zone time_zone), id limit ${most}`);
  return z.array(dateSchema).parse(rows);
}
