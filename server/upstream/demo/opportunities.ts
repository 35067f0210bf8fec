/** Moves, offers and showings of the demo's opportunities. */
import { sql } from "drizzle-orm";
import { Temporal } from "temporal-polyfill";
import { clockIn, dayIn } from "../engine/days.ts";
import type { Queries } from "../engine/queries.ts";
import { fullName } from "../identity/person-name.ts";
import type { Stage } from "../opportunities/stages.ts";
import { offers, opportunities, opportunityMoves, showings } from "../tables.ts";
import { type DemoWorkspace, inParts } from "./clients.ts";
import type { DemoOpportunity } from "./packages.ts";

const day = 86_400_000;

/** Used in turns, the oldest first. */
const journeys: readonly (readonly Stage[])[] = [
  ["showing_scheduled", "showing_complete", "offer_sent", "offer_accepted", "inspections_underway", "closed"],
  ["showing_scheduled", "showing_complete"],
  [],
  ["offer_suggeted", "offer_sent", "offer_accepted", "inspections_underway"],
  ["showing_scheduled", "showing_complete", "offer_sent"],
  [],
  ["showing_scheduled"],
  ["showing_scheduled", "showing_complete", "offer_suggeted"],
  [],
  ["offer_suggeted", "offer_sent", "offer_declined"],
  ["showing_scheduled", "showing_complete", "offer_sent", "offer_accepted"],
  [],
];

/** The portal's client is asked to answer an offer. */
const chosenJourneys: Readonly<Record<string, readonly Stage[]>> = {
  "2218 NW 64th Street": ["showing_scheduled", "showing_complete", "offer_suggeted"],
};

interface MoveDetails {
  readonly showingAt?: string;
  readonly priceAmount?: string;
  readonly priceCurrency?: string;
  readonly expiresAt?: string;
  readonly acceptedOn?: string;
  readonly deadlineOn?: string;
  readonly closedOn?: string;
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10);
const dayThere = (at: Date) => dayIn("America/Los_Angeles", at);
const later = (at: Date, ms: number) => new Date(at.getTime() + ms).toISOString();

const showingTimes = ["11:30", "16:30", "10:00", "17:30", "14:00"];
const showingTime = (place: number) => showingTimes[place % showingTimes.length] ?? "11:30";

/** The latest showing time before a moment; a little later where none lies between. */
function showingBetween(from: number, to: number, time: string): string {
  const days = [0, 1].map((back) => timeThere(dayThere(new Date(to - back * day)), time).getTime());
  const held = days.find((at) => from < at && at < to);
  return new Date(held ?? Math.min(from + day / 48, (from + to) / 2)).toISOString();
}

const expiryOn = (at: number, place: number) =>
  timeThere(dayThere(new Date(at)), place % 2 === 0 ? "17:00" : "21:00").toISOString();

const priced = (price: string) => ({ priceAmount: price, priceCurrency: "USD" });

/** From the time of the move and the offered price. */
const detailsOf: Readonly<Partial<Record<Stage, (at: Date, price: string) => MoveDetails>>> = {
  showing_scheduled: (at) => ({ showingAt: later(at, 2 * day) }),
  offer_sent: (at, price) => ({ ...priced(price), expiresAt: later(at, 3 * day) }),
  offer_accepted: (at, price) => ({ ...priced(price), acceptedOn: dayThere(at) }),
  inspections_underway: (at) => ({ deadlineOn: later(at, 10 * day).slice(0, 10) }),
  closed: (at) => ({ closedOn: dayThere(at) }),
};

/** By the stage that the opportunity has reached. */
const offerStates: Readonly<Partial<Record<Stage, string>>> = { offer_sent: "sent", offer_declined: "declined" };

type DemoOpportunities = Omit<DemoWorkspace, "pictures">;

const usualJourney = ({ leadAt }: DemoOpportunity, place: number): readonly Stage[] =>
  chosenJourneys[leadAt ?? ""] ?? journeys[place % journeys.length] ?? [];

/** Adds moves between opening and now. @param deals the oldest first */
export async function advanceOpportunities(
  transaction: Queries,
  deals: readonly DemoOpportunity[],
  workspace: DemoOpportunities,
  journeyOf = usualJourney,
): Promise<void> {
  const advanced = deals.flatMap((deal, place) => advance(deal, place, journeyOf(deal, place), workspace));
  for (const part of inParts(advanced)) {
    await transaction.insert(opportunityMoves).values(part.flatMap(({ moves }) => moves));
    await transaction.execute(sql`
      update ${opportunities} set stage = moved.stage, stage_since = moved.since, updated_at = moved.since,
        stage_before = moved.before, since_before = moved.since_before, latest_move_id = moved.move, version = moved.version,
        inspections_due_on = moved.inspections_due_on, closing_on = moved.closing_on
      from jsonb_to_recordset(${JSON.stringify(part.map(({ deal }) => deal))}::jsonb) as moved
        (id uuid, stage text, since timestamptz, before text, since_before timestamptz, move uuid, version integer,
        inspections_due_on date, closing_on date)
      where ${opportunities.id} = moved.id`);
    const shown = part.flatMap((one) => one.showings);
    if (shown.length > 0) await transaction.insert(showings).values(shown);
    const offered = part.flatMap((one) => one.offers);
    if (offered.length > 0) await transaction.insert(offers).values(offered);
  }
}

function advance(
  deal: DemoOpportunity,
  turn: number,
  journey: readonly Stage[],
  { workspaceId, accounts, names, now }: DemoOpportunities,
) {
  const [role = "owner"] = [...accounts].find(([, id]) => id === deal.assignedAccountId) ?? [];
  const actorName = fullName(names[role]);
  const opened = new Date(deal.insertedAt).getTime();
  const stride = (now.getTime() - opened) / (journey.length + 1);
  const price = deal.price ?? "640000";
  const of = { workspaceId, opportunityId: deal.id };
  const times = journey.map((_stage, place) => opened + (place + 1) * stride);
  // An opportunity of the evening may move before the next morning.
  const inDay = times.map((at) => atDaytime(at, now));
  const isOrdered = inDay.every((at, place) => (inDay[place - 1] ?? opened) < at);
  const moves = journey.map((toStage, place) => {
    const at = new Date((isOrdered ? inDay : times)[place] ?? opened);
    const next = (isOrdered ? inDay : times)[place + 1] ?? now.getTime();
    const fromStage = journey[place - 1] ?? "open";
    const by = { actorAccountId: deal.assignedAccountId, actorName, occurredAt: at.toISOString() };
    const isAhead = toStage === "showing_scheduled" && place === journey.length - 1;
    const details: MoveDetails = detailsOf[toStage]?.(at, price) ?? {};
    const ahead = timeThere(dayThere(new Date(later(now, (1 + (turn % 4)) * day))), showingTime(turn)).toISOString();
    const showingAt = isAhead ? ahead : showingBetween(at.getTime(), next, showingTime(turn));
    const held = details.showingAt === undefined ? {} : { showingAt };
    const isLate = details.deadlineOn !== undefined && place === journey.length - 1 && details.deadlineOn < dayOf(now);
    const left = isLate ? { deadlineOn: dayOf(new Date(later(now, (1 + (opened % 9)) * day))) } : {};
    // It had not expired when it was answered.
    const expiresAt = expiryOn(at.getTime() + Math.max(3 * day, stride + day), turn);
    const open = details.expiresAt === undefined ? {} : { expiresAt };
    return { id: crypto.randomUUID(), ...of, fromStage, toStage, ...by, ...details, ...held, ...left, ...open };
  });
  const latest = moves.at(-1);
  if (latest === undefined) return [];
  const wished = timeThere(dayThere(new Date(later(now, 3 * day))), showingTime(turn + 1)).toISOString();
  const asked = { ...of, state: "requested", startsAt: wished };
  const second = { ...asked, note: "A second look, with their parents." };
  return [
    {
      moves,
      deal: {
        id: deal.id,
        stage: latest.toStage,
        since: latest.occurredAt,
        before: latest.fromStage,
        inspections_due_on: moves.find(({ deadlineOn }) => deadlineOn !== undefined)?.deadlineOn ?? null,
        closing_on: latest.closedOn ?? null,
        since_before: moves.at(-2)?.occurredAt ?? deal.insertedAt,
        move: latest.id,
        version: 1 + moves.length,
      },
      showings: [...showingsOf(of, moves, latest.toStage), ...(latest.toStage === "offer_suggeted" ? [second] : [])],
      offers: offersOf(of, moves, latest.toStage),
    },
  ];
}

interface Move extends MoveDetails {
  readonly toStage: Stage;
  readonly occurredAt: string;
}

interface OfOpportunity {
  readonly workspaceId: string;
  readonly opportunityId: string;
}

function showingsOf(of: OfOpportunity, moves: readonly Move[], stage: Stage) {
  const shown = moves.find(({ toStage }) => toStage === "showing_scheduled");
  if (!shown?.showingAt) return [];
  return [{ ...of, state: stage === "showing_scheduled" ? "confirmed" : "held", startsAt: shown.showingAt }];
}

function offersOf(of: OfOpportunity, moves: readonly Move[], stage: Stage) {
  const sent = moves.find(({ toStage }) => toStage === "offer_sent");
  if (!sent?.priceAmount || !sent.priceCurrency) return [];
  const { priceAmount, priceCurrency, acceptedOn } = moves.find(({ toStage }) => toStage === "offer_accepted") ?? {};
  return [
    {
      ...of,
      state: offerStates[stage] ?? "accepted",
      priceAmount: sent.priceAmount,
      priceCurrency: sent.priceCurrency,
      expiresAt: sent.expiresAt ?? null,
      sentAt: sent.occurredAt,
      acceptedPriceAmount: priceAmount,
      acceptedPriceCurrency: priceCurrency,
      acceptedOn,
    },
  ];
}

const timeZone = "America/Los_Angeles";
const hour = 3_600_000;

function timeThere(of: string, at: string): Date {
  const then = Temporal.PlainDate.from(of).toZonedDateTime({ timeZone, plainTime: at });
  return new Date(then.epochMilliseconds);
}

/** Time zones differ by whole hours. */
function sinceMidnight(moment: number): number {
  return clockIn(timeZone, new Date(moment)).hour * hour + (moment % hour);
}

/** A moment of the same day between 9 AM and 6 PM, in the same order; for the part of today that has not come, the evening before. */
function atDaytime(moment: number, now: Date): number {
  const passed = sinceMidnight(moment);
  const midnight = moment - passed;
  const today = now.getTime() - sinceMidnight(now.getTime());
  if (midnight < today) return midnight + 9 * hour + (passed * 9) / 24;
  const left = now.getTime() - today;
  const part = passed / Math.max(left, 1);
  if (left < 10 * hour) return midnight - day + (18 + part) * hour;
  return midnight + 9 * hour + part * (Math.min(18 * hour, left) - 9 * hour);
}
