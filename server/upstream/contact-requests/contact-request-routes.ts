import { sql } from "drizzle-orm";
import { z } from "zod";
import { emailKeyOf } from "../clients/search-keys.ts";
import type { Route } from "../engine/action.ts";
import { changeRoute, findRoute, listRoute, type RecordWrite } from "../engine/table-routes.ts";
import { changeRecord } from "../engine/writing.ts";
import { addMessage } from "../messages/add-message.ts";
import { mailInvitation, type PortalMailParts } from "../portal/invitation-mails.ts";
import { contactRequests, portalAccess } from "../tables.ts";
import { contactRequest, contactRequestList } from "./contact-request.ts";

const sender = z.object({
  kind: z.string(),
  name: z.string(),
  email: z.string(),
  message: z.string().nullable(),
  client_id: z.string(),
});

/** What agents do with what came from the public page. */
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

/** A first message is in the client's thread once it is accepted: until then nobody has looked at who sent it. */
async function openThread({ database, currentUser, record }: RecordWrite): Promise<void> {
  const { name, email, message, client_id: clientId } = sender.parse(record.attributes);
  if (message === null) return;
  const write = { database, currentUser: { accountId: null, workspaceId: currentUser.workspaceId, actorName: name } };
  await addMessage(write, { clientId, source: "contact_form", authorEmail: emailKeyOf(email), body: message });
}

/** Whoever registered has proved the address. They get an invitation, unless the portal is open to them already. */
async function inviteRegistered({ database, currentUser, record, now }: RecordWrite, parts: PortalMailParts) {
  const { kind, name, email, client_id: clientId } = sender.parse(record.attributes);
  if (kind !== "registration") return;
  const emailKey = emailKeyOf(email);
  const isIn = sql`${portalAccess.clientId} = ${clientId} and ${portalAccess.email} = ${emailKey}
    and ${portalAccess.acceptedAt} is not null`;
  const { rows } = await database.execute(sql`select from ${portalAccess} where ${isIn}`);
  if (rows.length === 0) await mailInvitation(database, parts, currentUser, { clientId, name, email, emailKey }, now);
}
