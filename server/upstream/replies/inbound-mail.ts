/** The resource `inbound_mail`: a reply by email that an agent has to look at, or had to. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { computed, moment, text, uuid } from "../engine/attribute.ts";
import { idFilter, trueOrFalse } from "../engine/filters.ts";
import { defineTable, type ListRules } from "../engine/table.ts";
import { mayAny } from "../permissions.ts";
import { replyAddresses, inboundMails as table } from "../tables.ts";
import { ofVisibleClients } from "../visibility.ts";
import { automaticSigns } from "./automatic.ts";

const ofStaff = sql`exists (select from ${replyAddresses}
  where ${replyAddresses.id} = ${table.replyAddressId} and ${replyAddresses.accountId} is not null)`;

export const inboundMail = defineTable({
  type: "inbound_mail",
  path: "/inbound_mails",
  table,
  history: {
    topic: "messages",
    labels: { accepted: "Reply by email accepted", dismissed: "Reply by email dismissed" },
    holders: { client: table.clientId },
  },
  attributes: {
    state: computed(sql`${table.state}`, z.enum(["waiting", "added", "dismissed"])),
    // Why it waited: it came from another address, its sender is not proved, a member sends payment details, or it looks automatic.
    doubt: computed(sql`${table.reason}`, z.enum(["other_sender", "not_proved", "payment_details", ...automaticSigns])),
    is_of_staff: computed(ofStaff, z.boolean()),
    author_name: text(table.authorName),
    from_address: text(table.fromAddress),
    body: text(table.body),
    original: text(table.original),
    attachment_names: computed(sql`${table.attachmentNames}`, z.array(z.string())),
    message_id: uuid(table.messageId),
    client_id: uuid(table.clientId),
    inserted_at: moment(table.insertedAt),
    updated_at: moment(table.updatedAt),
  },
  // Only what waited for an agent is shown: the others are messages, or nothing.
  scope: (currentUser) => sql`${table.fromAddress} is not null and ${ofVisibleClients(table, currentUser)}`,
  can: (currentUser, { state }) =>
    state === "waiting" && mayAny(currentUser, "records.share") ? ["accept", "dismiss"] : [],
});

export const inboundMailList: ListRules = {
  sorts: { inserted_at: { column: table.insertedAt, as: "moment" } },
  defaultSort: "inserted_at",
  filters: {
    client_id: idFilter(table.clientId),
    waiting: trueOrFalse((isTrue) => sql`(${table.state} = 'waiting') = ${isTrue}`),
  },
  plannedByValue: ["client_id"],
};
