import { sql } from "drizzle-orm";
import { settleLastActivity } from "../clients/client-filters.ts";
import { profileColumns, profileValues } from "../clients/profile-fields.ts";
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
  readonly accounts: ReadonlyMap<Role, string>;
  readonly names: Readonly<Record<Role, PersonName>>;
  readonly pictures: ReadonlyMap<string, string>;
  readonly now: Date;
}

/** Inserts clients with everything that belongs to them, a table at a time. @param newer how many newer clients there are */
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

/** PostgreSQL takes 65,535 parameters at a time. */
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
      ...profileColumns(profileValues.parse(client)),
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

/** Two of three signed an agreement two days after they came; every sixth agreement has expired. */
function agreementOf(index: number, cameAt: Date, now: Date) {
  if (index % 3 === 0) return {};
  const end = index % 6 === 5 ? -6 : 120 + (index % 60);
  return { agreementStartsOn: dayAfter(cameAt, 2), agreementEndsOn: dayAfter(now, end) };
}

function dayAfter(now: Date, days: number): string {
  return new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
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

function changesTo(history: readonly DemoEvent[], subject: "client" | "buyer_profile", insertedAt: string) {
  const events = history.filter((event) => event.subject === subject);
  return { at: events.at(-1)?.at.toISOString() ?? insertedAt, count: events.length };
}

/**
 * Clients, one a line, newest first: name
 * email
 * phone
 * budget
 * beds
 * baths
 * lot in
 * square feet
 * garages
 * areas
 * house types
 * agent
 * portrait
 * household
 * notes. Empty is unknown.
 * Addresses end in the reserved ".example", phone numbers are reserved for fiction.
 */
export const evergreenClients = `
Nora and Theo Lindqvist | buyer@client.example | (206) 555-0101 | USD 865000 | 3 | 2 | 4000 | 1 | Ballard, Phinney Ridge, Greenwood | Craftsman, Townhouse | member | a | Nora Lindqvist <buyer@client.example>, Theo Lindqvist <theo@client.example> | First home. Nora works from home, so a quiet room to the back matters more than a view. Pre-approved until the end of the quarter.
Priya Raman | priya.raman@client.example | (206) 555-0102 | USD 1240000 | 4 | 2.5 | 5000 | 2 | Ravenna, Bryant, Laurelhurst | Tudor, Craftsman | owner | b | Arjun Raman <arjun.raman@client.example> | Two children at school in Bryant; will not leave the catchment.
Marcus Okafor | marcus.okafor@client.example | (206) 555-0103 | USD 640000 | 2 | 1.5 | | 1 | Capitol Hill, First Hill | Condominium | member | c | | Walks to the hospital. Needs a building that takes a 30 kg dog.
Élodie Fournier | elodie.fournier@client.example | (206) 555-0104 | USD 980000 | 3 | 2 | 3500 | | Fremont, Wallingford | Townhouse, Craftsman | admin | d | |
Samuel and Ruth Abernathy | abernathy@client.example | (425) 555-0105 | USD 1450000 | 3 | 2.5 | 9000 | 2 | Edmonds, Shoreline | Rambler | manager | | Samuel Abernathy <sam@client.example>, Ruth Abernathy <ruth@client.example> | Downsizing from five bedrooms. One floor, no stairs to the door.
Kenji Watanabe | kenji.watanabe@client.example | (425) 555-0106 | USD 1780000 | 4 | 3 | 7500 | 2 | Kirkland, Bellevue | Contemporary | owner | e | |
Grace Mbeki | grace.mbeki@client.example | (206) 555-0107 | | 2 | 1 | | | Columbia City, Mount Baker | | member | f | | Lease ends in May. Waiting for her lender's letter before viewing.
Oliver Brandt | oliver.brandt@client.example | | USD 725000 | 2 | 2 | | 1 | Queen Anne, Belltown | Condominium, Loft | admin | | |
Isabel Duarte | isabel.duarte@client.example | (253) 555-0109 | USD 560000 | 3 | 1.5 | 6000 | 1 | North Tacoma, Proctor | Bungalow | manager | g | Rui Duarte <rui.duarte@client.example> | Wants a garden with morning sun. Happy to renovate a kitchen, not a roof.
Tomasz Zielinski | tomasz.z@client.example | (206) 555-0110 | USD 890000 | 3 | 2 | 4200 | 2 | West Seattle, Admiral | Craftsman | member | | |
Hannah Weiss | hannah.weiss@client.example | (206) 555-0111 | USD 1120000 | 3 | 2.5 | 3800 | 1 | Magnolia | Mid-century, Contemporary | owner | h | | Looking for a view of the water, and a buyer for her flat at the same time.
Devon Carter | devon.carter@client.example | (206) 555-0112 | USD 510000 | 1 | 1 | | | Belltown, South Lake Union | Condominium | member | | |
Mei-Ling Chao | meiling.chao@client.example | (425) 555-0113 | USD 2100000 | 5 | 4 | 12000 | 3 | Mercer Island, Medina | Contemporary, Estate | owner | i | Wei Chao <wei.chao@client.example>, Anna Chao <anna.chao@client.example> | Three generations under one roof: a suite on the ground floor is a must.
Patrick O'Rourke | patrick.orourke@client.example | (360) 555-0114 | USD 690000 | 3 | 2 | 20000 | 2 | Bainbridge Island, Poulsbo | Farmhouse | manager | | | Commutes by ferry three days a week.
Amara Nwosu | amara.nwosu@client.example | (206) 555-0115 | | | | | | Beacon Hill | | admin | j | |
Lars and Ingrid Holm | holm@client.example | (206) 555-0116 | USD 1325000 | 4 | 3 | 5200 | 2 | Ballard, Crown Hill | New construction | owner | | Lars Holm <lars.holm@client.example>, Ingrid Holm <ingrid.holm@client.example> | Want to see energy figures for every house.
Zoë Hartmann | zoe.hartmann@client.example | (206) 555-0117 | USD 745000 | 2 | 1.5 | 2500 | | Georgetown, Columbia City | Townhouse, Loft | member | k | | Sculptor. Ceiling height before square feet.
Rafael Montoya | rafael.montoya@client.example | (425) 555-0118 | USD 935000 | 4 | 2.5 | 7000 | 2 | Bothell, Kenmore | Split-level, Rambler | manager | | |
Fatima Al-Sayed | fatima.alsayed@client.example | (425) 555-0119 | USD 1595000 | 5 | 3.5 | 8000 | 3 | Redmond, Sammamish | New construction | owner | l | Yusuf Al-Sayed <yusuf.alsayed@client.example> | Relocating in August. Viewings by video until then.
William Pryce | william.pryce@client.example | | USD 480000 | 1 | 1 | | | Lower Queen Anne | Condominium | admin | | | Cash buyer. Decides slowly and only once.
Sofia Petrova | sofia.petrova@client.example | (206) 555-0121 | USD 830000 | 3 | 2 | 4500 | 1 | Green Lake, Roosevelt | Craftsman, Townhouse | member | m | |
Jamal Whitaker | jamal.whitaker@client.example | (253) 555-0122 | USD 615000 | 4 | 2 | 6500 | 2 | Federal Way, Des Moines | Split-level | manager | | | Uses a loan for veterans; sellers should hear that early.
Chiara Bellini | chiara.bellini@client.example | (206) 555-0123 | | 2 | 2 | | 1 | Capitol Hill, Madison Park | Condominium | owner | n | |
Noah Feldman | noah.feldman@client.example | (206) 555-0124 | USD 1060000 | 3 | 2.5 | 4000 | 1 | Madrona, Leschi | Craftsman | admin | | Leah Feldman <leah.feldman@client.example> |
Yara Haddad | yara.haddad@client.example | (206) 555-0125 | USD 575000 | 2 | 1 | | | Northgate, Lake City | Townhouse, Condominium | member | | | Near the light rail, whatever else.
Benjamin and Alice Thorne | thorne@client.example | (425) 555-0126 | USD 1875000 | 4 | 3.5 | 15000 | 3 | Woodinville | Farmhouse, Estate | owner | | Benjamin Thorne <ben.thorne@client.example>, Alice Thorne <alice.thorne@client.example> | Two horses. The land decides, the house can be built.
Linh Tran | linh.tran@client.example | (206) 555-0127 | USD 795000 | 3 | 2 | 5000 | 1 | Beacon Hill, Rainier Valley | Bungalow, Craftsman | manager | o | |
George Papadakis | george.papadakis@client.example | | | 2 | 2 | | 1 | Edmonds | Condominium | admin | | |
Aiko Mori | aiko.mori@client.example | (425) 555-0129 | USD 1380000 | 3 | 2.5 | 6000 | 2 | Bellevue, Newcastle | Contemporary | owner | | Hiro Mori <hiro.mori@client.example> | Prefers houses after 2010. Sends questions late in the evening.
Daniel Reyes | daniel.reyes@client.example | (253) 555-0130 | USD 445000 | 2 | 1 | 5000 | 1 | South Tacoma, Lakewood | Bungalow | member | | | Applying for the state's programme for first-time buyers.
Charlotte Avery | charlotte.avery@client.example | (206) 555-0131 | USD 2450000 | 4 | 3.5 | 8000 | 2 | Broadmoor, Washington Park | Tudor, Estate | owner | | |
Ibrahim Sesay | ibrahim.sesay@client.example | (206) 555-0132 | USD 660000 | 3 | 1.5 | 4500 | 1 | White Center, Burien | Rambler, Bungalow | manager | | |
Elena Vasquez | elena.vasquez@client.example | (360) 555-0133 | USD 720000 | 3 | 2 | 30000 | 2 | Monroe, Snohomish | Farmhouse | admin | | | Bees. Ask neighbours first.
Peter Novak | peter.novak@client.example | (206) 555-0134 | | | | | | | | member | | | Came in from the open house on 12th Avenue; call back.
Simone Laurent | simone.laurent@client.example | (206) 555-0135 | USD 1150000 | 3 | 2 | 3600 | 1 | Queen Anne, Magnolia | Mid-century | owner | | |
Vikram Desai | vikram.desai@client.example | (425) 555-0136 | USD 1690000 | 4 | 3 | 7000 | 2 | Issaquah, Sammamish | New construction, Contemporary | manager | | Meera Desai <meera.desai@client.example> |
Abigail Stone | abigail.stone@client.example | (206) 555-0137 | USD 535000 | 1 | 1 | | | Fremont | Condominium | admin | | |
Mateo Silva | mateo.silva@client.example | (206) 555-0138 | USD 910000 | 3 | 2 | 4800 | 2 | West Seattle, Alki | Craftsman, Contemporary | member | | | Surfboards: a garage or a dry shed.
Ruby Castellanos | ruby.castellanos@client.example | (253) 555-0139 | USD 590000 | 3 | 2 | 6000 | 2 | Puyallup, Sumner | Rambler | manager | | |
Wendell Fitch | wendell.fitch@client.example | (206) 555-0140 | USD 1025000 | 2 | 2 | 4000 | 1 | Ballard | Craftsman | owner | | | Retired boatbuilder. Will look at the foundation before anything else.
`;

/** A small workspace shows what a new one looks like. */
export const lakesideClients = `
Joanna and Piet de Vries | devries@client.example | (208) 555-0141 | USD 780000 | 3 | 2.5 | 10000 | 2 | Coeur d'Alene, Hayden | Lakefront, Contemporary | owner | | Joanna de Vries <joanna.devries@client.example>, Piet de Vries <piet.devries@client.example> | A dock, or the right to build one.
Calvin Brooks | calvin.brooks@client.example | (208) 555-0142 | USD 420000 | 2 | 1 | 8000 | 1 | Post Falls | Rambler | owner | | |
Thandiwe Dube | thandiwe.dube@client.example | (208) 555-0143 | USD 640000 | 3 | 2 | | 2 | Hayden, Rathdrum | New construction | owner | | |
Erik Halvorsen | erik.halvorsen@client.example | | | 2 | | | | Sandpoint | Cabin | owner | | | Weekends only. Snow access matters.
`;
