/** The dates of a deal from which tasks are counted. */
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type Day, dayIn } from "../engine/days.ts";
import type { Queries } from "../engine/queries.ts";
import { conflict, type Refusal } from "../engine/refusal.ts";
import { type DealDate, offers, opportunities, packages } from "../tables.ts";

/** Null for a date that the deal does not have, or no longer. */
export type DatesOfDeal = Readonly<Record<DealDate, Day | null>>;

interface Row extends Record<string, unknown> {
  readonly stage: string;
  readonly inspections_due_on: Day | null;
  readonly closing_on: Day | null;
  readonly time_zone: string | null;
  readonly offer_state: string | null;
  readonly expires_at: string | null;
  readonly accepted_on: Day | null;
}

/** Reads them. An offer's are those of the latest: its expiry while it is out, its acceptance once it is accepted. A lost deal has none. */
export async function datesOfDeal(database: Queries, opportunityId: string): Promise<DatesOfDeal> {
  const { rows } = await database.execute<Row>(sql`
    select ${opportunities.stage} as stage, to_char(${opportunities.inspectionsDueOn}, 'YYYY-MM-DD') as inspections_due_on,
      to_char(${opportunities.closingOn}, 'YYYY-MM-DD') as closing_on, ${packages.timeZone} as time_zone,
      latest.state as offer_state, latest.expires_at::text as expires_at, to_char(latest.accepted_on, 'YYYY-MM-DD') as accepted_on
    from ${opportunities} join ${packages} on ${packages.id} = ${opportunities.packageId}
    left join lateral (select offer.state, offer.expires_at, offer.accepted_on from ${offers} as offer
      where offer.opportunity_id = ${opportunities.id} and offer.state <> 'undone'
      order by offer.sent_at desc, offer.id desc limit 1) as latest on true
    where ${opportunities.id} = ${opportunityId}`);
  const [row] = rows;
  const none = { offer_expires_on: null, accepted_on: null, inspections_due_on: null, closing_on: null };
  if (row === undefined || row.stage === "lost") return none;
  const { offer_state: state, expires_at: expiresAt, inspections_due_on, closing_on } = row;
  return {
    offer_expires_on:
      state === "sent" && expiresAt !== null ? dayIn(row.time_zone ?? "UTC", new Date(expiresAt)) : null,
    accepted_on: state === "accepted" ? row.accepted_on : null,
    inspections_due_on,
    closing_on,
  };
}

/** What is asked of a deal that is closed or lost. */
export function dealOver(): Refusal {
  return conflict("deal_over", "This deal is closed or lost.");
}

/** SQL of the amount and the currency of a deal's offer that is out or accepted. @param opportunityId SQL of the deal's id */
export function standingOffer(opportunityId: SQLWrapper): SQL {
  return sql`select coalesce(${offers.acceptedPriceAmount}, ${offers.priceAmount}) as amount,
      coalesce(${offers.acceptedPriceCurrency}, ${offers.priceCurrency}) as currency
    from ${offers} where ${offers.opportunityId} = ${opportunityId} and ${offers.state} in ('sent', 'accepted')
    order by ${offers.sentAt} desc, ${offers.id} desc limit 1`;
}

/** SQL of what a deal comes to, where `standingOffer` is joined as `offer`, and the packages are. */
export const dealAmount = {
  amount: sql`coalesce(offer.amount, ${packages.listPriceAmount})`,
  currency: sql`coalesce(offer.currency, ${packages.listPriceCurrency})`,
};
