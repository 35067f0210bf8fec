/** The resource `portal_invitation`: whether someone of a client's household may enter the portal. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { computed, moment, text, uuid } from "../engine/attribute.ts";
import { idFilter } from "../engine/filters.ts";
import { defineTable, type ListRules } from "../engine/table.ts";
import { mayAny } from "../permissions.ts";
import { portalInvitations } from "../tables.ts";
import { ofVisibleClients } from "../visibility.ts";

const table = portalInvitations;

/** Of somebody without a row there is none: they have not been invited. */
const invitationStates = ["sent", "accepted", "expired", "revoked", "bounced"] as const;

// The outbox knows for as long as it keeps the mail; from then on an invitation that never arrived has expired.
const state = sql`case
  when ${table.revokedAt} is not null then 'revoked'
  when ${table.acceptedAt} is not null then 'accepted'
  when exists (select from mail.outbox where id = ${table.mailId} and state = 'failed') then 'bounced'
  when ${table.expiresAt} <= now() then 'expired'
  else 'sent' end`;

export const portalInvitation = defineTable({
  type: "portal_invitation",
  path: "/portal_invitations",
  table,
  history: {
    topic: "portal",
    labels: {
      sent: "Invited to the client portal",
      sent_again: "Invitation to the client portal sent again",
      accepted: "Invitation to the client portal accepted",
      revoked: "Access to the client portal revoked",
    },
    holders: { client: table.clientId },
  },
  attributes: {
    state: computed(state, z.enum(invitationStates)),
    email: text(table.emailKey),
    sent_at: moment(table.sentAt),
    expires_at: moment(table.expiresAt),
    accepted_at: moment(table.acceptedAt),
    revoked_at: moment(table.revokedAt),
    last_seen_at: moment(table.lastSeenAt),
    inserted_at: moment(table.insertedAt),
    updated_at: moment(table.updatedAt),
    client_id: uuid(table.clientId),
  },
  scope: (currentUser) => ofVisibleClients(table, currentUser),
  // Who reaches only their own sees only their own, so whatever exists for them is theirs.
  can: (currentUser, { state }) => {
    if (!mayAny(currentUser, "records.share")) return [];
    return state === "accepted" ? ["revoke"] : ["send", "revoke"];
  },
});

export const invitationList: ListRules = {
  sorts: { inserted_at: { column: table.insertedAt, as: "moment" } },
  defaultSort: "inserted_at",
  filters: { client_id: idFilter(table.clientId) },
  plannedByValue: ["client_id"],
};
