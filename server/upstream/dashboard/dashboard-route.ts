import { type SQL, sql } from "drizzle-orm";
import { Temporal } from "temporal-polyfill";
import { z } from "zod";
import { startOfDay, zoneOfWorkspace } from "../calendar/calendar-entries.ts";
import { realClientCount } from "../clients/client.ts";
import { action, type Route } from "../engine/action.ts";
import { found, nothing } from "../engine/answer.ts";
import type { Member } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { momentText, recordType } from "../engine/record.ts";
import { inWorkspace } from "../engine/table.ts";
import { opportunityAmount, standingOffer } from "../opportunities/date-rules.ts";
import { realOpportunityCount } from "../opportunities/opportunity.ts";
import { may, mayAny } from "../permissions.ts";
import {
  clients,
  colleagueInvitations,
  memberships,
  opportunities,
  packages,
  portalSettings,
  shareLinks,
  showings,
  workspaces,
} from "../tables.ts";
import {
  isRealOpportunity,
  isSamplePackage,
  ofVisibleOpportunities,
  takesOffers,
  visibleOpportunities,
  visiblePackages,
} from "../visibility.ts";

const steps = ["clients", "packages", "team", "public_page", "share"] as const;
type Step = (typeof steps)[number];

const openSteps = z.array(z.enum(steps)).describe("First steps that are neither done nor put away");

function isAllowed(step: Step, currentUser: Member): boolean {
  if (step === "team") return may(currentUser, "members.manage");
  if (step === "public_page") return may(currentUser, "workspace.update");
  return mayAny(currentUser, step === "share" ? "records.share" : "records.create");
}

/** SQL of whether the workspace has done a step. */
function isDone(step: Step, currentUser: Member): SQL {
  const { workspaceId } = currentUser;
  switch (step) {
    case "clients":
      return sql`exists (select from ${clients} where ${inWorkspace(clients, currentUser)} and not ${clients.isSample})`;
    case "packages":
      return sql`exists (select from ${packages} where ${inWorkspace(packages, currentUser)} and not ${packages.isSample})`;
    case "team":
      return sql`(select count(*) > 1 from ${memberships} where ${inWorkspace(memberships, currentUser)})
        or exists (select from ${colleagueInvitations} where ${inWorkspace(colleagueInvitations, currentUser)}
          and ${colleagueInvitations.revokedAt} is null)`;
    case "public_page":
      return sql`exists (select from ${workspaces} join ${portalSettings} on ${portalSettings.id} = ${workspaces.id}
        where ${workspaces.id} = ${workspaceId} and ${workspaces.logo} is not null
          and ${portalSettings.introduction} is not null)`;
    case "share":
      return sql`exists (select from ${shareLinks} where ${inWorkspace(shareLinks, currentUser)}
        and not ${isSamplePackage(shareLinks.packageId)})`;
  }
}

async function readOpenSteps(database: Queries, currentUser: Member): Promise<z.output<typeof openSteps>> {
  const allowed = steps.filter((step) => isAllowed(step, currentUser));
  if (allowed.length === 0) return [];
  const cases = allowed.map((step) => sql`when ${step} then ${isDone(step, currentUser)}`);
  const names = sql.join(
    allowed.map((step) => sql`${step}`),
    sql`, `,
  );
  const { rows } = await database.execute(sql`
    select coalesce(array_agg(step order by place), '{}') as steps
    from ${memberships} cross join unnest(array[${names}]::text[]) with ordinality as shown (step, place)
    where ${inWorkspace(memberships, currentUser)} and ${memberships.accountId} = ${currentUser.accountId}
      and step <> all (${memberships.putAwaySteps}) and not (case step ${sql.join(cases, sql` `)} end)`);
  return openSteps.parse(rows[0]?.steps);
}

/** "Not now"; idempotent. */
export const stepDismissalRoute: Route = action({
  method: "POST",
  path: "/first_step_dismissals",
  summary: "Put a first step away, for the current user alone",
  access: "workspace",
  input: { type: "first_step_dismissal", attributes: z.object({ step: z.enum(steps) }) },
  answers: { status: 204, of: null },
  async run({ database, currentUser, attributes: { step } }) {
    await database
      .update(memberships)
      .set({ putAwaySteps: sql`array_append(array_remove(${memberships.putAwaySteps}, ${step}), ${step})` })
      .where(sql`${inWorkspace(memberships, currentUser)} and ${memberships.accountId} = ${currentUser.accountId}`);
    return nothing;
  },
});

const value = z.object({
  currency: z.string(),
  amount: z.string().describe("Of all open deals: the offer that is out or accepted, or else the list price"),
  offered: z.string().describe("Of those the ones with an offer that is out or accepted"),
});

const figures = z.object({
  new_this_week: z.int().describe("Open deals that were opened since the week began"),
  showings_this_week: z.int().describe("Those of Sunday to Saturday that are not cancelled"),
  showings_to_confirm: z.int().describe("Those that were asked for and are not confirmed, of any time"),
  open_deals: z.int(),
  clients: z.int(),
  offers_due: z.int().describe("Properties with offers due within a week"),
  next_offer_due_at: z.iso.datetime().nullable(),
  has_samples: z.boolean(),
});
const dashboardType = recordType("dashboard", figures.extend({ open_steps: openSteps, value_in_play: z.array(value) }));

export const dashboardRoute: Route = action({
  method: "GET",
  path: "/dashboard",
  summary: "The figures of the dashboard: value in play, showings of the week, offers due",
  access: "workspace",
  answers: { status: 200, of: dashboardType },
  async run({ database, currentUser }) {
    const timeZone = await zoneOfWorkspace(database, currentUser);
    const attributes = {
      ...(await readFigures(database, currentUser, timeZone)),
      open_steps: await readOpenSteps(database, currentUser),
      value_in_play: await readValue(database, currentUser),
    };
    return found(dashboardType, { id: currentUser.workspaceId, attributes });
  },
});

async function readFigures(database: Queries, currentUser: Member, timeZone: string) {
  const today = Temporal.PlainDate.from(currentUser.today);
  const sunday = today.subtract({ days: today.dayOfWeek % 7 });
  const [begins, ends] = [startOfDay(sunday, timeZone), startOfDay(sunday.add({ days: 7 }), timeZone)];
  const isOfRealOpportunity = sql`${ofVisibleOpportunities(showings, currentUser)} and ${showings.opportunityId} not in
    (select ${opportunities.id} from ${opportunities} where ${inWorkspace(opportunities, currentUser)}
      and not (${isRealOpportunity(currentUser)}))`;
  const ofWeek = sql`${isOfRealOpportunity} and ${showings.state} <> 'cancelled'
    and ${showings.startsAt} >= ${begins}::timestamptz and ${showings.startsAt} < ${ends}::timestamptz`;
  // A request's times are one showing.
  const requests = sql`count(distinct coalesce(${showings.requestId}, ${showings.id}))::integer`;
  // As in the list of properties.
  const due = sql`from ${packages} where ${visiblePackages(currentUser)} and ${packages.isArchived} = false
    and not ${packages.isSample}
    and ${packages.offerDueKey} between now() and now() + interval '1 week' and ${takesOffers}`;
  const { rows } = await database.execute(sql`select
    (select count(*)::integer from ${opportunities} where ${visibleOpportunities(currentUser)} and ${opportunities.isActive}
      and ${isRealOpportunity(currentUser)} and ${opportunities.insertedAt} >= ${begins}::timestamptz) as new_this_week,
    (select ${requests} from ${showings} where ${ofWeek}) as showings_this_week,
    (select ${requests} from ${showings} where ${isOfRealOpportunity}
      and ${showings.state} = 'requested') as showings_to_confirm,
    (${realOpportunityCount(currentUser)}) as open_deals,
    (${realClientCount(currentUser)}) as clients,
    (select count(*)::integer ${due}) as offers_due,
    (select ${momentText(sql`min(${packages.offerDueKey})`)} ${due}) as next_offer_due_at,
    exists (select from ${clients} where ${inWorkspace(clients, currentUser)} and ${clients.isSample}) as has_samples`);
  return figures.parse(rows[0]);
}

/** By currency, the greatest first. */
async function readValue(database: Queries, currentUser: Member) {
  const { rows } = await database.execute(sql`
    select currency, sum(amount)::text as amount, sum(offered)::text as offered from (
      select ${opportunityAmount.currency} as currency, ${opportunityAmount.amount} as amount, coalesce(offer.amount, 0) as offered
      from ${opportunities} join ${packages} on ${packages.id} = ${opportunities.packageId}
      left join lateral (${standingOffer(opportunities.id)}) as offer on true
      where ${visibleOpportunities(currentUser)} and ${opportunities.isActive} and ${isRealOpportunity(currentUser)}
    ) as deals
    where amount is not null group by currency order by sum(amount) desc`);
  return z.array(value).parse(rows);
}
