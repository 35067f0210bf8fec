import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { eq, type SQL, sql } from "drizzle-orm";
import { nameOf } from "../engine/account-name.ts";
import type { Member } from "../engine/current-user.ts";
import { eventColumns, originValues } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { insertMany } from "../engine/writing.ts";
import type { ImportWrite } from "../imports/running.ts";
import { activities, buyerProfiles, clientPeople, clients } from "../tables.ts";
import { findSpelling, type WordKind } from "../used-words/spelling.ts";
import { visibleClients } from "../visibility.ts";
import { client } from "./client.ts";
import { importedValues } from "./client-fields.ts";
import { type Entry, keysOf } from "./import-entries.ts";
import { profileColumns, profileValues } from "./profile-fields.ts";
import { optionalEmailKeyOf } from "./search-keys.ts";

/** Few enough not to block the database; others get a turn in between. */
const rowsAtOnce = 250;

/** Rows whose client exists, archived or not, by the rule for single clients. @returns clients by row number */
export async function findDuplicates(
  database: Queries,
  currentUser: Member,
  ready: readonly Entry[],
): Promise<ReadonlyMap<number, string>> {
  const given: { row: number; emailKey: string | null; nameKey?: string; phoneKey?: string | null }[] = [];
  for (const [place, { row, people, ...entry }] of ready.entries()) {
    if (place % rowsAtOnce === 0) await nextTurn();
    const { emailKey, nameKey, phoneKey } = keysOf(entry);
    given.push({ row, emailKey, nameKey, phoneKey });
    for (const { email } of people) given.push({ row, emailKey: optionalEmailKeyOf(email) });
  }
  // One equality for each join, so that the database hashes all rows at once.
  const look = (joined: SQL) => sql`select given."row", ${clients.id} as id from given ${joined}
    where ${visibleClients(currentUser)}`;
  const { rows } = await database.execute<{ row: number; id: string }>(sql`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as entry("row" integer, "emailKey" text, "nameKey" text, "phoneKey" text))
    ${look(sql`join ${clients} on ${clients.emailKey} = given."emailKey"`)}
    union ${look(sql`join ${clientPeople} on ${clientPeople.emailKey} = given."emailKey"
      join ${clients} on ${clients.id} = ${clientPeople.clientId}`)}
    union ${look(sql`join ${clients} on ${clients.phoneKey} = given."phoneKey" and ${clients.nameKey} = given."nameKey"`)}`);
  return new Map(rows.map(({ row, id }) => [row, id]));
}

/** With buyer profile and first event. */
export async function insertImportedClients(
  { database, currentUser, importId }: ImportWrite,
  fresh: readonly Entry[],
): Promise<void> {
  const { workspaceId, accountId } = currentUser;
  const spelling = (kind: WordKind, words: readonly string[]) =>
    findSpelling(database, { workspaceId, kind, words, own: null });
  const spell = {
    tags: await spelling(
      "tag",
      fresh.flatMap(({ tags }) => tags),
    ),
    areas: await spelling(
      "area",
      fresh.flatMap(({ areas }) => areas),
    ),
    houseTypes: await spelling(
      "house_type",
      fresh.flatMap(({ houseTypes }) => houseTypes),
    ),
  };
  const rows = fresh.map((entry) => ({
    id: randomUUID(),
    entry: {
      ...entry,
      tags: spell.tags(entry.tags),
      areas: spell.areas(entry.areas),
      houseTypes: spell.houseTypes(entry.houseTypes),
    },
  }));
  const contacts = rows.map(({ id, entry }) => ({
    id,
    importId,
    workspaceId,
    assignedAccountId: accountId,
    ...contactOf(entry),
  }));
  await insertMany(database, clients, contacts);
  const wishes = rows.map(({ id, entry }) => ({ clientId: id, workspaceId, ...wishesOf(entry) }));
  await insertMany(database, buyerProfiles, wishes);
  const people = rows.flatMap(({ id, entry }) =>
    peopleOf(entry).map((person) => ({ clientId: id, workspaceId, ...person })),
  );
  if (people.length > 0) await database.insert(clientPeople).values(people);
  const { kind, topic, label } = eventColumns(client, "created");
  await database.execute(sql`
    insert into ${activities}
      (workspace_id, client_id, kind, topic, label, actor_account_id, actor_name, subject_type, subject_id, changes, occurred_at,
        part_of, device, network)
    select ${clients.workspaceId}, ${clients.id}, ${kind}, ${topic}, ${label}, ${accountId}::uuid,
      ${nameOf(accountId)}, 'client', ${clients.id}, jsonb_build_array(
        jsonb_build_object('field', 'name', 'before', null, 'after', ${clients.name}),
        jsonb_build_object('field', case when ${clients.email} is null then 'phone_number' else 'email' end, 'before', null,
          'after', coalesce(${clients.email}, ${clients.phoneNumber}))), ${clients.insertedAt},
      ${importId}::uuid, ${originValues()}
    from ${clients} where ${clients.id} = any(${sql.param(rows.map(({ id }) => id))}::uuid[])`);
}

function contactOf(entry: Entry) {
  const { name, email, phone: phoneNumber, agreement } = entry;
  const days = { agreementStartsOn: agreement?.startsOn ?? null, agreementEndsOn: agreement?.endsOn ?? null };
  return { name, email, phoneNumber, ...importedValues.parse(entry), ...days, ...keysOf(entry) };
}

function wishesOf({ areas, houseTypes, notes, ...entry }: Entry) {
  return profileColumns({
    ...profileValues.parse({ ...entry, preferredAreas: areas, propertyTypes: houseTypes, notes: null }),
    notes: notes === "" ? null : notes.replaceAll("\r\n", "\n"),
  });
}

/** Each a little later than the one before. */
function peopleOf({ people }: Entry) {
  return people.map(({ name, email, phone }, place) => ({
    name,
    email,
    phoneNumber: phone,
    emailKey: optionalEmailKeyOf(email),
    insertedAt: sql`now() + ${place}::int * interval '1 microsecond'`,
  }));
}

/** Locks an import's clients. */
export async function lockClients(database: Queries, importId: string): Promise<void> {
  await database
    .select({ id: clients.id })
    .from(clients)
    .where(eq(clients.importId, importId))
    .orderBy(clients.id)
    .for("update");
}

/** SQL of whether a client has events of others than of their import. */
export const hasOtherEvents = sql`exists (select from ${activities}
  where ${activities.clientId} = ${clients.id} and ${activities.partOf} is distinct from ${clients.importId})`;

/** Removes some of an import's clients with all that belongs to them, but for those that have other events. @returns how many */
export async function removeImportedClients(database: Queries, importId: string, most: number): Promise<number> {
  // Somebody may work with them until they are locked.
  const { rows } = await database.execute<{ id: string }>(sql`select ${clients.id} as id from ${clients}
    where ${clients.importId} = ${importId} and not ${hasOtherEvents} order by ${clients.id} limit ${most} for update`);
  const ids = sql.param(rows.map(({ id }) => id));
  const { rowCount } = await database.execute(
    sql`delete from ${clients} where ${clients.id} = any(${ids}::uuid[]) and not ${hasOtherEvents}`,
  );
  return rowCount ?? 0;
}
