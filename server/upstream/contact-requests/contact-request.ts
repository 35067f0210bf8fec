/** The resource `contact_request`: a message or registration from the public page, filed with a client. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { emailKeyOf } from "../clients/search-keys.ts";
import type { Route } from "../engine/action.ts";
import { idFilter, trueOrFalse } from "../engine/filters.ts";
import { computed, moment, text, uuid } from "../engine/record.ts";
import { defineTable, type ListRules } from "../engine/table.ts";
import { changeRoute, findRoute, listRoute, type RecordWrite } from "../engine/table-routes.ts";
import { changeRecord } from "../engine/writing.ts";
import { addMessage } from "../messages/add-message.ts";
import { mayAny } from "../permissions.ts";
import { mailInvitation, type PortalMailParts } from "../portal/invitation.ts";
import { contactRequests, portalAccess, contactRequests as table } from "../tables.ts";
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
  // Members who see their own records alone see no others' requests.
  can: (currentUser, { state }) =>
    state === "waiting" && mayAny(currentUser, "records.share") ? ["accept", "dismiss"] : [],
});

const contactRequestList: ListRules = {
  sorts: { inserted_at: { column: table.insertedAt, as: "moment" } },
  defaultSort: "inserted_at",
  filters: {
    client_id: idFilter(table.clientId),
    waiting: trueOrFalse((isTrue) => sql`(${table.settledAt} is null) = ${isTrue}`),
  },
  plannedByValue: ["client_id"],
};

const sender = z.object({
  kind: z.string(),
  name: z.string(),
  email: z.string(),
  message: z.string().nullable(),
  client_id: z.string(),
});

/** What agents do with requests of the public page. */
export function contactRequestRoutes(parts: PortalMailParts): readonly Route[] {
  return [
    listRoute(contactRequest, contactRequestList, "What people sent from the public page, oldest first"),
    findRoute(contactRequest, "What somebody sent from the public page"),
    changeRoute(contactRequest, {
      summary: "Accept a request; whoever registered is invited to the portal",
      method: "POST",
      below: "/acceptance",
      needs: "accept",
      async run(write) {
        if (await settle(write, "accepted")) await openThread(write);
        await inviteRegistered(write, parts);
      },
    }),
    changeRoute(contactRequest, {
      summary: "Dismiss a request",
      method: "POST",
      below: "/dismissal",
      needs: "dismiss",
      run: (write) => settle(write, "dismissed"),
    }),
  ];
}

function settle(write: RecordWrite, outcome: "accepted" | "dismissed"): Promise<boolean> {
  const settled = { outcome, settledAt: write.now.toISOString() };
  return changeRecord(write, contactRequest, outcome, settled, [], sql`${contactRequests.settledAt} is null`);
}

/** The message enters the thread once it is accepted. */
async function openThread({ database, currentUser, record }: RecordWrite): Promise<void> {
  const { name, email, message, client_id: clientId } = sender.parse(record.attributes);
  if (message === null) return;
  const write = { database, currentUser: { accountId: null, workspaceId: currentUser.workspaceId, actorName: name } };
  await addMessage(write, { clientId, source: "contact_form", authorEmail: emailKeyOf(email), body: message });
}

/** The address is proved; without access to the portal they are invited. */
async function inviteRegistered({ database, currentUser, record, now }: RecordWrite, parts: PortalMailParts) {
  const { kind, name, email, client_id: clientId } = sender.parse(record.attributes);
  if (kind !== "registration") return;
  const emailKey = emailKeyOf(email);
  const isIn = sql`${portalAccess.clientId} = ${clientId} and ${portalAccess.email} = ${emailKey}
    and ${portalAccess.acceptedAt} is not null`;
  const { rows } = await database.execute(sql`select from ${portalAccess} where ${isIn}`);
  if (rows.length === 0) await mailInvitation(database, parts, currentUser, { clientId, name, email, emailKey }, now);
}
