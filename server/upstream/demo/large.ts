import { sql } from "drizzle-orm";
import { emptyProfile } from "../clients/profile-fields.ts";
import type { Role } from "../engine/current-user.ts";
import { eventColumns } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import type { Stage } from "../opportunities/stages.ts";
import { task } from "../tasks/task.ts";
import type { DemoClient } from "./client-table.ts";
import { type DemoWorkspace, insertClients, touchClients } from "./clients.ts";
import { numbersFrom } from "./history.ts";
import { advanceOpportunities } from "./opportunities.ts";
import { type DemoOpportunity, type DemoPackage, insertPackages } from "./packages.ts";
import { type DemoTask, insertTasks } from "./tasks.ts";
import { insertMoveEvents } from "./waiting.ts";

const largeCounts = { clients: 1_500, packages: 300, opportunities: 400, tasks: 2_000, activities: 5_000 };

const day = 86_400_000;

const oldJourneys: readonly (readonly Stage[])[] = [
  ["showing_scheduled", "showing_complete", "offer_sent", "offer_accepted", "inspections_underway", "closed"],
  ["showing_scheduled", "showing_complete", "lost"],
  ["offer_sent", "offer_accepted", "inspections_underway", "closed"],
  ["showing_scheduled", "showing_complete", "offer_sent", "offer_declined"],
  ["lost"],
];

const youngJourneys: readonly (readonly Stage[])[] = [
  [],
  ["showing_scheduled", "showing_complete"],
  ["showing_scheduled"],
  ["showing_scheduled", "showing_complete", "offer_suggeted"],
  ["showing_scheduled", "showing_complete", "offer_sent"],
  ["offer_sent", "offer_accepted"],
  ["offer_sent", "offer_accepted", "inspections_underway"],
];

interface LargeDemo extends DemoWorkspace {
  readonly timeZone: string;
  readonly state: string;
  readonly houses: readonly string[];
  /** @returns the pictures' ids by street */
  readonly insertPhotos: (table: readonly DemoPackage[]) => Promise<ReadonlyMap<string, string>>;
}

/** Adds records to the usual demo until it has `largeCounts`. */
export async function insertLarge(transaction: Queries, demo: LargeDemo): Promise<void> {
  const { workspaceId, now } = demo;
  const missing = await missingOf(transaction, workspaceId);
  const people = largeClients(missing.clients);
  await insertClients(transaction, people, { ...demo, pictures: new Map() }, largeCounts.clients - missing.clients);
  const emails = people.map(({ email }) => email);
  const properties = largePackages(missing.packages, missing.opportunities, emails, demo.houses);
  const photos = await demo.insertPhotos(properties);
  const deals = await insertPackages(transaction, properties, { ...demo, pictures: photos });
  await advanceOpportunities(transaction, deals, demo, (deal, place) => journeyOf(deal, place, now));
  await spreadOffers(transaction, workspaceId, deals, now);
  await insertMoveEvents(transaction, demo);
  await insertTasks(transaction, { tasks: largeTasks(missing.tasks), templates: [], timeZone: demo.timeZone }, demo);
  await tellTasks(transaction, workspaceId);
}

async function missingOf(transaction: Queries, workspaceId: string): Promise<typeof largeCounts> {
  const missing = { ...largeCounts };
  for (const table of ["clients", "packages", "opportunities", "tasks", "activities"] as const) {
    const { rows } = await transaction.execute<{ total: number }>(
      sql`select count(*)::integer as total from upstream.${sql.identifier(table)} where workspace_id = ${workspaceId}`,
    );
    missing[table] -= rows[0]?.total ?? 0;
  }
  return missing;
}

function journeyOf({ insertedAt }: DemoOpportunity, place: number, now: Date): readonly Stage[] {
  const isOld = now.getTime() - new Date(insertedAt).getTime() > 60 * day;
  const journeys = isOld ? oldJourneys : youngJourneys;
  return journeys[place % journeys.length] ?? [];
}

/** Offers expire one after the other, and opportunities are lost for different reasons. */
async function spreadOffers(
  transaction: Queries,
  workspaceId: string,
  deals: readonly DemoOpportunity[],
  now: Date,
): Promise<void> {
  const ids = sql`(select deal::uuid from jsonb_array_elements_text(${JSON.stringify(deals.map(({ id }) => id))}::jsonb) as list (deal))`;
  await transaction.execute(sql`
    update upstream.offers set expires_at = ${now.toISOString()}::timestamptz + place % 12 * interval '1 day' + interval '5 hours'
    from (select id, row_number() over (order by sent_at, id) as place from upstream.offers
      where workspace_id = ${workspaceId} and state = 'sent' and opportunity_id in ${ids}) as sent
    where offers.id = sent.id`);
  await transaction.execute(sql`
    update upstream.opportunity_moves set reason = (array['financing', 'outbid', 'client_changed_mind', 'inspection'])[1 + place % 4]
    from (select id, row_number() over (order by occurred_at, id) as place from upstream.opportunity_moves
      where workspace_id = ${workspaceId} and to_stage = 'lost') as lost
    where opportunity_moves.id = lost.id`);
  await transaction.execute(sql`
    update upstream.opportunities set rank = (array['High', 'Medium', 'Medium', 'Low'])[1 + place % 4]
    from (select id, row_number() over (order by inserted_at, id) as place from upstream.opportunities
      where id in ${ids}) as ranked
    where opportunities.id = ranked.id`);
}

async function tellTasks(transaction: Queries, workspaceId: string): Promise<void> {
  const { activities } = await missingOf(transaction, workspaceId);
  const { kind, topic, label } = eventColumns(task, "completed");
  await transaction.execute(sql`
    insert into upstream.activities (workspace_id, client_id, package_id, opportunity_id, kind, topic, label, actor_account_id,
      actor_name, subject_type, subject_id, changes, occurred_at, is_contact)
    select workspace_id, client_id, package_id, opportunity_id, ${kind}::text, ${topic}::text, ${label}::text,
      done_by_account_id, done_by_name, 'task', id,
      jsonb_build_array(jsonb_build_object('field', 'title', 'before', title, 'after', title)), done_at, true
    from upstream.tasks where workspace_id = ${workspaceId} and is_done order by done_at desc, id limit ${activities}`);
  await touchClients(transaction, workspaceId);
}

/** Most records are the owner's and the member's. */
const agents: readonly Role[] = ["owner", "member", "owner", "manager", "member", "admin"];

/** The entry at a place, counted round. */
function at<Entry>(list: readonly Entry[], place: number): Entry {
  const entry = list[place % list.length];
  if (entry === undefined) throw new Error("An empty list has no entries.");
  return entry;
}

const pick = <Entry>(list: readonly Entry[], part: number): Entry => at(list, Math.floor(part * list.length));

function someOf(list: readonly string[], next: () => number): string[] {
  const count = Math.floor(next() * 2.5);
  return [...new Set(Array.from({ length: count }, () => pick(list, next())))];
}

/** Clients, the newest first, with different email addresses; some share a name or have no phone. */
export function largeClients(count: number): DemoClient[] {
  return Array.from({ length: count }, (_, index) => {
    const next = numbersFrom(1_000 + index);
    const name = nameAt(index);
    const hasProfile = next() < 0.4;
    const place = pick(places, next());
    const budget = String(300_000 + Math.floor(next() * 250) * 5_000);
    return {
      ...emptyProfile,
      name,
      email: `${addressPart(name)}.${index + 1}@client.example`,
      phoneNumber: next() < 0.25 ? null : `(${next() < 0.5 ? 206 : 425}) 555-01${String(index % 100).padStart(2, "0")}`,
      budget: hasProfile ? { amount: budget, currency: "USD" } : null,
      minBeds: hasProfile ? 1 + Math.floor(next() * 5) : null,
      minBaths: hasProfile ? 1 + Math.floor(next() * 5) / 2 : null,
      preferredAreas: hasProfile ? [...new Set([place[0], pick(places, next())[0]])] : [],
      propertyTypes: hasProfile ? [pick(houseTypes, next())] : [],
      agent: at(agents, index),
      portrait: null,
      household: [],
      words: { leadSource: next() < 0.7 ? pick(leadSources, next()) : null, tags: someOf(clientTags, next) },
    };
  });
}

function nameAt(index: number): string {
  if (index % 300 === 150) return at(longNames, Math.floor(index / 300));
  // The lengths have no common factor, so names repeat only after all combinations.
  const [first, last] = [at(firstNames, index), at(lastNames, index)];
  if (index % 9 === 4) return `${first} and ${at(firstNames, index + 17)} ${last}`;
  return index % 41 === 7 ? "Maria García-López" : `${first} ${last}`;
}

function addressPart(name: string): string {
  const plain = name
    .normalize("NFD")
    .replace(/[^A-Za-z ]/g, "")
    .toLowerCase();
  return plain.trim().replace(/ +/g, ".").slice(0, 40);
}

/** Properties of the last 13 months with their clients. @param emails at least twice as many as pairs */
export function largePackages(
  count: number,
  pairs: number,
  emails: readonly string[],
  houses: readonly string[],
): DemoPackage[] {
  return Array.from({ length: count }, (_, index) => {
    const next = numbersFrom(5_000 + index);
    const [area, city, zip] = pick(places, next());
    const ageInDays = 36 + Math.floor(354 * next() ** 2);
    const sqft = 600 + Math.floor(next() * 320) * 10;
    const asked = Math.round((sqft * (380 + next() * 180)) / 5_000) * 5_000;
    const price = (amount: number, days: number) => ({ amount: String(amount), ageInDays: days });
    const isLowered = next() < 0.2;
    const first = Math.floor((index * pairs) / count);
    const after = Math.floor(((index + 1) * pairs) / count);
    return {
      street: streetAt(index),
      city,
      zip,
      beds: index % 23 === 11 ? null : 1 + Math.floor(next() * 5),
      baths: index % 23 === 11 ? null : 1 + Math.floor(next() * 6) / 2,
      sqft: index % 23 === 11 ? null : sqft,
      lotSize: next() < 0.6 ? 2_000 + Math.floor(next() * 90) * 100 : null,
      garages: Math.floor(next() * 4),
      area: index % 31 === 5 ? null : area,
      schools: [],
      prices:
        index % 37 === 9
          ? []
          : [price(asked, ageInDays), ...(isLowered ? [price(asked - 20_000, Math.floor(ageInDays / 3))] : [])],
      dueInDays: ageInDays < 90 && next() < 0.5 ? 1 + Math.floor(next() * 40) : null,
      lister: pick(listingAgents, next()),
      agent: at(agents, index),
      house: next() < 0.65 ? pick(houses, next()) : null,
      clients: Array.from({ length: after - first }, (_, pair) => at(emails, (first + pair) * 2)),
      ageInDays,
      words: {
        houseType: next() < 0.6 ? pick(houseTypes, next()) : null,
        tags: [...(isLowered ? ["Price reduced"] : []), ...someOf(packageTags, next)],
        mlsNumber: String(2_100_000 + index * 211),
        yearBuilt: 1908 + ((index * 31) % 115),
        hoa: null,
        remarks: null,
      },
    };
  });
}

function streetAt(index: number): string {
  const number = 101 + ((index * 37) % 9_700);
  if (index % 90 === 45) return `${number} ${longStreet} Road, Building C, Unit ${index}`;
  const kind = at(["Street", "Avenue N", "Avenue NE", "Lane", "Court"], Math.floor(index / streets.length) + index);
  return `${number} ${at(streets, index)} ${kind}${index % 12 === 6 ? `, Unit ${1 + (index % 40)}` : ""}`;
}

const titles: Readonly<Record<"client" | "package" | "opportunity", readonly string[]>> = {
  client: [
    "Ask for the pre-approval letter",
    "Call about the new listings",
    "Send the monthly market report",
    "Renew the buyer agreement",
    "Say happy birthday",
    "Find out whether they've sold their condo",
  ],
  package: [
    "Photograph the front",
    "Look through the comparables",
    "Ask the seller's agent about the roof",
    "Measure the rooms",
    "Order the title report",
  ],
  opportunity: [
    "Confirm the showing",
    "Ask how the viewing went",
    "Write the offer",
    "Book the inspector",
    "Send the disclosures",
    "Get the keys",
  ],
};

/** Two of three tasks are done; the others are due in the next weeks, or overdue. */
export function largeTasks(count: number): DemoTask[] {
  return Array.from({ length: count }, (_, index) => {
    const next = numbersFrom(9_000 + index);
    const about = at(["client", "opportunity", "client", "package"] as const, index);
    const line = { title: at(titles[about], Math.floor(index / 4)), agent: at(agents, Math.floor(index / 2)), about };
    if (index % 3 !== 0) {
      const doneDaysAgo = 1 + Math.floor(next() * 330);
      const wasLate = Math.floor(next() * 5) - 3;
      return { ...line, dueInDays: wasLate - doneDaysAgo, doneDaysAgo, madeDaysAgo: doneDaysAgo + 7 };
    }
    const dueInDays = next() < 0.08 ? null : Math.floor(next() ** 2 * 120) - 6;
    return { ...line, dueInDays, madeDaysAgo: 8 + Math.floor(next() * 20) };
  });
}

const firstNames = [
  ..."Aaliyah Aarav Abigail Agnieszka Aiko Alejandro Amara Anaïs Anders Beatriz Benedikt Björn Caoimhe Chidi Chloé Dagny".split(
    " ",
  ),
  ..."Dimitri Eleanor Emeka Esther Fatima Felix Freya Gabriel Giulia Hana Henrik Ifeoma Inés Isaac Jean-Luc Jia Joaquín".split(
    " ",
  ),
  ..."Jorunn Kateryna Keiko Kwame Leilani Levi Łukasz Mahalia Mateus Mei Moira Nadia Nikhil Noémie Odalys Olamide Oskar".split(
    " ",
  ),
  ..."Pilar Quentin Rashid Renée Rosalind Saoirse Sébastien Søren Tamsin Thandiwe Tomás Uma Viktor Wren Yusuf Zoë".split(
    " ",
  ),
];

const lastNames = [
  ..."Abara Adeyemi Ångström Baptiste Bianchi Blackwood Castellanos Choi Côté D'Angelo de-la-Fuente Delacroix Diallo".split(
    " ",
  ),
  ..."Eriksson Espinoza Farouk Ferreira Fitzgerald García-López Guðmundsson Hashimoto Hawthorne Horvat Ibáñez Ivanova".split(
    " ",
  ),
  ..."Jankowski Johansson Kamau Kowalczyk Lefèvre Lindgren MacGregor Maldonado McAllister Mbatha Müller Nakamura Nguyen".split(
    " ",
  ),
  ..."N'Diaye Novák O'Brien O'Callaghan O'Rourke Okonkwo Østergaard Papadopoulos Patel Pereira Quigley Rahman Rossi".split(
    " ",
  ),
  ..."Saint-Clair Schröder Silva Sinclair Szymański Takahashi Tremblay Underwood Vasquez Villanueva Whitfield Yamamoto Zapata Zhang".split(
    " ",
  ),
];

/** Longer than columns and buttons. */
const longNames = [
  "Maximiliana Konstantinopolska-Wolfeschlegelsteinhausenbergerdorff",
  "Christopher Alexander Bartholomew Featherstonehaugh-Cholmondeley, trustee of the Featherstonehaugh family living trust",
  "Dr. Anastasia Papadimitrakopoulou-Konstantinidou and Dr. Theodoros Papadimitrakopoulos-Konstantinidis",
];

const streets = [
  ..."Alder,Ash,Aurora,Beacon,Birch,Boren,Cascade,Cedar,Cherry,Cloverdale,Corliss,Dayton,Densmore,Dexter,Dogwood".split(
    ",",
  ),
  ..."Eastlake,Elm,Evanston,Fairview,Fauntleroy,Galer,Genesee,Hawthorn,Holly,Interlake,Juniper,King's Row,Latona".split(
    ",",
  ),
  ..."Laurel,Linden,Madrona,Magnolia,Meridian,Montlake,Morgan,Nob Hill,Oak,O'Dea,Orcas,Palatine,Peñaflor,Pike".split(
    ",",
  ),
  ..."Queen Anne,Ravenna,Roosevelt,St. Andrew's,Sycamore,Thorndyke,Union,Vashon,Walnut,Whitman,Yesler".split(","),
];

const longStreet = "Old Snoqualmie Valley Schoolhouse and Upper Fall City Carriage";

const places = [
  ["Ballard", "Seattle", "98107"],
  ["Fremont", "Seattle", "98103"],
  ["Ravenna", "Seattle", "98115"],
  ["Capitol Hill", "Seattle", "98122"],
  ["Columbia City", "Seattle", "98118"],
  ["Magnolia", "Seattle", "98199"],
  ["West Seattle", "Seattle", "98116"],
  ["Beacon Hill", "Seattle", "98144"],
  ["Kirkland", "Kirkland", "98033"],
  ["Edmonds", "Edmonds", "98020"],
  ["Shoreline", "Shoreline", "98133"],
  ["Kenmore", "Kenmore", "98028"],
  ["Renton Highlands", "Renton", "98056"],
  ["Mercer Island", "Mercer Island", "98040"],
] as const;

const houseTypes = ["Craftsman", "Townhouse", "Condominium", "Rambler", "Tudor", "Contemporary"];
const listingAgents = ["Lena Moss", "Harper Lin", "Victor Sandoval", "Nadia Brenner", null];

/** Half the records have one or two. */
const leadSources = ["Referral", "Website", "Open house", "Past client", "Sign call", "Social media"];

const clientTags = ["First-time buyer", "Relocation", "Investor", "Cash", "Downsizing", "Selling too", "VA loan"];
const packageTags = ["View", "Fixer-upper", "Pets allowed", "Waterfront", "New construction", "Schools"];
