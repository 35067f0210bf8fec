import { sql } from "drizzle-orm";
import { Temporal } from "temporal-polyfill";
import { z } from "zod";
import { startOfDay, zoneOfWorkspace } from "../calendar/calendar-zone.ts";
import { realClientCount } from "../clients/client-count.ts";
import { action, type Route } from "../engine/action.ts";
import { found } from "../engine/answer.ts";
import { momentText } from "../engine/attribute.ts";
import type { Member } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { recordType } from "../engine/record.ts";
import { inWorkspace } from "../engine/tenancy.ts";
import { dealAmount, standingOffer } from "../opportunities/deal-value.ts";
import { realDealCount } from "../opportunities/opportunity-count.ts";
import { clients, opportunities, packages, showings } from "../tables.ts";
import { isForSale, isRealDeal, ofVisibleOpportunities, visibleOpportunities, visiblePackages } from "../visibility.ts";
import { openSteps, readOpenSteps } from "./first-steps.ts";

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

/** GET: what the dashboard says in figures, each of what the current user sees. */
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
  const isOfRealDeal = sql`${ofVisibleOpportunities(showings, currentUser)} and ${showings.opportunityId} not in
    (select ${opportunities.id} from ${opportunities} where ${inWorkspace(opportunities, currentUser)}
      and not (${isRealDeal(currentUser)}))`;
  const ofWeek = sql`${isOfRealDeal} and ${showings.state} <> 'cancelled'
    and ${showings.startsAt} >= ${begins}::timestamptz and ${showings.startsAt} < ${ends}::timestamptz`;
  // The times of one request are one showing.
  const requests = sql`count(distinct coalesce(${showings.requestId}, ${showings.id}))::integer`;
  // As the list of properties counts them.
  const due = sql`from ${packages} where ${visiblePackages(currentUser)} and ${packages.isArchived} = false
    and not ${packages.isSample}
    and ${packages.offerDueKey} between now() and now() + interval '1 week' and ${isForSale}`;
  const { rows } = await database.execute(sql`select
    (select count(*)::integer from ${opportunities} where ${visibleOpportunities(currentUser)} and ${opportunities.isActive}
      and ${isRealDeal(currentUser)} and ${opportunities.insertedAt} >= ${begins}::timestamptz) as new_this_week,
    (select ${requests} from ${showings} where ${ofWeek}) as showings_this_week,
    (select ${requests} from ${showings} where ${isOfRealDeal}
      and ${showings.state} = 'requested') as showings_to_confirm,
    (${realDealCount(currentUser)}) as open_deals,
    (${realClientCount(currentUser)}) as clients,
    (select count(*)::integer ${due}) as offers_due,
    (select ${momentText(sql`min(${packages.offerDueKey})`)} ${due}) as next_offer_due_at,
    exists (select from ${clients} where ${inWorkspace(clients, currentUser)} and ${clients.isSample}) as has_samples`);
  return figures.parse(rows[0]);
}

/** In each currency, the greatest first. */
async function readValue(database: Queries, currentUser: Member) {
  const { rows } = await database.execute(sql`
    select currency, sum(amount)::text as amount, sum(offered)::text as offered from (
      select ${dealAmount.currency} as currency, ${dealAmount.amount} as amount, coalesce(offer.amount, 0) as offered
      from ${opportunities} join ${packages} on ${packages.id} = ${opportunities.packageId}
      left join lateral (${standingOffer(opportunities.id)}) as offer on true
      where ${visibleOpportunities(currentUser)} and ${opportunities.isActive} and ${isRealDeal(currentUser)}
    ) as deals
    where amount is not null group by currency order by sum(amount) desc`);
  return z.array(value).parse(rows);
}
