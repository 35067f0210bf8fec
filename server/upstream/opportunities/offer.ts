/** The resource `offer`: a price that was sent to the seller, and what became of it. It is written by moving. */
import { sql } from "drizzle-orm";
import { computed, moment, text, uuid } from "../engine/attribute.ts";
import { idFilter, withinDays } from "../engine/filters.ts";
import { moneyJson, moneySchema } from "../engine/money.ts";
import { defineTable, type ListRules } from "../engine/table.ts";
import { offers } from "../tables.ts";
import { ofVisibleOpportunities } from "../visibility.ts";
import { day, ofState, pairOf } from "./shared-parts.ts";

const table = offers;

export const offer = defineTable({
  type: "offer",
  path: "/offers",
  table,
  attributes: {
    state: text(table.state),
    price: computed(moneyJson(table.priceAmount, table.priceCurrency), moneySchema),
    expires_at: moment(table.expiresAt),
    sent_at: moment(table.sentAt),
    answered_at: moment(table.answeredAt),
    accepted_price: computed(moneyJson(table.acceptedPriceAmount, table.acceptedPriceCurrency), moneySchema.nullable()),
    accepted_on: day(table.acceptedOn),
    opportunity_id: uuid(table.opportunityId),
  },
  relationships: pairOf(table.opportunityId),
  scope: (currentUser) => ofVisibleOpportunities(table, currentUser),
  can: () => [],
});

export const offerList: ListRules = {
  sorts: {
    sent_at: { column: table.sentAt, as: "moment" },
    expires_at: { column: table.expiresKey, as: "moment" },
  },
  defaultSort: "-sent_at",
  filters: {
    opportunity_id: idFilter(table.opportunityId),
    state: ofState(table.state, ["sent", "accepted", "declined", "withdrawn", "fallen_through", "undone"]),
    expires_within_days: withinDays((days) => sql`${table.expiresKey} < now() + ${days}`),
  },
  plannedByValue: ["opportunity_id", "state"],
};
