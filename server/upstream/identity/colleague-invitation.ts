/** The resource `colleague_invitation`: an address that was invited to work in a workspace. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { computed, moment, text } from "../engine/attribute.ts";
import { trueOrFalse } from "../engine/filters.ts";
import { defineTable, type ListRules } from "../engine/table.ts";
import { inWorkspace } from "../engine/tenancy.ts";
import { may } from "../permissions.ts";
import { colleagueInvitations } from "../tables.ts";

const table = colleagueInvitations;

const states = ["sent", "accepted", "expired", "revoked", "bounced"] as const;

// The outbox knows for as long as it keeps the mail; from then on an invitation that never arrived has expired.
const state = sql`case
  when ${table.acceptedAt} is not null then 'accepted'
  when ${table.revokedAt} is not null then 'revoked'
  when exists (select from mail.outbox where id = ${table.mailId} and state = 'failed') then 'bounced'
  when ${table.expiresAt} <= now() then 'expired'
  else 'sent' end`;

export const colleagueInvitation = defineTable({
  type: "colleague_invitation",
  path: "/colleague_invitations",
  table,
  history: {
    topic: "workspace",
    labels: {
      sent: "Colleague invited",
      sent_again: "Invitation of a colleague sent again",
      accepted: "Invitation of a colleague accepted",
      revoked: "Invitation of a colleague revoked",
    },
  },
  attributes: {
    state: computed(state, z.enum(states)),
    email: text(table.email),
    role: text(table.role),
    sent_at: moment(table.sentAt),
    expires_at: moment(table.expiresAt),
    accepted_at: moment(table.acceptedAt),
    revoked_at: moment(table.revokedAt),
    inserted_at: moment(table.insertedAt),
    updated_at: moment(table.updatedAt),
  },
  scope: (currentUser) =>
    sql`${inWorkspace(table, currentUser)} and ${may(currentUser, "members.manage") ? sql`true` : sql`false`}`,
  can: (_currentUser, { state }) => (state === "accepted" ? [] : ["send", "revoke"]),
});

export const colleagueInvitationList: ListRules = {
  sorts: { inserted_at: { column: table.insertedAt, as: "moment" } },
  defaultSort: "-inserted_at",
  filters: {
    open: trueOrFalse((isTrue) => sql`(${table.acceptedAt} is null and ${table.revokedAt} is null) = ${isTrue}`),
  },
};
