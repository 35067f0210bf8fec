/** The resource `showing`: an appointment to see the property of an opportunity. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { computed, integer, moment, text, uuid } from "../engine/attribute.ts";
import { idFilter } from "../engine/filters.ts";
import { defineTable, type ListRules, type TableResource } from "../engine/table.ts";
import { accessScopeOf } from "../permissions.ts";
import { ofOpportunitiesOf } from "../tenancy.ts";
import { ofState, pairOf, withinDays } from "./shared-parts.ts";
import { showings } from "./tables.ts";

const table = showings;

export const showing: TableResource = defineTable({
  type: "showing",
  path: "/showings",
  table,
  id: table.id,
  version: table.version,
  attributes: {
    state: text(table.state),
    starts_at: moment(table.startsAt),
    duration_minutes: integer(table.durationMinutes),
    note: text(table.note),
    // RFC 5545 3.8.4.7: the same for as long as the appointment lives, whatever changes about it.
    uid: computed(sql`'showing-' || ${table.id}`, z.string()),
    sequence: integer(table.sequence),
    inserted_at: moment(table.insertedAt),
    updated_at: moment(table.updatedAt),
    opportunity_id: uuid(table.opportunityId),
  },
  relationships: pairOf(sql`${table.opportunityId}`),
  scope: (currentUser) => ofOpportunitiesOf(table, currentUser),
  // Who reaches only their own sees only their own, so whatever exists for them is theirs.
  can: (currentUser, { state }) => {
    if (accessScopeOf(currentUser, "records.edit") === "no" || state === "held" || state === "cancelled") return [];
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
    opportunity_id: idFilter(table.opportunityId, "An opportunity"),
    state: ofState(table.state, ["requested", "confirmed", "cancelled", "held"]),
    older_than_days: withinDays((days) => sql`${table.insertedAt} < now() - ${days}`),
  },
  plannedByValue: ["opportunity_id", "state"],
};
