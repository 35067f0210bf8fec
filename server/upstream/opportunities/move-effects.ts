/** What moves do to offers and showings, and how it is undone. */
import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { conflict } from "../engine/refusal.ts";
import { nextVersion } from "../engine/writing.ts";
import { type Effect, offerSuggestions, offers, opportunities, showings } from "../tables.ts";
import { removeUnchangedTask, returnDueDate, returnTask } from "../tasks/date-tasks.ts";
import type { Movement, ShowingOutcome } from "./inputs.ts";
import { isCurrent, setSuggestion, suggestOffer } from "./offer-suggestion.ts";
import { isArranged } from "./shared-parts.ts";
import type { Stage } from "./stages.ts";

const dayColumns = { inspections_due_on: "inspectionsDueOn", closing_on: "closingOn" } as const;
type OpportunityDay = keyof typeof dayColumns;

/** Sets a day. @param on null clears it, undefined leaves it */
function setDay(name: OpportunityDay, on: (movement: Movement) => string | null | undefined): Consequence {
  const column = opportunities[dayColumns[name]];
  return async ({ database, opportunityId, movement }) => {
    const isMeant = eq(opportunities.id, opportunityId);
    const [row] = await database.select({ before: column }).from(opportunities).where(isMeant);
    const [before = null, after] = [row?.before, on(movement)];
    if (after === undefined || before === after) return [];
    await writeDay(database, name, opportunityId, after);
    return [{ on: name, id: opportunityId, before }];
  };
}

async function writeDay(database: Queries, name: OpportunityDay, id: string, day: string | null): Promise<void> {
  await database
    .update(opportunities)
    .set({ [dayColumns[name]]: day })
    .where(eq(opportunities.id, id));
}

/** For an opportunity that starts again. */
const forgetDays: readonly Consequence[] = [setDay("inspections_due_on", () => null), setDay("closing_on", () => null)];

/** An agent's showing is confirmed; an arranged one becomes so. */
const scheduleShowing: Consequence = async ({ database, opportunityId, workspaceId, movement }) => {
  if (movement.showingId) return confirmRequested(database, movement.showingId);
  if (!movement.showingAt) return [];
  const values = { workspaceId, opportunityId, state: "confirmed", startsAt: movement.showingAt };
  const added = await database.insert(showings).values(values).returning({ id: showings.id });
  return added.map(({ id }) => ({ on: "showing", id, before: null }));
};

async function confirmRequested(database: Queries, id: string): Promise<readonly Effect[]> {
  const requested = and(eq(showings.id, id), eq(showings.state, "requested"));
  const found = await database.select({ id: showings.id }).from(showings).where(requested);
  if (found.length === 0) return [];
  await setShowings(database, [id], "confirmed");
  const others = await dropOtherTimes(database, id);
  return [id, ...others].map((showingId) => ({ on: "showing", id: showingId, before: "requested" }));
}

/** Cancels the other times of a showing's request. @returns their ids */
export async function dropOtherTimes(database: Queries, settledId: string): Promise<readonly string[]> {
  const request = sql`(select settled.request_id from ${showings} as settled where settled.id = ${settledId})`;
  const isOther = sql`${showings.requestId} = ${request} and ${showings.id} <> ${settledId} and ${showings.state} = 'requested'`;
  const others = (await database.select({ id: showings.id }).from(showings).where(isOther)).map(({ id }) => id);
  await setShowings(database, others, "cancelled");
  return others;
}

const suggest: Consequence = async ({ database, opportunityId, workspaceId, accountId, movement }) => {
  const { price, expiresAt = null, terms = null, termsEs = null } = movement;
  if (!price || accountId === null) return [];
  const { id, replacedId } = await suggestOffer(database, {
    opportunityId,
    workspaceId,
    accountId,
    price,
    expiresAt,
    terms,
    termsEs,
  });
  const replaced: Effect[] = replacedId === null ? [] : [{ on: "suggestion", id: replacedId, before: "current" }];
  return [...replaced, { on: "suggestion", id, before: null }];
};

const sendOffer: Consequence = async (moving) => {
  const { database, opportunityId, workspaceId, movement } = moving;
  if (!movement.price) return [];
  const { amount: priceAmount, currency: priceCurrency } = movement.price;
  const values = { workspaceId, opportunityId, priceAmount, priceCurrency, expiresAt: movement.expiresAt ?? null };
  const withdrawn = await settleOffers("sent", "withdrawn")(moving);
  const countered = await endCounterOffer(database, opportunityId);
  const added = await database.insert(offers).values(values).returning({ id: offers.id });
  return [...withdrawn, ...countered, ...added.map(({ id }): Effect => ({ on: "offer", id, before: null }))];
};

/** Ends the counter-offer to an offer that was out before. */
async function endCounterOffer(database: Queries, opportunityId: string): Promise<readonly Effect[]> {
  const ended = await database
    .update(offerSuggestions)
    .set({ state: "replaced", ...nextVersion(offerSuggestions) })
    .where(sql`${isCurrent(opportunityId)} and ${offerSuggestions.isCounter}`)
    .returning({ id: offerSuggestions.id });
  return ended.map(({ id }) => ({ on: "suggestion", id, before: "current" }));
}

const acceptOffer: Consequence = async ({ database, opportunityId, movement }) => {
  if (!movement.price || !movement.acceptedOn) return [];
  const accepted = await database
    .update(offers)
    .set({
      state: "accepted",
      answeredAt: sql`clock_timestamp()`,
      acceptedPriceAmount: movement.price.amount,
      acceptedPriceCurrency: movement.price.currency,
      acceptedOn: movement.acceptedOn,
      ...nextVersion(offers),
    })
    .where(eq(offers.id, latestOffer(database, opportunityId)))
    .returning({ id: offers.id });
  return accepted.map(({ id }) => ({ on: "offer", id, before: "sent" }));
};

function latestOffer(database: Queries, opportunityId: string) {
  const isOut = and(eq(offers.opportunityId, opportunityId), eq(offers.state, "sent"));
  const latest = database
    .select({ id: offers.id })
    .from(offers)
    .where(isOut)
    .orderBy(desc(offers.sentAt), desc(offers.id));
  return sql`(${latest.limit(1)})`;
}

function settleOffers(from: string, to: string): Consequence {
  return async ({ database, opportunityId }) => {
    const settled = await database
      .update(offers)
      .set({ state: to, answeredAt: sql`clock_timestamp()`, ...nextVersion(offers) })
      .where(and(eq(offers.opportunityId, opportunityId), eq(offers.state, from)))
      .returning({ id: offers.id });
    return settled.map(({ id }) => ({ on: "offer", id, before: from }));
  };
}

const completeShowings: Consequence = async ({ database, opportunityId, movement }) => {
  const settled = await settledByCompleting(database, opportunityId, movement.showingOutcome ?? null);
  for (const state of ["held", "cancelled"] as const)
    await setShowings(
      database,
      settled.filter(({ after }) => after === state).map(({ id }) => id),
      state,
    );
  const retimed = retimedOf(settled, movement);
  for (const { id, at, isGuessed } of retimed)
    await database.update(showings).set({ startsAt: at, isTimeGuessed: isGuessed }).where(eq(showings.id, id));
  return [
    ...settled.map(({ id, before }): Effect => ({ on: "showing", id, before })),
    ...retimed.map(({ id, before }): Effect => ({ on: "showing_time", id, before })),
  ];
};

const quarter = 15 * 60_000;

/** The showings that took place at another time than was agreed on: those held early, or the only one that is over where that is said. */
function retimedOf(settled: readonly SettledShowing[], { heldAt = null, heldAtGuessed }: Movement) {
  const held = settled.filter(({ after }) => after === "held");
  const early = held.filter(({ isToCome }) => isToCome);
  const isOneOver = early.length === 0 && held.length === 1 && heldAt !== null;
  // Where nobody says when, it was held just before.
  const at = heldAt ?? new Date(Math.floor(Date.now() / quarter) * quarter).toISOString();
  const isGuessed = heldAt === null || heldAtGuessed === true;
  return (isOneOver ? held : early).map(({ id, startsAt: before }) => ({ id, at, isGuessed, before }));
}

/** @param which a condition by the opportunity's id */
const cancelShowings =
  (which: (opportunityId: string) => SQL | undefined): Consequence =>
  async ({ database, opportunityId }) => {
    const found = await database
      .select({ id: showings.id, before: showings.state })
      .from(showings)
      .where(which(opportunityId));
    await setShowings(
      database,
      found.map(({ id }) => id),
      "cancelled",
    );
    return found.map(({ id, before }) => ({ on: "showing", id, before }));
  };

const cancelArranged = cancelShowings(isArranged);

const cancelRequested = cancelShowings((id) => and(eq(showings.opportunityId, id), eq(showings.state, "requested")));

/** The sequence tells calendars. */
async function setShowings(database: Queries, ids: readonly string[], state: string): Promise<void> {
  if (ids.length === 0) return;
  await database
    .update(showings)
    .set({
      state,
      sequence: sql`${showings.sequence} + 1`,
      ...nextVersion(showings),
    })
    .where(inArray(showings.id, [...ids]));
}

const loseOffers: readonly Consequence[] = [
  settleOffers("sent", "withdrawn"),
  settleOffers("accepted", "fallen_through"),
];

const effectsOf: Readonly<Record<Stage, readonly Consequence[]>> = {
  open: [cancelArranged, ...loseOffers, ...forgetDays],
  showing_scheduled: [scheduleShowing],
  showing_complete: [completeShowings],
  offer_suggeted: [suggest],
  offer_sent: [sendOffer],
  offer_accepted: [acceptOffer],
  offer_declined: [settleOffers("sent", "declined")],
  inspections_underway: [
    setDay("inspections_due_on", ({ deadlineOn }) => deadlineOn ?? undefined),
    // When reopened, it has not closed on that day.
    setDay("closing_on", ({ from }) => (from === "closed" ? null : undefined)),
  ],
  closed: [cancelRequested, setDay("closing_on", ({ closedOn }) => closedOn)],
  lost: [cancelArranged, ...loseOffers],
};

/** Applies a move's effects. @returns them for an undo */
export async function applyEffects(moving: MoveContext): Promise<readonly Effect[]> {
  const effects: Effect[] = [];
  for (const consequence of effectsOf[moving.movement.to]) effects.push(...(await consequence(moving)));
  return effects;
}

const reversals: Readonly<Record<Effect["on"], (database: Queries, effect: Effect) => Promise<unknown>>> = {
  offer: (database, { id, before }) =>
    database
      .update(offers)
      .set({
        state: before ?? "undone",
        ...nextVersion(offers),
        ...(before === "sent" && {
          answeredAt: null,
          acceptedPriceAmount: null,
          acceptedPriceCurrency: null,
          acceptedOn: null,
        }),
      })
      .where(eq(offers.id, id)),
  showing: (database, { id, before }) => setShowings(database, [id], before ?? "cancelled"),
  showing_time: async (database, { id, before }) => {
    if (before === null) return;
    await database.update(showings).set({ startsAt: before, isTimeGuessed: false }).where(eq(showings.id, id));
  },
  suggestion: (database, { id, before }) => setSuggestion(database, id, before === null ? "undone" : "current"),
  task: (database, { id }) => removeUnchangedTask(database, id),
  task_due_on: returnDueDate,
  removed_task: returnTask,
  inspections_due_on: (database, { id, before }) => writeDay(database, "inspections_due_on", id, before),
  closing_on: (database, { id, before }) => writeDay(database, "closing_on", id, before),
};

/** The latest effect first. */
export async function revertEffects(database: Queries, effects: readonly Effect[]): Promise<void> {
  for (const effect of [...effects].reverse()) await reversals[effect.on](database, effect);
}

/** Makes the opportunity count as changed. */
export async function markUpdated(database: Queries, opportunityId: string): Promise<void> {
  await database.update(opportunities).set({ updatedAt: sql`now()` }).where(eq(opportunities.id, opportunityId));
}

interface SettledShowing {
  readonly id: string;
  readonly before: string;
  readonly after: "held" | "cancelled";
  /** As it was agreed on. */
  readonly startsAt: string;
  readonly isToCome: boolean;
}

/**
 * Showings that the move to "Showing complete" settles: past ones are held, and one answer is for those to come. Held early are
 * confirmed ones, or else the first. @param outcome null: no answer @throws Refusal 409 "showing_to_come" where one is needed
 */
async function settledByCompleting(
  database: Queries,
  opportunityId: string,
  outcome: ShowingOutcome | null,
): Promise<readonly SettledShowing[]> {
  const arranged = await database
    .select({
      id: showings.id,
      before: showings.state,
      startsAt: showings.startsAt,
      isToCome: sql<boolean>`${showings.startsAt} > clock_timestamp()`,
    })
    .from(showings)
    .where(isArranged(opportunityId))
    .orderBy(showings.startsAt, showings.id);
  const toCome = arranged.filter(({ isToCome }) => isToCome);
  if (toCome.length > 0 && outcome === null)
    throw conflict(
      "showing_to_come",
      "A showing is still to come. Say whether it was held early, is kept or cancelled.",
      {
        pointer: "/data/attributes/showing_outcome",
      },
    );
  const confirmed = toCome.filter(({ before }) => before === "confirmed");
  const early = outcome === "held" ? (confirmed.length > 0 ? confirmed : toCome.slice(0, 1)) : [];
  return arranged.flatMap((showing): SettledShowing[] => {
    if (!showing.isToCome || early.includes(showing)) return [{ ...showing, after: "held" }];
    return outcome === "to_come" ? [] : [{ ...showing, after: "cancelled" }];
  });
}

interface MoveContext {
  readonly database: Queries;
  readonly opportunityId: string;
  readonly workspaceId: string;
  /** Null for the client. */
  readonly accountId: string | null;
  readonly movement: Movement;
}

type Consequence = (moving: MoveContext) => Promise<readonly Effect[]>;
