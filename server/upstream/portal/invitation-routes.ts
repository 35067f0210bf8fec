import { sql } from "drizzle-orm";
import { z } from "zod";
import { client } from "../clients/client.ts";
import { email } from "../clients/inputs.ts";
import { emailKeyOf } from "../clients/search-keys.ts";
import type { Route } from "../engine/action.ts";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { readOne } from "../engine/reading.ts";
import type { WireRecord } from "../engine/record.ts";
import { forbidden, invalidAttribute } from "../engine/refusal.ts";
import {
  changeRoute,
  createRoute,
  findRoute,
  listRoute,
  type RecordWrite,
  type Write,
} from "../engine/table-routes.ts";
import { changeRecord } from "../engine/writing.ts";
import { mayAny } from "../permissions.ts";
import { clientPeople, portalInvitations } from "../tables.ts";
import { invitationList, portalInvitation } from "./invitation.ts";
import { type Invited, mailInvitation, type PortalMailParts } from "./invitation-mails.ts";

/** The staff's calls about who may enter a client's portal. */

const creation = z.object({ clientId: z.uuid(), email: email.optional() });
const contact = z.object({ name: z.string(), email: z.string().nullable(), archived_at: z.string().nullable() });
const invited = z.object({ client_id: z.string(), email: z.string() });

/** @param email of one of the household; the client's own when not given @throws Refusal 400 for any other address */
async function findInvited(database: Queries, record: WireRecord, email: string | undefined): Promise<Invited> {
  const { archived_at, ...own } = contact.parse(record.attributes);
  if (archived_at !== null) throw invalidAttribute("client_id", "This client is archived. Restore the client first.");
  const address = email ?? own.email;
  if (address === null)
    throw invalidAttribute("email", `${own.name} has no email address. Add one to the client first.`);
  const emailKey = emailKeyOf(address);
  const [person] = await database
    .select({ name: clientPeople.name, email: clientPeople.email })
    .from(clientPeople)
    .where(sql`${clientPeople.clientId} = ${record.id} and ${clientPeople.emailKey} = ${emailKey}`);
  // The client may be several, one of whom has the client's own address.
  if (person) return { name: person.name, email: person.email ?? address, emailKey, clientId: record.id };
  if (own.email !== null && emailKey === emailKeyOf(own.email))
    return { name: own.name, email: own.email, emailKey, clientId: record.id };
  throw invalidAttribute("email", "This address belongs to nobody in the household.");
}

/** Everything about invitations. */
export function invitationRoutes(parts: PortalMailParts): readonly Route[] {
  /** Inviting somebody again renews the invitation that is there. */
  async function invite(write: Write<z.output<typeof creation>>): Promise<string> {
    const { database, currentUser, attributes, now } = write;
    const { record } = await readOne(database, client, currentUser, attributes.clientId, { isLocked: true });
    if (!mayAny(currentUser, "records.share")) throw forbidden();
    return send(write, await findInvited(database, record, attributes.email), "sent", now);
  }

  async function sendAgain(write: RecordWrite): Promise<void> {
    const { database, currentUser, record, now } = write;
    const { client_id: clientId, email: address } = invited.parse(record.attributes);
    const { record: holder } = await readOne(database, client, currentUser, clientId);
    await send(write, await findInvited(database, holder, address), "sent_again", now);
  }

  async function send(write: Write, person: Invited, event: "sent" | "sent_again", now: Date): Promise<string> {
    const { database, currentUser } = write;
    const id = await mailInvitation(database, parts, currentUser, person, now);
    const changes = [{ field: "email", before: null, after: person.email }];
    await recordEvent({ database, currentUser }, portalInvitation, event, id, changes);
    return id;
  }

  return [
    listRoute(portalInvitation, invitationList, "Who was invited to the portals of clients, oldest first"),
    findRoute(portalInvitation, "An invitation to a client's portal"),
    createRoute(portalInvitation, {
      summary: "Invite the client, or someone of the household, to the portal; inviting again renews the invitation",
      input: creation,
      may: (currentUser) => mayAny(currentUser, "records.share"),
      run: invite,
    }),
    changeRoute(portalInvitation, {
      summary: "Send an invitation again, with another link",
      method: "POST",
      below: "/sending",
      needs: "send",
      run: sendAgain,
    }),
    changeRoute(portalInvitation, {
      summary: "Revoke an invitation: the portal is closed to that person from the next request on",
      method: "POST",
      below: "/revocation",
      needs: "revoke",
      run: revoke,
    }),
  ];
}

async function revoke(write: RecordWrite): Promise<void> {
  const { email: address } = invited.parse(write.record.attributes);
  const revoked = { revokedAt: write.now.toISOString() };
  const changes = [{ field: "email", before: address, after: null }];
  await changeRecord(write, portalInvitation, "revoked", revoked, changes, sql`${portalInvitations.revokedAt} is null`);
}
