/** Writes the demo's clients with everything that belongs to them. */
import { sql } from "drizzle-orm";
import { settleLastActivity } from "../clients/last-activity.ts";
import { emailKeyOf, searchKeysOf } from "../clients/search-keys.ts";
import type { Role } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { fullName, type PersonName } from "../identity/person-name.ts";
import { picturePath } from "../pictures/pictures.ts";
import { activities, buyerProfiles, clientPeople, clients } from "../tables.ts";
import type { DemoClient } from "./client-table.ts";
import { type DemoEvent, historyOf } from "./history.ts";

export interface DemoWorkspace {
  readonly workspaceId: string;
  /** Ids of the accounts by role. */
  readonly accounts: ReadonlyMap<Role, string>;
  readonly names: Readonly<Record<Role, PersonName>>;
  /** Ids of the portraits by name. */
  readonly pictures: ReadonlyMap<string, string>;
  readonly now: Date;
}

/**
 * Inserts clients, buyer profiles, households and history, a table at a time.
 * @param newer how many clients the workspace has already, all of them newer
 */
export async function insertClients(
  transaction: Queries,
  table: readonly DemoClient[],
  workspace: DemoWorkspace,
  newer = 0,
): Promise<void> {
  const rows = table.map((client, index) => rowsOf(client, newer + index, workspace));
  for (const part of inParts(rows)) {
    await transaction.insert(clients).values(part.map(({ client }) => client));
    await transaction.insert(buyerProfiles).values(part.map(({ profile }) => profile));
    const people = part.flatMap((row) => row.people);
    if (people.length > 0) await transaction.insert(clientPeople).values(people);
    await transaction.insert(activities).values(part.flatMap(({ events }) => events));
  }
}

/** Rows for one statement each: PostgreSQL takes 65,535 parameters at a time. */
export function inParts<Row>(rows: readonly Row[]): Row[][] {
  const size = 500;
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, part) => rows.slice(part * size, (part + 1) * size));
}

/** Sets each client's last activity to the time of the newest contact. */
export async function touchClients(transaction: Queries, workspaceId: string): Promise<void> {
  await settleLastActivity(transaction, sql`${clients.workspaceId} = ${workspaceId}`);
}

function rowsOf(client: DemoClient, index: number, workspace: DemoWorkspace) {
  const { workspaceId, accounts, pictures, now } = workspace;
  const history = historyOf(client, index, now);
  const [created] = history;
  const ids = { client: crypto.randomUUID(), buyer_profile: crypto.randomUUID() };
  const portrait = client.portrait === null ? undefined : pictures.get(client.portrait);
  const insertedAt = created.at.toISOString();
  const own = changesTo(history, "client", insertedAt);
  const people = client.household.map((person, place) => personRow(person, place));
  function personRow(person: DemoClient["household"][number], place: number) {
    const at = history.find(({ subject }) => typeof subject === "object" && subject.person === place)?.at.toISOString();
    const moments = { insertedAt: at ?? insertedAt, updatedAt: at ?? insertedAt };
    const owner = { id: crypto.randomUUID(), workspaceId, clientId: ids.client };
    return { ...owner, ...moments, ...person, emailKey: emailKeyOf(person.email) };
  }
  return {
    client: {
      id: ids.client,
      workspaceId,
      assignedAccountId: accounts.get(client.agent) ?? null,
      ...contactOf(client),
      ...agreementOf(index, created.at, now),
      profileImageUrl: portrait === undefined ? null : picturePath(portrait),
      insertedAt,
      updatedAt: own.at,
      lastActivityAt: insertedAt,
      version: own.count,
    },
    profile: {
      id: ids.buyer_profile,
      workspaceId,
      clientId: ids.client,
      ...profileOf(client),
      insertedAt,
      updatedAt: changesTo(history, "buyer_profile", insertedAt).at,
      version: changesTo(history, "buyer_profile", insertedAt).count + 1,
    },
    people,
    events: history.map((event) => ({ ...eventOf(event, ids, people), workspaceId, ...actorOf(client, workspace) })),
  };
}

function contactOf({ name, email, phoneNumber, words: { tags, leadSource } }: DemoClient) {
  return { name, email, phoneNumber, tags: [...tags], leadSource, ...searchKeysOf({ name, email, phoneNumber }) };
}

/** Two of three signed an agreement with the agency two days after they came; every sixth agreement has expired. */
function agreementOf(index: number, cameAt: Date, now: Date) {
  if (index % 3 === 0) return {};
  const end = index % 6 === 5 ? -6 : 120 + (index % 60);
  return { agreementStartsOn: dayAfter(cameAt, 2), agreementEndsOn: dayAfter(now, end) };
}

function dayAfter(now: Date, days: number): string {
  return new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
}

function profileOf(client: DemoClient) {
  const { budget, minBeds, minBaths, minLotSize, minGarages, preferredAreas, propertyTypes, notes } = client;
  return {
    budgetAmount: budget?.amount ?? null,
    budgetCurrency: budget?.currency ?? null,
    minBeds,
    minBaths,
    minLotSize,
    minGarages,
    preferredAreas: [...preferredAreas],
    propertyTypes: [...propertyTypes],
    notes,
  };
}

function actorOf(client: DemoClient, { accounts, names }: DemoWorkspace) {
  return { actorAccountId: accounts.get(client.agent) ?? null, actorName: fullName(names[client.agent]) };
}

function eventOf(
  { event, subject, at, changes }: DemoEvent,
  ids: { readonly client: string; readonly buyer_profile: string },
  people: readonly { readonly id: string }[],
) {
  const isPerson = typeof subject === "object";
  return {
    clientId: ids.client,
    ...event,
    subjectType: isPerson ? "client_person" : subject,
    subjectId: isPerson ? (people[subject.person]?.id ?? ids.client) : ids[subject],
    changes,
    occurredAt: at.toISOString(),
  };
}

/** How often a record was written and when last. */
function changesTo(history: readonly DemoEvent[], subject: "client" | "buyer_profile", insertedAt: string) {
  const events = history.filter((event) => event.subject === subject);
  return { at: events.at(-1)?.at.toISOString() ?? insertedAt, count: events.length };
}
