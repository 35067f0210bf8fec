/** Refuses dates of moves and showings that cannot be true. */
import { and, desc, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type Day, dayIn } from "../engine/days.ts";
import type { Queries } from "../engine/queries.ts";
import { conflict, type Problem, Refusal } from "../engine/refusal.ts";
import { type OpportunityDate, offers, opportunities, packages } from "../tables.ts";

const day = 86_400_000;
const year = 366 * day;
/** Past showings may be entered when an opportunity is caught up. */
const maxDaysAgo = 30;

/** Days in the property's time zone. */
interface Opportunity {
  readonly id: string;
  readonly packageId: string;
}

interface MoveDetails {
  readonly priceAmount: string | null;
  readonly expiresAt: string | null;
  readonly showingAt: string | null;
  readonly heldAt?: string | null;
  readonly acceptedOn: string | null;
  readonly closedOn: string | null;
}

/**
 * @throws Refusal for offers for nothing or already over, showings of long ago, and acceptance or closing in the future or in the
 * wrong order
 */
export async function checkDateRules(database: Queries, opportunity: Opportunity, given: MoveDetails): Promise<void> {
  const now = Date.now();
  const hasDays = given.acceptedOn !== null || given.closedOn !== null;
  const rules = [...momentRules(given, now), ...(hasDays ? await dayRules(database, opportunity, given, now) : [])];
  const [first, ...rest] = rules
    .filter(([isBroken]) => isBroken)
    .map(([, attribute, detail]) => wrong(attribute, detail));
  if (first) throw new Refusal([first, ...rest]);
}

type Rule = readonly [isBroken: boolean, attribute: string, detail: string];

function momentRules({ priceAmount, expiresAt, showingAt, heldAt = null }: MoveDetails, now: number): Rule[] {
  const showingsSince = now - maxDaysAgo * day;
  return [
    [priceAmount !== null && Number(priceAmount) === 0, "price", "Price must be more than 0."],
    [expiresAt !== null && Date.parse(expiresAt) < now, "expires_at", "Expiry must be in the future."],
    [
      showingAt !== null && Date.parse(showingAt) < showingsSince,
      "showing_at",
      `A past showing must be within the last ${maxDaysAgo} days.`,
    ],
    [heldAt !== null && Date.parse(heldAt) > now, "held_at", "A showing can't have taken place in the future."],
    [
      heldAt !== null && Date.parse(heldAt) < now - year,
      "held_at",
      "A showing must have taken place within the past year.",
    ],
  ];
}

async function dayRules(
  database: Queries,
  opportunity: Opportunity,
  { acceptedOn, closedOn }: MoveDetails,
  now: number,
): Promise<Rule[]> {
  const today = await todayAt(database, opportunity.packageId, now);
  const accepted = closedOn === null ? null : await acceptedDay(database, opportunity.id);
  const acceptedSince = dayIn("UTC", new Date(now - year));
  return [
    [acceptedOn !== null && acceptedOn > today, "accepted_on", "The acceptance date can't be in the future."],
    [
      acceptedOn !== null && acceptedOn < acceptedSince,
      "accepted_on",
      "The acceptance date must be within the past year.",
    ],
    [closedOn !== null && closedOn > today, "closed_on", "The closing date can't be in the future."],
    [
      closedOn !== null && accepted !== null && closedOn < accepted,
      "closed_on",
      "The closing date can't be before the offer was accepted.",
    ],
  ];
}

/** @throws Refusal for a past showing */
export function checkInFuture(startsAt: string): void {
  if (Date.parse(startsAt) < Date.now()) throw new Refusal([wrong("starts_at", "Showing must be in the future.")]);
}

function wrong(attribute: string, detail: string): Problem {
  return { status: 400, code: "invalid_attribute", detail, source: { pointer: `/data/attributes/${attribute}` } };
}

async function todayAt(database: Queries, packageId: string, now: number): Promise<string> {
  const [row] = await database.select({ timeZone: packages.timeZone }).from(packages).where(eq(packages.id, packageId));
  return dayIn(row?.timeZone ?? "UTC", new Date(now));
}

async function acceptedDay(database: Queries, opportunityId: string): Promise<string | null> {
  const isAccepted = and(eq(offers.opportunityId, opportunityId), eq(offers.state, "accepted"));
  const found = database.select({ day: offers.acceptedOn }).from(offers).where(isAccepted);
  const [row] = await found.orderBy(desc(offers.sentAt)).limit(1);
  return row?.day ?? null;
}

/** Null for a date that the opportunity does not have. */
export type DatesOfOpportunity = Readonly<Record<OpportunityDate, Day | null>>;

interface Row extends Record<string, unknown> {
  readonly stage: string;
  readonly inspections_due_on: Day | null;
  readonly closing_on: Day | null;
  readonly time_zone: string | null;
  readonly offer_state: string | null;
  readonly expires_at: string | null;
  readonly accepted_on: Day | null;
}

/** The expiry of an offer that is out, or the day of its acceptance. A lost opportunity has none. */
export async function datesOfOpportunity(database: Queries, opportunityId: string): Promise<DatesOfOpportunity> {
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

export function opportunityOver(): Refusal {
  return conflict("deal_over", "This deal is closed or lost.");
}

/** SQL of an opportunity's offer that is out or accepted. */
export function standingOffer(opportunityId: SQLWrapper): SQL {
  return sql`select coalesce(${offers.acceptedPriceAmount}, ${offers.priceAmount}) as amount,
      coalesce(${offers.acceptedPriceCurrency}, ${offers.priceCurrency}) as currency
    from ${offers} where ${offers.opportunityId} = ${opportunityId} and ${offers.state} in ('sent', 'accepted')
    order by ${offers.sentAt} desc, ${offers.id} desc limit 1`;
}

/** SQL of an opportunity's amount; needs `standingOffer` as `offer`, and the packages. */
export const opportunityAmount = {
  amount: sql`coalesce(offer.amount, ${packages.listPriceAmount})`,
  currency: sql`coalesce(offer.currency, ${packages.listPriceCurrency})`,
};
