import { sql } from "drizzle-orm";
import { z } from "zod";
import { isDuplicate } from "../../database/fault.ts";
import { changesOf, recordActivity } from "../activities/activity-log.ts";
import type { Route } from "../engine/action.ts";
import type { Queries } from "../engine/queries.ts";
import { readOne } from "../engine/reading.ts";
import { forbidden, invalidAttribute } from "../engine/refusal.ts";
import {
  changeRoute,
  createRoute,
  findRoute,
  isRecord,
  type RecordWrite,
  removeRoute,
  type Write,
} from "../engine/table-routes.ts";
import { accessScopeOf } from "../permissions.ts";
import { client } from "./client.ts";
import { clientPerson } from "./client-person.ts";
import { email, name, phoneNumber } from "./inputs.ts";
import { emailKeyOf } from "./search-keys.ts";
import { clientPeople } from "./tables.ts";

const creation = z.object({ clientId: z.uuid(), name, email, phoneNumber: phoneNumber.optional() });
const change = z.object({
  name: name.optional(),
  email: email.optional(),
  phoneNumber: phoneNumber.optional(),
});

/** Each of them is mailed whatever is shared with the client. */
const mostPeople = 20;

/** @throws Refusal 400 when the household has no room for one more. @param clientId of a client who is locked */
async function checkRoom(database: Queries, clientId: string): Promise<void> {
  const people = await database.$count(clientPeople, sql`${clientPeople.clientId} = ${clientId}`);
  if (people >= mostPeople) throw invalidAttribute("email", `A household has room for ${mostPeople} people.`);
}

/** One address stands once in a household. */
async function refuseDuplicate<Result>(write: Promise<Result>): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    if (!isDuplicate(error, "client_people_email")) throw error;
    throw invalidAttribute("email", "This address belongs to the household already.");
  }
}

async function add({ database, currentUser, attributes }: Write<z.output<typeof creation>>): Promise<string> {
  const { clientId } = attributes;
  const { record } = await readOne(database, client, currentUser, isRecord(client, clientId), { isLocked: true });
  if (!record.can?.includes("update")) throw forbidden();
  await checkRoom(database, clientId);
  const values = { ...attributes, emailKey: emailKeyOf(attributes.email), workspaceId: currentUser.workspaceId };
  const inserted = database.insert(clientPeople).values(values).returning({ id: clientPeople.id });
  const [row] = await refuseDuplicate(inserted.execute());
  if (!row) throw new Error("The person was not stored.");
  const changes = [{ field: "name", before: null, after: attributes.name }];
  const subject = { type: clientPerson.type, id: row.id };
  await recordActivity(database, { kind: "client_person.added", currentUser, clientId, subject, changes });
  return row.id;
}

async function update({
  database,
  currentUser,
  record,
  attributes,
}: RecordWrite<z.output<typeof change>>): Promise<void> {
  const changes = changesOf(record, attributes);
  if (changes.length === 0) return;
  const keys = attributes.email === undefined ? {} : { emailKey: emailKeyOf(attributes.email) };
  const written = database
    .update(clientPeople)
    .set({ ...attributes, ...keys, updatedAt: sql`now()`, version: sql`${clientPeople.version} + 1` })
    .where(isRecord(clientPerson, record.id));
  await refuseDuplicate(written.execute());
  const clientId = String(record.attributes.client_id);
  await recordActivity(database, { kind: "client_person.updated", currentUser, clientId, subject: record, changes });
}

async function remove({ database, currentUser, record }: RecordWrite): Promise<void> {
  await database.delete(clientPeople).where(isRecord(clientPerson, record.id));
  const { name, email, phone_number } = record.attributes;
  const changes = Object.entries({ name, email, phone_number }).map(([field, before]) => ({
    field,
    before,
    after: null,
  }));
  const clientId = String(record.attributes.client_id);
  await recordActivity(database, { kind: "client_person.removed", currentUser, clientId, subject: record, changes });
}

export const clientPersonRoutes: readonly Route[] = [
  findRoute(clientPerson, "A person of a client's household"),
  createRoute(clientPerson, {
    summary: "Add a person to a client's household",
    input: creation,
    may: (currentUser) => accessScopeOf(currentUser, "records.edit") !== "no",
    run: add,
  }),
  changeRoute(clientPerson, {
    summary: "Change a person of a household",
    method: "PATCH",
    below: "",
    input: change,
    needs: "update",
    run: update,
  }),
  removeRoute(clientPerson, { summary: "Remove a person from a household", needs: "remove", run: remove }),
];
