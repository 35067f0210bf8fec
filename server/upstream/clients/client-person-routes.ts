import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Route } from "../engine/action.ts";
import { changesOf } from "../engine/history.ts";
import { phoneNumber } from "../engine/inputs.ts";
import type { Queries } from "../engine/queries.ts";
import { invalidAttribute } from "../engine/refusal.ts";
import {
  changeRoute,
  createRoute,
  findRoute,
  type RecordWrite,
  removeRoute,
  type Write,
} from "../engine/table-routes.ts";
import {
  changeRecord,
  createRecord,
  nextVersion,
  refuseDuplicate,
  removeRecord,
  requireRecord,
} from "../engine/writing.ts";
import { mintToken } from "../identity/tokens.ts";
import { mayAny } from "../permissions.ts";
import { clientPeople, clients, messageDrafts, portalCalendars, portalInvitations, sessions } from "../tables.ts";
import { client } from "./client.ts";
import { clientPerson } from "./client-person.ts";
import { maxPeople, name, optionalEmail, refuseSampleAddress, requireReachable } from "./inputs.ts";
import { optionalEmailKeyOf } from "./search-keys.ts";

const creation = z.object({
  clientId: z.uuid(),
  name,
  email: optionalEmail.default(null),
  phoneNumber: phoneNumber.default(null),
});

const change = z.object({
  name: name.optional(),
  email: optionalEmail.optional(),
  phoneNumber: phoneNumber.optional(),
});

const contact = z.object({ email: z.string().nullable(), phone_number: z.string().nullable() });

/** @throws Refusal 400 when the household is full @param clientId of a locked client */
async function checkRoom(database: Queries, clientId: string): Promise<void> {
  const people = await database.$count(clientPeople, sql`${clientPeople.clientId} = ${clientId}`);
  if (people >= maxPeople) throw invalidAttribute("email", `A household has room for ${maxPeople} people.`);
}

const addressTaken = () => invalidAttribute("email", "This address belongs to the household already.");

async function add(write: Write<z.output<typeof creation>>): Promise<string> {
  const { database, currentUser, attributes } = write;
  requireReachable(attributes);
  const { attributes: holder } = await requireRecord(write, client, attributes.clientId, "update", { isLocked: true });
  if (holder.is_sample === true) refuseSampleAddress(attributes.email);
  await checkRoom(database, attributes.clientId);
  const values = {
    ...attributes,
    emailKey: optionalEmailKeyOf(attributes.email),
    workspaceId: currentUser.workspaceId,
  };
  return refuseDuplicate(createRecord(write, clientPerson, "added", values), "client_people_email", addressTaken);
}

async function update(write: RecordWrite<z.output<typeof change>>): Promise<void> {
  const { record, attributes } = write;
  const changes = changesOf(record, attributes);
  if (changes.length === 0) return;
  const { email, phone_number: phone } = contact.parse(record.attributes);
  const wanted = {
    email: attributes.email === undefined ? email : attributes.email,
    phoneNumber: attributes.phoneNumber === undefined ? phone : attributes.phoneNumber,
  };
  if (wanted.email !== email || wanted.phoneNumber !== phone) requireReachable(wanted);
  const keys = { emailKey: optionalEmailKeyOf(wanted.email) };
  const written = changeRecord(write, clientPerson, "updated", { ...attributes, ...keys }, changes);
  await refuseDuplicate(written, "client_people_email", addressTaken);
  if (attributes.email !== undefined) await leave(write, optionalEmailKeyOf(attributes.email));
}

async function remove(write: RecordWrite): Promise<void> {
  const { name, email, phone_number } = write.record.attributes;
  const known = Object.entries({ name, email, phone_number });
  const changes = known.map(([field, before]) => ({ field, before, after: null }));
  await removeRecord(write, clientPerson, "removed", changes);
  await leave(write, null);
}

const placed = z.object({ client_id: z.string(), email: z.string().nullable() });

/** @param newKey null for a removed person */
function leave({ database, record, now }: RecordWrite, newKey: string | null): Promise<void> {
  const { client_id: clientId, email } = placed.parse(record.attributes);
  return leaveHousehold(database, { clientId, emailKey: optionalEmailKeyOf(email), newKey }, now);
}

export const clientPersonRoutes: readonly Route[] = [
  findRoute(clientPerson, "A person of a client's household"),
  createRoute(clientPerson, {
    summary: "Add a person to a client's household",
    input: creation,
    may: (currentUser) => mayAny(currentUser, "records.edit"),
    run: add,
  }),
  changeRoute(clientPerson, {
    summary: "Change a person of a household",
    input: change,
    run: update,
  }),
  removeRoute(clientPerson, { summary: "Remove a person from a household", run: remove }),
];

interface Left {
  readonly clientId: string;
  readonly emailKey: string | null;
  readonly newKey: string | null;
}

/** Ends access, calendar and sessions of an address, unless somebody of the household still has it. */
export async function leaveHousehold(
  database: Queries,
  { clientId, emailKey, newKey }: Left,
  now: Date,
): Promise<void> {
  if (emailKey === null || emailKey === newKey) return;
  const isGone = sql`not exists (select from ${clients} where ${clients.id} = ${clientId} and ${clients.emailKey} = ${emailKey})
    and not exists (select from ${clientPeople} where ${clientPeople.clientId} = ${clientId} and ${clientPeople.emailKey} = ${emailKey})`;
  await moveDraft(database, { clientId, emailKey, newKey }, isGone);
  const ended = await database
    .update(portalInvitations)
    .set({
      ...nextVersion(portalInvitations),
      revokedAt: sql`coalesce(${portalInvitations.revokedAt}, ${now.toISOString()})`,
      tokenHash: mintToken().hash,
      earlierTokenHash: null,
    })
    .where(
      sql`${portalInvitations.clientId} = ${clientId} and ${portalInvitations.emailKey} = ${emailKey} and ${isGone}`,
    )
    .returning({ id: portalInvitations.id });
  for (const { id } of ended) {
    await database.delete(portalCalendars).where(sql`${portalCalendars.invitationId} = ${id}`);
    await database
      .update(sessions)
      .set({ revokedAt: now })
      .where(sql`${sessions.clientEmail} = ${emailKey} and ${sessions.revokedAt} is null`);
  }
}

async function moveDraft(database: Queries, { clientId, emailKey, newKey }: Left, isGone: SQL): Promise<void> {
  const isOf = sql`${messageDrafts.clientId} = ${clientId} and ${messageDrafts.email} = ${emailKey} and ${isGone}`;
  if (newKey !== null)
    await database
      .update(messageDrafts)
      .set({ ...nextVersion(messageDrafts), email: newKey })
      .where(sql`${isOf} and not exists (select from ${messageDrafts} other
        where other.client_id = ${clientId} and other.email = ${newKey})`);
  await database.delete(messageDrafts).where(isOf);
}
