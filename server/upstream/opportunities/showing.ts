/** The resource `showing`: an appointment at the property. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { idFilter, withinDays } from "../engine/filters.ts";
import { computed, integer, moment, text, uuid } from "../engine/record.ts";
import { defineTable, type ListRules } from "../engine/table.ts";
import { mayAny } from "../permissions.ts";
import { showings } from "../tables.ts";
import { ofVisibleOpportunities } from "../visibility.ts";
import { ofState, opportunityHolders, pairOf } from "./shared-parts.ts";

const table = showings;

export const showing = defineTable({
  type: "showing",
  path: "/showings",
  table,
  history: {
    topic: "showings",
    labels: {
      requested: "Showing requested",
      confirmed: "Showing confirmed",
      moved: "Showing changed",
      cancelled: "Showing cancelled",
    },
    holders: opportunityHolders(table.opportunityId),
    contact: { requested: true, confirmed: true, moved: true, cancelled: true },
    summary: ["starts_at"],
  },
  attributes: {
    state: text(table.state),
    starts_at: moment(table.startsAt),
    is_time_guessed: computed(
      sql`${table.isTimeGuessed}`,
      z.boolean().describe("Whether only the day is known on which it took place"),
    ),
    duration_minutes: integer(table.durationMinutes),
    note: text(table.note),
    // A client; null where staff asked.
    requested_by_name: text(table.requestedByName),
    request_id: computed(
      sql`${table.requestId}`,
      z
        .uuid()
        .nullable()
        .describe("The same for the times of one request, of which one is confirmed; null where staff asked"),
    ),
    // RFC 5545 3.8.4.7: stays the same through all changes.
    uid: computed(sql`'showing-' || ${table.id}`, z.string()),
    sequence: integer(table.sequence),
    inserted_at: moment(table.insertedAt),
    updated_at: moment(table.updatedAt),
    opportunity_id: uuid(table.opportunityId),
  },
  relationships: pairOf(table.opportunityId),
  scope: (currentUser) => ofVisibleOpportunities(table, currentUser),
  // Members who see their own records alone see no others' showings.
  can: (currentUser, { state }) => {
    if (!mayAny(currentUser, "records.edit") || state === "held" || state === "cancelled") return [];
    return state === "requested" ? ["update", "confirm", "cancel"] : ["update", "cancel"];
  },
});

export const showingList: ListRules = {
  sorts: {
    starts_at: { column: table.startsAt, as: "moment" },
    inserted_at: { column: table.insertedAt, as: "moment" },
  },
  defaultSort: "-starts_at",
  filters: {
    opportunity_id: idFilter(table.opportunityId),
    state: ofState(table.state, ["requested", "confirmed", "cancelled", "held"]),
    older_than_days: withinDays((days) => sql`${table.insertedAt} < now() - ${days}`),
  },
  plannedByValue: ["opportunity_id", "state"],
};
