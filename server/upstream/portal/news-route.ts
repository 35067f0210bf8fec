import { sql } from "drizzle-orm";
import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import { listed } from "../engine/answer.ts";
import type { PortalUser } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { momentText, recordType } from "../engine/record.ts";
import { stageForClient } from "../opportunities/offer-suggestion.ts";
import { stages } from "../opportunities/stages.ts";
import { activities, opportunities, packages, showings } from "../tables.ts";
import { ownOpportunities, staysWithClient } from "../visibility.ts";
import { newsSince } from "./current-portal.ts";

const newsKinds = ["stage", "showing_confirmed", "showing_moved", "showing_cancelled"] as const;

const news = z.object({
  kind: z.enum(newsKinds),
  package_id: z.uuid(),
  property: z.string(),
  stage: z.enum(stages),
  is_open: z.boolean(),
  starts_at: z.iso.datetime().nullable(),
  time_zone: z.string(),
});

const newsType = recordType("portal_news", news);

const most = 200;

/** What became of the client's showings and opportunities since their last visit, from the history. */
export const newsRoute: Route = action({
  method: "GET",
  path: "/portal/news",
  summary:
    "Changed stages, and confirmed, changed and cancelled showings since the person's visit before, newest first",
  access: "client",
  answers: { status: 200, of: newsType, many: true },
  async run({ database, currentUser, now }) {
    const records = latestOfEach(await readEvents(database, currentUser, now)).map((event) => ({
      id: event.id,
      attributes: news.parse({ ...event, kind: kinds[event.event] }),
    }));
    return listed(newsType, records);
  },
});

const kinds = {
  "opportunity.moved": "stage",
  "opportunity.move_undone": "stage",
  "showing.confirmed": "showing_confirmed",
  "showing.moved": "showing_moved",
  "showing.cancelled": "showing_cancelled",
} as const satisfies Readonly<Record<string, (typeof newsKinds)[number]>>;
const events = [
  "opportunity.moved",
  "opportunity.move_undone",
  "showing.confirmed",
  "showing.moved",
  "showing.cancelled",
] as const;

const eventRow = z.object({
  id: z.uuid(),
  event: z.enum(events),
  subject_id: z.uuid(),
  opportunity_id: z.uuid(),
  package_id: z.uuid(),
  property: z.string(),
  stage: z.string(),
  stage_before: z.string().nullable(),
  is_open: z.boolean(),
  state: z.string().nullable(),
  starts_at: z.string().nullable(),
  is_over: z.boolean(),
  time_zone: z.string(),
});
type EventRow = z.output<typeof eventRow>;

async function readEvents(database: Queries, user: PortalUser, now: Date): Promise<readonly EventRow[]> {
  // The note of a showing is for colleagues, and no news.
  const { rows } = await database.execute(sql`
    select ${activities.id}, ${activities.kind} as event, ${activities.subjectId}, ${opportunities.id} as opportunity_id,
      ${packages.id} as package_id, ${packages.street} as property, ${stageForClient} as stage,
      (select change->>'before' from jsonb_array_elements(${activities.changes}) change where change->>'field' = 'stage') as stage_before,
      ${opportunities.isActive} or ${opportunities.stage} = 'closed' as is_open, ${showings.state}, ${momentText(showings.startsAt)} as starts_at,
      coalesce(${showings.startsAt} < ${now}::timestamptz, false) as is_over, ${packages.timeZone}
    from ${activities} join ${opportunities} on ${opportunities.id} = ${activities.opportunityId}
    join ${packages} on ${packages.id} = ${opportunities.packageId}
    left join ${showings} on ${showings.id} = ${activities.subjectId} and ${activities.subjectType} = 'showing'
    where ${activities.clientId} = ${user.clientId} and ${activities.occurredAt} > ${newsSince(user, now)}
      and not (${activities.actorAccountId} is null and ${activities.actorName} = ${user.name})
      and ${activities.kind} in ${[...events]} and ${ownOpportunities(user)} and ${staysWithClient}
      and (${activities.kind} <> 'showing.moved' or exists (select from jsonb_array_elements(${activities.changes}) change
        where change->>'field' in ('starts_at', 'duration_minutes')))
    order by ${activities.occurredAt} desc, ${activities.id} limit ${most}`);
  return z.array(eventRow).parse(rows);
}

function latestOfEach(rows: readonly EventRow[]): EventRow[] {
  const bySubject = Map.groupBy(rows, ({ subject_id }) => subject_id);
  const arranged = new Set<string>();
  const latest = [...bySubject.values()].flatMap((of) => {
    const [newest] = of;
    if (newest === undefined) return [];
    if (newest.state !== null) {
      if (newest.is_over || (newest.state === "cancelled") !== (newest.event === "showing.cancelled")) return [];
      if (newest.event !== "showing.cancelled") arranged.add(newest.opportunity_id);
      return [newest];
    }
    // Moved, and moved back.
    return of.at(-1)?.stage_before === newest.stage ? [] : [newest];
  });
  // A confirmed showing says that one is planned.
  return latest.filter(
    ({ state, stage, opportunity_id: id }) => state !== null || stage !== "showing_scheduled" || !arranged.has(id),
  );
}
