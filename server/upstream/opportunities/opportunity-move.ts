/** The resource `opportunity_move`: one step in an opportunity's history. It is written by moving, and never changes. */
import { computed, moment, text, uuid } from "../engine/attribute.ts";
import { idFilter } from "../engine/filters.ts";
import { moneyJson, moneySchema } from "../engine/money.ts";
import { defineTable, type ListRules } from "../engine/table.ts";
import { opportunityMoves } from "../tables.ts";
import { ofVisibleOpportunities } from "../visibility.ts";
import { day } from "./shared-parts.ts";

const table = opportunityMoves;

export const opportunityMove = defineTable({
  type: "opportunity_move",
  path: "/opportunity_moves",
  table,
  attributes: {
    from: text(table.fromStage),
    to: text(table.toStage),
    showing_at: moment(table.showingAt),
    price: computed(moneyJson(table.priceAmount, table.priceCurrency), moneySchema.nullable()),
    expires_at: moment(table.expiresAt),
    accepted_on: day(table.acceptedOn),
    deadline_on: day(table.deadlineOn),
    closed_on: day(table.closedOn),
    terms: text(table.terms),
    reason: text(table.reason),
    reason_text: text(table.reasonText),
    undoes_id: uuid(table.undoesId),
    actor_name: text(table.actorName),
    occurred_at: moment(table.occurredAt),
    opportunity_id: uuid(table.opportunityId),
  },
  scope: (currentUser) => ofVisibleOpportunities(table, currentUser),
  can: () => [],
});

export const opportunityMoveList: ListRules = {
  sorts: { occurred_at: { column: table.occurredAt, as: "moment" } },
  defaultSort: "-occurred_at",
  filters: { opportunity_id: idFilter(table.opportunityId) },
};
