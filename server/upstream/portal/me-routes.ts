import { sql } from "drizzle-orm";
import { z } from "zod";
import { client } from "../clients/client.ts";
import { clientPerson } from "../clients/client-person.ts";
import { name } from "../clients/inputs.ts";
import { searchKeysOf } from "../clients/search-keys.ts";
import { action, type Route } from "../engine/action.ts";
import { found, listed, nothing } from "../engine/answer.ts";
import type { PortalUser } from "../engine/current-user.ts";
import { recordEvent } from "../engine/history.ts";
import { phoneNumber } from "../engine/inputs.ts";
import type { Queries } from "../engine/queries.ts";
import { momentText, recordType } from "../engine/record.ts";
import { notFound } from "../engine/refusal.ts";
import { nextVersion } from "../engine/writing.ts";
import { revokeSession } from "../identity/sessions.ts";
import { clientPeople, clients, languages, portalPeople, sessions } from "../tables.ts";
import { writerOf } from "../visibility.ts";

const meType = recordType(
  "portal_person",
  z.object({
    name: z.string(),
    email: z.string(),
    phone_number: z.string().nullable(),
    language: z.enum(languages).nullable(),
  }),
);

const signInType = recordType(
  "portal_sign_in",
  z.object({ device: z.string().nullable(), inserted_at: z.iso.datetime(), is_current: z.boolean() }),
);

const change = z.object({
  name: name.optional(),
  phoneNumber: phoneNumber.optional(),
  language: z.enum(languages).optional(),
});

export const meRoutes: readonly Route[] = [
  action({
    method: "GET",
    path: "/portal/me",
    summary: "The person of the portal",
    access: "client",
    answers: { status: 200, of: meType },
    run: async ({ currentUser }) => answerMe(currentUser),
  }),
  action({
    method: "PATCH",
    path: "/portal/me",
    summary: "Change one's name, phone number or language; the agent sees name and phone number",
    access: "client",
    input: { type: "portal_person", attributes: change },
    answers: { status: 200, of: meType },
    async run({ database, currentUser, attributes: { language, ...details } }) {
      if (language !== undefined && language !== currentUser.language)
        await database
          .update(portalPeople)
          .set({ ...nextVersion(portalPeople), language })
          .where(sql`${portalPeople.email} = ${currentUser.email}`);
      await changeDetails(database, currentUser, details);
      return answerMe({
        ...currentUser,
        language: language ?? currentUser.language,
        name: details.name ?? currentUser.name,
        phoneNumber: details.phoneNumber === undefined ? currentUser.phoneNumber : details.phoneNumber,
      });
    },
  }),
  action({
    method: "GET",
    path: "/portal/sign_ins",
    summary: "Where the person is signed in, newest first",
    access: "client",
    answers: { status: 200, of: signInType, many: true },
    async run({ database, currentUser, now }) {
      // Staff who look do not see where a client is.
      if (currentUser.viewerAccountId !== null) return listed(signInType, []);
      const { rows } = await database.execute<SignInRow>(sql`
        select ${sessions.id}, ${sessions.device}, ${momentText(sessions.insertedAt)} as inserted_at
        from ${sessions} where ${liveOf(currentUser, now)} order by ${sessions.insertedAt} desc limit 50`);
      const records = rows.map(({ id, ...row }) => ({
        id,
        attributes: { ...row, is_current: id === currentUser.sessionId },
      }));
      return listed(signInType, records);
    },
  }),
  action({
    method: "DELETE",
    path: "/portal/sign_ins/:id",
    summary: "End one of one's own sign-ins",
    access: "client",
    answers: { status: 204, of: null },
    async run({ database, currentUser, id, now }) {
      const { rows } = await database.execute(
        sql`select from ${sessions} where ${sessions.id} = ${id()} and ${sessions.clientEmail} = ${currentUser.email}`,
      );
      if (rows.length === 0) throw notFound();
      await revokeSession(database, id(), now);
      return nothing;
    },
  }),
];

interface SignInRow extends Record<string, unknown> {
  readonly id: string;
  readonly device: string | null;
  readonly inserted_at: string;
}

function liveOf({ email }: PortalUser, now: Date) {
  return sql`${sessions.clientEmail} = ${email} and ${sessions.revokedAt} is null and ${sessions.expiresAt} > ${now}`;
}

function answerMe({ personId, sessionId, name, email, phoneNumber, language }: PortalUser) {
  const attributes = { name, email, phone_number: phoneNumber, language };
  return found(meType, {
    id: personId ?? sessionId,
    attributes,
    path: "/portal/me",
  });
}

/** On the client, or on the person of the household. */
async function changeDetails(
  database: Queries,
  user: PortalUser,
  details: { readonly name?: string | undefined; readonly phoneNumber?: string | null | undefined },
): Promise<void> {
  const changes = [
    { field: "name", before: user.name, after: details.name },
    { field: "phone_number", before: user.phoneNumber, after: details.phoneNumber },
  ].filter(({ before, after }) => after !== undefined && after !== before);
  if (changes.length === 0) return;
  const write = { database, currentUser: writerOf(user) };
  const phone = details.phoneNumber === undefined ? user.phoneNumber : details.phoneNumber;
  const wanted = { name: details.name ?? user.name, phoneNumber: phone };
  if (user.clientPersonId !== null) {
    await database
      .update(clientPeople)
      .set({ ...wanted, ...nextVersion(clientPeople) })
      .where(sql`${clientPeople.id} = ${user.clientPersonId}`);
    await recordEvent(write, clientPerson, "updated", user.clientPersonId, changes);
    return;
  }
  const [own] = await database
    .select({ email: clients.email })
    .from(clients)
    .where(sql`${clients.id} = ${user.clientId}`);
  const keys = searchKeysOf({ ...wanted, email: own?.email ?? user.email });
  await database
    .update(clients)
    .set({ ...wanted, ...keys, ...nextVersion(clients) })
    .where(sql`${clients.id} = ${user.clientId}`);
  await recordEvent(write, client, "updated", user.clientId, changes);
}
