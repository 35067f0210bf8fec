/** Showings, deadlines and tasks of some days, in one statement. */
import { type SQL, sql } from "drizzle-orm";
import type { Temporal } from "temporal-polyfill";
import { z } from "zod";
import type { Member } from "../engine/current-user.ts";
import { type Day, dayNumber } from "../engine/days.ts";
import type { Queries } from "../engine/queries.ts";
import { momentText } from "../engine/record.ts";
import { isUuid } from "../engine/spelling.ts";
import { clients, offers, opportunities, packages, showings, tasks, workspaces } from "../tables.ts";
import { takesOffers, visibleOpportunities, visiblePackages, visibleTasks } from "../visibility.ts";

export const entryKinds = ["showing", "offers_due", "offer_expires", "inspection_deadline", "closing", "task"] as const;
type EntryKind = (typeof entryKinds)[number];

export const entrySchema = z.object({
  /** As in "showing-…", stable for the record. */
  id: z.string(),
  kind: z.enum(entryKinds),
  /** Null for a whole day. */
  starts_at: z.iso.datetime().nullable(),
  on_day: z.iso.date().nullable(),
  duration_minutes: z.int().nullable(),
  /** Of a showing: whether it is agreed; of a closing: whether it is past. */
  is_confirmed: z.boolean(),
  sequence: z.int(),
  updated_at: z.iso.datetime(),
  title: z.string(),
  detail: z.string().nullable(),
  /** Whom it is about: one or two names, or one and a number. */
  client_name: z.string().nullable(),
  place: z.string().nullable(),
  time_zone: z.string().nullable(),
  subject_type: z.enum(["opportunity", "package", "task"]),
  subject_id: z.uuid(),
  client_id: z.uuid().nullable().describe("Of the only client that it is about"),
  package_id: z.uuid().nullable(),
});
export type CalendarEntry = z.output<typeof entrySchema>;

interface CalendarScope {
  readonly opportunities: SQL;
  readonly packages: SQL;
  readonly tasks: SQL;
}

export interface Stretch {
  readonly from: Day;
  readonly to: Day;
  /** The start of each day, and the end of the last one. */
  readonly starts: readonly string[];
}

const place = sql`concat_ws(', ', ${packages.street}, ${packages.city}, nullif(concat_ws(' ', ${packages.state}, ${packages.zip}), ''))`;

const pair = sql`${opportunities} join ${packages} on ${packages.id} = ${opportunities.packageId}
  join ${clients} on ${clients.id} = ${opportunities.clientId}`;

interface Columns {
  readonly id: SQL;
  readonly begins?: SQL;
  readonly onDay?: SQL;
  readonly minutes?: SQL;
  readonly isConfirmed?: SQL;
  readonly sequence: SQL;
  readonly changedAt: SQL;
  readonly title: SQL;
  readonly detail: SQL;
  readonly client: SQL;
  readonly place: SQL;
  readonly timeZone: SQL;
  readonly subject: "opportunity" | "package" | "task";
  readonly subjectId: SQL;
  readonly clientId?: SQL;
  readonly packageId: SQL;
}

function part(kind: EntryKind, columns: Columns, from: SQL): SQL {
  const { begins = sql`null::timestamptz`, onDay = sql`null::date`, minutes = sql`null::integer` } = columns;
  return sql`select ${sql.raw(`'${kind}'`)}::text as kind, ${columns.id} as record_id, ${begins} as begins, ${onDay} as on_day,
    ${minutes} as duration_minutes, ${columns.isConfirmed ?? sql`true`} as is_confirmed, ${columns.sequence} as sequence,
    ${columns.changedAt} as changed_at, ${columns.title} as title, ${columns.detail} as detail, ${columns.client} as client_name, ${columns.place} as place,
    ${columns.timeZone} as time_zone, ${sql.raw(`'${columns.subject}'`)}::text as subject_type, ${columns.subjectId} as subject_id,
    ${columns.clientId ?? sql`null::uuid`} as client_id, ${columns.packageId} as package_id
    from ${from}`;
}

const ofOpportunity = {
  title: sql`${packages.street}`,
  detail: sql`${clients.name}`,
  client: sql`${clients.name}`,
  place,
  timeZone: sql`${packages.timeZone}`,
  subject: "opportunity",
  subjectId: sql`${opportunities.id}`,
  clientId: sql`${opportunities.clientId}`,
  packageId: sql`${opportunities.packageId}`,
} as const;

/** One or two clients' names, or one and a number. */
const offering = sql`(select case when count(*) > 2 then min(${clients.name}) || ' and ' || (count(*) - 1) || ' more'
    else string_agg(${clients.name}, ' and ' order by ${clients.name}) end from ${opportunities}
  join ${clients} on ${clients.id} = ${opportunities.clientId}
  where ${opportunities.packageId} = ${packages.id} and ${opportunities.isActive})`;

const about = sql`coalesce((select ${clients.name} from ${clients} where ${clients.id} = ${tasks.clientId}),
  (select ${packages.street} from ${packages} where ${packages.id} = ${tasks.packageId}),
  (select concat_ws(', ', ${clients.name}, ${packages.street}) from ${pair} where ${opportunities.id} = ${tasks.opportunityId}))`;

const clientOfTask = sql`coalesce((select ${clients.name} from ${clients} where ${clients.id} = ${tasks.clientId}),
  (select ${clients.name} from ${pair} where ${opportunities.id} = ${tasks.opportunityId}))`;

const ofTask = (name: "clientId" | "packageId") =>
  sql`coalesce(${tasks[name]}, (select ${opportunities[name]} from ${opportunities} where ${opportunities.id} = ${tasks.opportunityId}))`;

type Part = (scope: CalendarScope, stretch: Stretch) => SQL;

const within = (column: SQL, { starts }: Stretch) =>
  sql`${column} >= ${starts[0]}::timestamptz and ${column} < ${starts.at(-1)}::timestamptz`;
const onDays = (column: SQL, { from, to }: Stretch) => sql`${column} between ${from}::date and ${to}::date`;

/** @param where which opportunities have it */
function ofOpportunityDay(kind: "inspection_deadline" | "closing", day: SQL, where: SQL, isConfirmed: SQL): Part {
  const columns: Columns = {
    ...ofOpportunity,
    id: sql`${opportunities.id}`,
    onDay: day,
    isConfirmed,
    sequence: sql`${opportunities.version}`,
    changedAt: sql`${opportunities.updatedAt}`,
  };
  return (scope, stretch) =>
    part(kind, columns, sql`${pair} where ${scope.opportunities} and ${where} and ${onDays(day, stretch)}`);
}

const parts: Readonly<Record<EntryKind, Part>> = {
  showing: (scope, stretch) =>
    part(
      "showing",
      {
        ...ofOpportunity,
        id: sql`${showings.id}`,
        begins: sql`${showings.startsAt}`,
        minutes: sql`${showings.durationMinutes}`,
        isConfirmed: sql`${showings.state} <> 'requested'`,
        sequence: sql`${showings.sequence}`,
        changedAt: sql`${showings.updatedAt}`,
      },
      sql`${showings} join ${pair} on ${opportunities.id} = ${showings.opportunityId} where ${scope.opportunities}
        and ${showings.workspaceId} = ${opportunities.workspaceId} and ${showings.state} <> 'cancelled'
        and ${within(sql`${showings.startsAt}`, stretch)}`,
    ),
  offers_due: (scope, stretch) =>
    part(
      "offers_due",
      {
        id: sql`${packages.id}`,
        begins: sql`${packages.offerDueKey}`,
        sequence: sql`${packages.version}`,
        changedAt: sql`${packages.updatedAt}`,
        title: sql`${packages.street}`,
        detail: offering,
        client: offering,
        place,
        timeZone: sql`${packages.timeZone}`,
        subject: "package",
        subjectId: sql`${packages.id}`,
        packageId: sql`${packages.id}`,
      },
      sql`${packages} where ${scope.packages} and ${packages.isArchived} = false and ${takesOffers}
        and ${packages.offerDueAt} is not null
        and ${within(sql`${packages.offerDueKey}`, stretch)}`,
    ),
  offer_expires: (scope, stretch) =>
    part(
      "offer_expires",
      {
        ...ofOpportunity,
        id: sql`${offers.id}`,
        begins: sql`${offers.expiresKey}`,
        sequence: sql`${offers.version}`,
        changedAt: sql`${offers.sentAt}`,
      },
      sql`${offers} join ${pair} on ${opportunities.id} = ${offers.opportunityId} where ${scope.opportunities}
        and ${offers.workspaceId} = ${opportunities.workspaceId} and ${offers.state} = 'sent' and ${offers.expiresAt} is not null
        and ${within(sql`${offers.expiresKey}`, stretch)}`,
    ),
  inspection_deadline: ofOpportunityDay(
    "inspection_deadline",
    sql`${opportunities.inspectionsDueOn}`,
    sql`${opportunities.isActive}`,
    sql`true`,
  ),
  closing: ofOpportunityDay(
    "closing",
    sql`${opportunities.closingOn}`,
    sql`${opportunities.stage} <> 'lost'`,
    sql`${opportunities.stage} = 'closed'`,
  ),
  task: (scope, { from, to }) =>
    part(
      "task",
      {
        id: sql`${tasks.id}`,
        onDay: sql`${tasks.dueOn}`,
        sequence: sql`${tasks.version}`,
        changedAt: sql`${tasks.updatedAt}`,
        title: sql`${tasks.title}`,
        detail: about,
        client: clientOfTask,
        place: sql`null::text`,
        timeZone: sql`null::text`,
        subject: "task",
        subjectId: sql`${tasks.id}`,
        clientId: ofTask("clientId"),
        packageId: ofTask("packageId"),
      },
      sql`${tasks} where ${scope.tasks} and ${tasks.isDone} = false
        and ${tasks.dueKey} between ${dayNumber(from)}::integer and ${dayNumber(to)}::integer`,
    ),
};

const columns = sql`kind || '-' || record_id as id, kind, ${momentText(sql`begins`)} as starts_at,
  to_char(on_day, 'YYYY-MM-DD') as on_day, duration_minutes, is_confirmed, sequence, ${momentText(sql`changed_at`)} as updated_at,
  title, detail, client_name, place, time_zone, subject_type, subject_id, client_id, package_id`;

function selectParts(scope: CalendarScope, stretch: Stretch, kinds: readonly EntryKind[]): SQL {
  return sql.join(
    kinds.map((kind) => parts[kind](scope, stretch)),
    sql` union all `,
  );
}

const dayRow = entrySchema.extend({ day_index: z.int(), total: z.int() });

/** Each day's entries: whole days, then by time, then tasks, so that tasks hide no showing, and the total. @param kinds at least one */
export async function readDays(
  database: Queries,
  scope: CalendarScope,
  stretch: Stretch,
  { kinds, perDay }: { readonly kinds: readonly EntryKind[]; readonly perDay: number },
) {
  const { rows } = await database.execute(sql`
    select ${columns}, day_index, total from (
      select *, (count(*) over (partition by day_index))::integer as total,
        row_number() over (partition by day_index order by kind = 'task', begins nulls first, kind, title, record_id) as number
      from (
        select *, coalesce(width_bucket(begins, ${`{${stretch.starts.join(",")}}`}::timestamptz[]), on_day - ${stretch.from}::date + 1)
          as day_index
        from (${selectParts(scope, stretch, kinds)}) as entries
      ) as placed
    ) as numbered
    where number <= ${perDay} order by day_index, number`);
  return z.array(dayRow).parse(rows);
}

/** The soonest first. */
export async function readEntries(
  database: Queries,
  scope: CalendarScope,
  stretch: Stretch,
  most: number,
): Promise<CalendarEntry[]> {
  const { rows } =
    await database.execute(sql`select ${columns} from (${selectParts(scope, stretch, entryKinds)}) as entries
    order by coalesce(begins, on_day::timestamp at time zone 'UTC'), kind, record_id limit ${most}`);
  return z.array(entrySchema).parse(rows);
}

/** The records that the user sees, of one agent if wanted. */
export function scopeOf(currentUser: Member, agentId: string | null): CalendarScope {
  const all = {
    opportunities: visibleOpportunities(currentUser),
    packages: visiblePackages(currentUser),
    tasks: visibleTasks(currentUser),
  };
  if (agentId === null) return all;
  if (!isUuid(agentId)) return { opportunities: sql`false`, packages: sql`false`, tasks: sql`false` };
  return {
    opportunities: sql`${all.opportunities} and ${opportunities.assignedAccountId} = ${agentId}`,
    packages: sql`${all.packages} and ${packages.assignedAccountId} = ${agentId}`,
    tasks: sql`${all.tasks} and ${tasks.assigneeAccountId} = ${agentId}`,
  };
}

/** What is assigned to a member, whatever their role. */
export function ownScope({ workspaceId, accountId }: Pick<Member, "workspaceId" | "accountId">): CalendarScope {
  return {
    opportunities: sql`${opportunities.workspaceId} = ${workspaceId} and ${opportunities.assignedAccountId} = ${accountId}`,
    packages: sql`${packages.workspaceId} = ${workspaceId} and ${packages.assignedAccountId} = ${accountId}`,
    tasks: sql`${tasks.workspaceId} = ${workspaceId} and ${tasks.assigneeAccountId} = ${accountId}`,
  };
}

/** Never converted in SQL, since the database may know other zones. */
export async function zoneOfWorkspace(
  database: Queries,
  { workspaceId }: { readonly workspaceId: string },
): Promise<string> {
  const [row] = await database
    .select({ timeZone: workspaces.timeZone })
    .from(workspaces)
    .where(sql`${workspaces.id} = ${workspaceId}`);
  return row?.timeZone ?? "UTC";
}

/** In ISO 8601. @param timeZone an IANA name; an unknown one counts as UTC */
export function startOfDay(day: Temporal.PlainDate, timeZone: string): string {
  try {
    return day.toZonedDateTime(timeZone).toInstant().toString();
  } catch {
    return day.toZonedDateTime("UTC").toInstant().toString();
  }
}
