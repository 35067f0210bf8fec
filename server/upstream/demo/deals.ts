/** How far the demo's deals have come: moves, offers and showings on opportunities that stand where they were opened. */
import { asc, eq } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { fullName } from "../identity/person-name.ts";
import type { Stage } from "../opportunities/stages.ts";
import { offers, opportunities, opportunityMoves, showings } from "../opportunities/tables.ts";
import { packages } from "../packages/tables.ts";
import type { DemoWorkspace } from "./clients.ts";

const day = 86_400_000;

/** The ways that deals have gone, one after the other over all of them, the oldest first. */
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

/** What a move notes down. */
interface Notes {
  readonly showingAt?: string;
  readonly priceAmount?: string;
  readonly priceCurrency?: string;
  readonly expiresAt?: string;
  readonly acceptedOn?: string;
  readonly deadlineOn?: string;
  readonly closedOn?: string;
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10);
const later = (at: Date, ms: number) => new Date(at.getTime() + ms).toISOString();

/** Before noon in Seattle: nobody arranges to meet at three minutes past six. */
const beforeNoon = (at: Date) => new Date(`${dayOf(at)}T19:30:00Z`);

/** The latest such time before a moment. */
function noonBefore(ms: number): string {
  const sameDay = beforeNoon(new Date(ms));
  return later(sameDay, sameDay.getTime() < ms ? 0 : -day);
}

const priced = (price: string) => ({ priceAmount: price, priceCurrency: "USD" });

/** Made of when the move was made and the price that was offered. */
const notesOf: Readonly<Partial<Record<Stage, (at: Date, price: string) => Notes>>> = {
  showing_scheduled: (at) => ({ showingAt: later(beforeNoon(at), 2 * day) }),
  offer_sent: (at, price) => ({ ...priced(price), expiresAt: later(at, 3 * day) }),
  offer_accepted: (at, price) => ({ ...priced(price), acceptedOn: dayOf(at) }),
  inspections_underway: (at) => ({ deadlineOn: later(at, 10 * day).slice(0, 10) }),
  closed: (at) => ({ closedOn: dayOf(at) }),
};

/** What became of an offer, by the stage that the deal has come to. */
const offerStates: Readonly<Partial<Record<Stage, string>>> = { offer_sent: "sent", offer_declined: "declined" };

type DemoDeals = Omit<DemoWorkspace, "pictures">;

interface Deal {
  readonly id: string;
  readonly assignedAccountId: string | null;
  readonly insertedAt: string;
  readonly price: string | null;
}

/** Moves the deals of a workspace along, each move between its opening and now. */
export async function advanceDeals(transaction: Queries, workspace: DemoDeals): Promise<void> {
  const { workspaceId } = workspace;
  const deals = await transaction
    .select({
      id: opportunities.id,
      assignedAccountId: opportunities.assignedAccountId,
      insertedAt: opportunities.insertedAt,
      price: packages.listPriceAmount,
    })
    .from(opportunities)
    .innerJoin(packages, eq(packages.id, opportunities.packageId))
    .where(eq(opportunities.workspaceId, workspaceId))
    .orderBy(asc(opportunities.insertedAt), asc(packages.number));
  for (const [place, deal] of deals.entries()) {
    const journey = journeys[place % journeys.length] ?? [];
    if (journey.length > 0) await advance(transaction, deal, journey, workspace);
  }
}

async function advance(
  transaction: Queries,
  deal: Deal,
  journey: readonly Stage[],
  { workspaceId, accounts, names, now }: DemoDeals,
): Promise<void> {
  const [role = "owner"] = [...accounts].find(([, id]) => id === deal.assignedAccountId) ?? [];
  const actorName = fullName(names[role]);
  const opened = new Date(deal.insertedAt).getTime();
  const stride = (now.getTime() - opened) / (journey.length + 1);
  const price = deal.price ?? "640000";
  const of = { workspaceId, opportunityId: deal.id };
  const moves = journey.map((toStage, place) => {
    const at = new Date(opened + (place + 1) * stride);
    const fromStage = journey[place - 1] ?? "open";
    const by = { actorAccountId: deal.assignedAccountId, actorName, occurredAt: at.toISOString() };
    // A showing that is still to come is one of the next days.
    const isAhead = toStage === "showing_scheduled" && place === journey.length - 1;
    const notes: Notes = notesOf[toStage]?.(isAhead ? now : at, price) ?? {};
    // One that is over was before the next move.
    const held = notes.showingAt === undefined || isAhead ? {} : { showingAt: noonBefore(at.getTime() + stride) };
    return { id: crypto.randomUUID(), ...of, fromStage, toStage, ...by, ...notes, ...held };
  });
  const latest = moves.at(-1);
  if (latest === undefined) return;
  await transaction.insert(opportunityMoves).values(moves);
  const since = { stageSince: latest.occurredAt, updatedAt: latest.occurredAt };
  const before = { stageBefore: latest.fromStage, sinceBefore: moves.at(-2)?.occurredAt ?? deal.insertedAt };
  await transaction
    .update(opportunities)
    .set({ stage: latest.toStage, ...since, ...before, latestMoveId: latest.id, version: 1 + moves.length })
    .where(eq(opportunities.id, deal.id));
  await leaveBehind(transaction, of, moves, latest.toStage);
  if (latest.toStage === "offer_suggeted") {
    const asked = { state: "requested", startsAt: later(beforeNoon(now), 3 * day) };
    await transaction.insert(showings).values({ ...of, ...asked, note: "A second look, with their parents." });
  }
}

interface Move extends Notes {
  readonly toStage: Stage;
  readonly occurredAt: string;
}

/** The showing and the offer that the moves have led to. */
async function leaveBehind(
  transaction: Queries,
  of: { readonly workspaceId: string; readonly opportunityId: string },
  moves: readonly Move[],
  stage: Stage,
): Promise<void> {
  const shown = moves.find(({ toStage }) => toStage === "showing_scheduled");
  if (shown?.showingAt) {
    const state = stage === "showing_scheduled" ? "confirmed" : "held";
    await transaction.insert(showings).values({ ...of, state, startsAt: shown.showingAt });
  }
  const sent = moves.find(({ toStage }) => toStage === "offer_sent");
  if (!sent?.priceAmount || !sent.priceCurrency) return;
  const accepted = moves.find(({ toStage }) => toStage === "offer_accepted");
  const { priceAmount, priceCurrency, acceptedOn } = accepted ?? {};
  await transaction.insert(offers).values({
    ...of,
    ...{ state: offerStates[stage] ?? "accepted", priceAmount: sent.priceAmount, priceCurrency: sent.priceCurrency },
    ...{ expiresAt: sent.expiresAt ?? null, sentAt: sent.occurredAt },
    ...{ acceptedPriceAmount: priceAmount, acceptedPriceCurrency: priceCurrency, acceptedOn },
  });
}
