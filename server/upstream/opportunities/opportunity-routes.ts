import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Route } from "../engine/action.ts";
import { idFilter, withinDays } from "../engine/filters.ts";
import { moneyJson, moneySchema } from "../engine/money.ts";
import { computed, moment, text, uuid } from "../engine/record.ts";
import { conflict, Refusal } from "../engine/refusal.ts";
import { defineTable, type ListRules } from "../engine/table.ts";
import { changeRoute, createRoute, findRoute, listRoute, type Write } from "../engine/table-routes.ts";
import { street } from "../packages/inputs.ts";
import { createPackage } from "../packages/package-routes.ts";
import { mayAny } from "../permissions.ts";
import { offers, opportunityMoves } from "../tables.ts";
import { ofVisibleOpportunities } from "../visibility.ts";
import { tidying, tidyUp, undoTidying } from "./after-closing.ts";
import { commentRoutes } from "./comment.ts";
import { movement, rank } from "./inputs.ts";
import { makeMove, undoMove } from "./moving.ts";
import { suggestionRoute } from "./offer-suggestion.ts";
import { openOpportunity } from "./open-opportunity.ts";
import { opportunity, opportunityList } from "./opportunity.ts";
import { changeOpportunity, opportunityChange } from "./opportunity-changes.ts";
import { day, ofState, pairOf } from "./shared-parts.ts";
import { showingRoutes } from "./showing-routes.ts";
import { stageCountsRoute } from "./stage-counts.ts";

const offerTable = offers;

const offer = defineTable({
  type: "offer",
  path: "/offers",
  table: offerTable,
  attributes: {
    state: text(offerTable.state),
    price: computed(moneyJson(offerTable.priceAmount, offerTable.priceCurrency), moneySchema),
    expires_at: moment(offerTable.expiresAt),
    sent_at: moment(offerTable.sentAt),
    answered_at: moment(offerTable.answeredAt),
    accepted_price: computed(
      moneyJson(offerTable.acceptedPriceAmount, offerTable.acceptedPriceCurrency),
      moneySchema.nullable(),
    ),
    accepted_on: day(offerTable.acceptedOn),
    opportunity_id: uuid(offerTable.opportunityId),
  },
  relationships: pairOf(offerTable.opportunityId),
  scope: (currentUser) => ofVisibleOpportunities(offerTable, currentUser),
  can: () => [],
});

const offerList: ListRules = {
  sorts: {
    sent_at: { column: offerTable.sentAt, as: "moment" },
    expires_at: { column: offerTable.expiresKey, as: "moment" },
  },
  defaultSort: "-sent_at",
  filters: {
    opportunity_id: idFilter(offerTable.opportunityId),
    state: ofState(offerTable.state, ["sent", "accepted", "declined", "withdrawn", "fallen_through", "undone"]),
    expires_within_days: withinDays((days) => sql`${offerTable.expiresKey} < now() + ${days}`),
  },
  plannedByValue: ["opportunity_id", "state"],
};

const moveTable = opportunityMoves;

const opportunityMove = defineTable({
  type: "opportunity_move",
  path: "/opportunity_moves",
  table: moveTable,
  attributes: {
    from: text(moveTable.fromStage),
    to: text(moveTable.toStage),
    showing_at: moment(moveTable.showingAt),
    price: computed(moneyJson(moveTable.priceAmount, moveTable.priceCurrency), moneySchema.nullable()),
    expires_at: moment(moveTable.expiresAt),
    accepted_on: day(moveTable.acceptedOn),
    deadline_on: day(moveTable.deadlineOn),
    closed_on: day(moveTable.closedOn),
    terms: text(moveTable.terms),
    reason: text(moveTable.reason),
    reason_text: text(moveTable.reasonText),
    undoes_id: uuid(moveTable.undoesId),
    actor_name: text(moveTable.actorName),
    occurred_at: moment(moveTable.occurredAt),
    opportunity_id: uuid(moveTable.opportunityId),
  },
  scope: (currentUser) => ofVisibleOpportunities(moveTable, currentUser),
  can: () => [],
});

const opportunityMoveList: ListRules = {
  sorts: { occurred_at: { column: moveTable.occurredAt, as: "moment" } },
  defaultSort: "-occurred_at",
  filters: { opportunity_id: idFilter(moveTable.opportunityId) },
};

const creation = z.object({
  clientId: z.uuid("Choose a client."),
  packageId: z.uuid("Choose a property.").nullish(),
  // The address of a property that the workspace does not have yet.
  street: street.nullish(),
  rank: rank.optional(),
});

async function create(write: Write<z.output<typeof creation>>): Promise<string> {
  const { database, currentUser, attributes } = write;
  const { clientId, packageId = null, street = null, rank } = attributes;
  const property = packageId ?? (street === null ? null : await createPackage({ ...write, attributes: { street } }));
  if (property === null) throw propertyMissing();
  const { id, isNew } = await openOpportunity(database, currentUser, { clientId, packageId: property, rank });
  if (!isNew)
    throw conflict("already_open", "This client already has an open opportunity for this property.", {
      pointer: "/data/attributes/package_id",
    });
  return id;
}

const propertyMissing = () =>
  new Refusal([
    {
      status: 400,
      code: "required",
      detail: "Choose a property, or give the address of a new one.",
      source: { pointer: "/data/attributes/package_id" },
    },
  ]);

export const opportunityRoutes: readonly Route[] = [
  listRoute(opportunity, opportunityList, "Opportunities, newest first"),
  findRoute(opportunity, "An opportunity, with the moves that its stage allows"),
  createRoute(opportunity, {
    summary: "Open an opportunity of a client with a package, or with a new one by its address",
    input: creation,
    may: (currentUser) => mayAny(currentUser, "records.create"),
    run: create,
  }),
  changeRoute(opportunity, {
    summary: "Change an opportunity's rank, its days, and the price and days of its latest offer",
    input: opportunityChange,
    run: changeOpportunity,
  }),
  changeRoute(opportunity, {
    summary: "Move an opportunity to another stage",
    method: "POST",
    below: "/moves",
    input: movement,
    needs: "move",
    run: makeMove,
  }),
  changeRoute(opportunity, {
    summary: "Undo an opportunity's latest move, within ten minutes",
    method: "POST",
    below: "/undoing",
    input: z.object({ moveId: z.uuid() }),
    needs: "move",
    run: undoMove,
  }),
  changeRoute(opportunity, {
    summary:
      "After closing: complete the deal's tasks, mark others' deals on its property as lost, and add the client's next step",
    method: "POST",
    below: "/after_closing",
    input: tidying,
    needs: "move",
    run: tidyUp,
  }),
  changeRoute(opportunity, {
    summary: "Undo what was done after closing, within ten minutes and as far as nobody changed it since",
    method: "POST",
    below: "/after_closing/undoing",
    input: z.object({ afterClosingId: z.uuid() }),
    needs: "move",
    run: undoTidying,
  }),
  suggestionRoute,
  stageCountsRoute,
  listRoute(opportunityMove, opportunityMoveList, "Moves of opportunities, newest first"),
  listRoute(offer, offerList, "Offers, newest first"),
  ...showingRoutes,
  ...commentRoutes,
];
