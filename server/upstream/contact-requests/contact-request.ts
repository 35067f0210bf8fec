/** The resource `contact_request`: what somebody sent from the public page, once it is filed with a client. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { computed, moment, text, uuid } from "../engine/attribute.ts";
import { idFilter, trueOrFalse } from "../engine/filters.ts";
import { defineTable, type ListRules } from "../engine/table.ts";
import { mayAny } from "../permissions.ts";
import { contactRequests as table } from "../tables.ts";
import { ofVisibleClients } from "../visibility.ts";

export const contactRequest = defineTable({
  type: "contact_request",
  path: "/contact_requests",
  table,
  history: {
    topic: "portal",
    labels: {
      received: "Message from the public page",
      registered: "Registration from the public page",
      accepted: "Request from the public page accepted",
      dismissed: "Request from the public page dismissed",
    },
    holders: { client: table.clientId },
    contact: { received: true, registered: true },
  },
  attributes: {
    kind: text(table.kind),
    state: computed(sql`coalesce(${table.outcome}, 'waiting')`, z.enum(["waiting", "accepted", "dismissed"])),
    name: text(table.name),
    email: text(table.email),
    phone_number: text(table.phoneNumber),
    message: text(table.message),
    is_known: computed(sql`${table.isKnown}`, z.boolean()),
    is_confirmed: computed(sql`${table.confirmedAt} is not null`, z.boolean()),
    inserted_at: moment(table.insertedAt),
    updated_at: moment(table.updatedAt),
    client_id: uuid(table.clientId),
  },
  scope: (currentUser) => sql`${table.clientId} is not null and ${ofVisibleClients(table, currentUser)}`,
  // Who reaches only their own sees only their own, so whatever exists for them is theirs.
  can: (currentUser, { state }) =>
    state === "waiting" && mayAny(currentUser, "records.share") ? ["accept", "dismiss"] : [],
});

export const contactRequestList: ListRules = {
  sorts: { inserted_at: { column: table.insertedAt, as: "moment" } },
  defaultSort: "inserted_at",
  filters: {
    client_id: idFilter(table.clientId),
    waiting: trueOrFalse((isTrue) => sql`(${table.settledAt} is null) = ${isTrue}`),
  },
  plannedByValue: ["client_id"],
};
