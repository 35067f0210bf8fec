import { eq, sql } from "drizzle-orm";
import { createPackageFolders } from "../documents/package-folders.ts";
import type { Role } from "../engine/current-user.ts";
import { type EventColumns, eventColumns } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { fullName } from "../identity/person-name.ts";
import { opportunity } from "../opportunities/opportunity.ts";
import { packageResource } from "../packages/package.ts";
import { packageKeysOf } from "../packages/search-keys.ts";
import { valuePackage } from "../packages/valuation.ts";
import { picturePath } from "../pictures/pictures.ts";
import {
  type AttributeChange,
  activities,
  clients,
  comparables,
  listPrices,
  opportunities,
  packageNumbers,
  packages,
  type School,
} from "../tables.ts";
import { cellsOf, listOf, numberOf, roleOf } from "./cells.ts";
import { type DemoWorkspace, inParts, touchClients } from "./clients.ts";
import { type PackageWords, wordsOfPackage } from "./demo-words.ts";

export const timeZone = "America/Los_Angeles";
const currency = "USD";
const day = 86_400_000;

interface DemoProperties extends DemoWorkspace {
  readonly state: string;
}

/** An opportunity before its first move. */
export interface DemoOpportunity {
  readonly id: string;
  readonly assignedAccountId: string | null;
  readonly insertedAt: string;
  readonly price: string | null;
  readonly leadAt: string | null;
}

/**
 * Inserts packages with everything that belongs to them; their numbers follow those of the workspace.
 * @returns the opportunities, the oldest first
 */
export async function insertPackages(
  transaction: Queries,
  table: readonly DemoPackage[],
  workspace: DemoProperties,
): Promise<readonly DemoOpportunity[]> {
  const { workspaceId } = workspace;
  const known = transaction
    .select({ id: clients.id, email: clients.email, insertedAt: clients.insertedAt })
    .from(clients);
  const buyers = await known.where(eq(clients.workspaceId, workspaceId));
  const clientOf = new Map(buyers.map(({ email, ...client }) => [email ?? "", client]));
  const byAge = table.toSorted((one, other) => other.ageInDays - one.ageInDays);
  const [numbered] = await transaction
    .insert(packageNumbers)
    .values({ workspaceId, last: table.length })
    .onConflictDoUpdate({
      target: packageNumbers.workspaceId,
      set: { last: sql`${packageNumbers.last} + excluded.last` },
    })
    .returning({ last: packageNumbers.last });
  const given = (numbered?.last ?? table.length) - table.length;
  const rows = byAge.map((property, index) => rowsOf(property, given + index + 1, workspace, clientOf));
  for (const part of inParts(rows)) {
    await transaction.insert(packages).values(part.map(({ row }) => row));
    await transaction.insert(listPrices).values(part.flatMap(({ prices }) => prices));
    await transaction.insert(opportunities).values(part.flatMap(({ pairs }) => pairs));
    await transaction.insert(activities).values(part.flatMap(({ events }) => events));
  }
  await touchClients(transaction, workspaceId);
  for (const { row } of rows) {
    const accountId = row.assignedAccountId === null ? {} : { accountId: row.assignedAccountId };
    await createPackageFolders(transaction, { workspaceId, packageId: row.id, ...accountId });
  }
  const deals = rows.flatMap(({ row, pairs }) =>
    pairs.map((pair, place) => ({ ...pair, price: row.listPriceAmount, leadAt: place === 0 ? row.street : null })),
  );
  return deals.toSorted((one, other) => one.insertedAt.localeCompare(other.insertedAt));
}

function rowsOf(
  property: DemoPackage,
  number: number,
  { workspaceId, accounts, names, pictures, state, now }: DemoProperties,
  clientOf: ReadonlyMap<string, { readonly id: string; readonly insertedAt: string }>,
) {
  const { street, city, zip, area, prices, clients: addresses, agent } = property;
  const { tags, houseType, mlsNumber, yearBuilt, hoa, remarks } = property.words;
  const id = crypto.randomUUID();
  const assignedAccountId = accounts.get(agent) ?? null;
  const ago = (days: number) => new Date(now.getTime() - days * day - 2 * 3_600_000).toISOString();
  const insertedAt = ago(property.ageInDays);
  const photo = pictures.get(street);
  const actorName = fullName(names[agent]);
  const actor = { workspaceId, packageId: id, actorAccountId: assignedAccountId, actorName };
  const event = (columns: EventColumns, occurredAt: string, change: AttributeChange) => ({
    ...actor,
    ...columns,
    occurredAt,
    changes: [change],
    subjectType: "package",
    subjectId: id,
    clientId: null,
  });
  const pairs = addresses.map((address, place) => {
    const client = clientOf.get(address);
    if (client === undefined) throw new Error(`No client of the demo has the address ${address}.`);
    const opened = laterOf(ago(property.ageInDays / (1 + place)), hourAfter(client.insertedAt));
    const moments = { insertedAt: opened, updatedAt: opened, stageSince: opened };
    const rank = ranks[(number + place) % ranks.length];
    return {
      id: crypto.randomUUID(),
      workspaceId,
      packageId: id,
      clientId: client.id,
      assignedAccountId,
      rank,
      ...moments,
    };
  });
  const opened = pairs.map((pair) => ({
    ...event(eventColumns(opportunity, "opened"), pair.insertedAt, { field: "stage", before: null, after: "open" }),
    subjectType: "opportunity",
    subjectId: pair.id,
    clientId: pair.clientId,
    opportunityId: pair.id,
  }));
  const lowered = prices.slice(1).map((price, index) => {
    const change = { field: "list_price", before: moneyOf(prices[index]), after: moneyOf(price) };
    return event(eventColumns(packageResource, "updated"), ago(price.ageInDays), change);
  });
  return {
    row: {
      id,
      workspaceId,
      assignedAccountId,
      number,
      street,
      city,
      state,
      zip,
      area,
      timeZone,
      ...packageKeysOf({
        street,
        city,
        state,
        zip,
        area,
        number,
        houseType,
        tags,
        schools: property.schools,
        mlsNumber,
        yearBuilt,
        hoa: hoa === null ? null : { amount: hoa },
        remarks,
        listingAgent: listingAgentOf(property.lister),
      }),
      houseType,
      tags: [...tags],
      mlsNumber,
      yearBuilt,
      remarks,
      hoaAmount: hoa,
      hoaCurrency: hoa === null ? null : currency,
      beds: property.beds,
      baths: property.baths,
      sqft: property.sqft,
      lotSize: property.lotSize,
      garages: property.garages,
      schools: property.schools,
      listPriceAmount: prices.at(-1)?.amount ?? null,
      listPriceCurrency: prices.length === 0 ? null : currency,
      offerDueAt: property.dueInDays === null ? null : afternoonIn(property.dueInDays, now),
      ...listerOf(property.lister),
      photoUrl: photo === undefined ? null : picturePath(photo),
      insertedAt,
      updatedAt: lowered.at(-1)?.occurredAt ?? insertedAt,
      version: 1 + lowered.length,
    },
    prices: prices.map(({ amount, ageInDays }) => ({
      workspaceId,
      packageId: id,
      amount,
      currency,
      actorName,
      changedAt: ago(ageInDays),
    })),
    pairs,
    events: [
      event(eventColumns(packageResource, "created"), insertedAt, { field: "street", before: null, after: street }),
      ...opened,
      ...lowered,
    ],
  };
}

const ranks = ["Medium", "High", "Medium", "Low"];

const hourAfter = (at: string) => new Date(new Date(at).getTime() + 3_600_000).toISOString();

const laterOf = (one: string, other: string) => (one < other ? other : one);

function afternoonIn(days: number, now: Date) {
  return sql`((${now.toISOString()}::timestamptz at time zone ${timeZone})::date + ${days}::integer + time '17:00')
    at time zone ${timeZone}`;
}

function moneyOf(price: DemoPrice | undefined) {
  return price === undefined ? null : { amount: price.amount, currency };
}

function listerOf(name: string | null) {
  const agent = listingAgentOf(name);
  if (agent === null) return {};
  const { email: listingAgentEmail, phoneNumber: listingAgentPhoneNumber } = agent;
  return { listingAgentName: agent.name, listingAgentEmail, listingAgentPhoneNumber };
}

function listingAgentOf(name: string | null) {
  if (name === null) return null;
  return { name, email: `${name.toLowerCase().replace(" ", ".")}@listing.example`, phoneNumber: "(206) 555-0175" };
}

/**
 * Packages, one a line, newest first: street
 * city
 * zip
 * beds
 * baths
 * square feet
 * lot in
 * square feet
 * garages
 * area
 * schools
 * list prices, oldest first, with how many days ago they were asked
 * days until
 * offers are due
 * listing agent
 * agent
 * drawing
 * clients by the first part of their email addresses
 * days since it was made. Empty is unknown.
 */
export const evergreenPackages = `
2218 NW 64th Street | Seattle | 98107 | 3 | 2 | 1840 | 4200 | 1 | Ballard | Loyal Creek Elementary, Ballard Heights High | 889000@16, 865000@4 | 2 | Lena Moss | member | moss | buyer, wendell.fitch, holm | 16
4107 Palatine Avenue N | Seattle | 98103 | 3 | 2.5 | 1720 | 3800 | 1 | Phinney Ridge | Woodland Elementary, Greenlake Middle | 849000@9 | 6 | Lena Moss | member | linen | buyer | 9
7015 32nd Avenue NE | Seattle | 98115 | 4 | 2.5 | 2460 | 5100 | 2 | Bryant | Bryant Park Elementary, Ravenna Middle | 1275000@21, 1240000@6 | 1 | Victor Sandoval | owner | brick | priya.raman | 21
1420 E Denny Way, Unit 405 | Seattle | 98122 | 2 | 1.5 | 940 | | 1 | Capitol Hill | | 649000@12 | 5 | Harper Lin | member | plank | marcus.okafor, chiara.bellini | 12
3820 Whitman Avenue N | Seattle | 98103 | 3 | 2 | 1560 | 1400 | 1 | Fremont | Fremont Hill Elementary | 985000@8 | 9 | Harper Lin | admin | clay | elodie.fournier | 8
618 Maple Crest Lane | Edmonds | 98020 | 3 | 2.5 | 2080 | 9600 | 2 | Edmonds | Sherwood Grove Elementary, Edmonds Harbor High | 1395000@30, 1350000@11 | 12 | Victor Sandoval | manager | drift | abernathy, george.papadakis | 30
11230 NE 97th Street | Kirkland | 98033 | 4 | 3 | 2940 | 7800 | 2 | Kirkland | Lakeview Rose Elementary | 1795000@5 | 18 | Nadia Brenner | owner | glass | kenji.watanabe | 5
3914 S Ferdinand Street | Seattle | 98118 | 2 | 1 | 1080 | 3600 | | Columbia City | Orca Bay School | 615000@3 | | | member | rose | grace.mbeki, zoe.hartmann | 3
2533 Thorndyke Avenue W | Seattle | 98199 | 3 | 2.5 | 2210 | 5000 | 1 | Magnolia | Bluff Point Elementary | 1185000@44, 1149000@20, 1125000@2 | 24 | Lena Moss | owner | harbor | hannah.weiss, simone.laurent | 44
4801 SW Andover Street | Seattle | 98116 | 3 | 2 | 1690 | 4500 | 2 | West Seattle | Alki Shore Elementary, Admiral Middle | 879000@14 | 33 | Harper Lin | member | slate | tomasz.z, mateo.silva | 14
8420 SE 72nd Place | Mercer Island | 98040 | 5 | 4 | 4620 | 14200 | 3 | Mercer Island | Island Crest Elementary, Islander Middle, Mercer Ridge High | 2195000@26, 2095000@7 | 45 | Nadia Brenner | owner | glass | meiling.chao | 26
9330 Day Road NE | Bainbridge Island | 98110 | 3 | 2 | 2015 | 41000 | 2 | Bainbridge Island | Ferncliff Elementary | 710000@19 | 60 | Victor Sandoval | manager | barn | patrick.orourke | 19
6206 Woodlawn Avenue N | Seattle | 98103 | 3 | 2 | 1610 | 3900 | 1 | Green Lake | Greenlake Middle | 839000@10 | 75 | Lena Moss | member | linen | sofia.petrova | 10
18405 61st Avenue NE | Kenmore | 98028 | 4 | 2.5 | 2320 | 7200 | 2 | Kenmore | Arrowhead Bay Elementary | 929000@27 | -6 | Nadia Brenner | manager | fern | rafael.montoya | 27
2140 Westlake Avenue N, Unit 7 | Seattle | 98109 | 1 | 1 | 720 | | | South Lake Union | | 519000@1 | 20 | Harper Lin | member | loft | devon.carter | 1
1507 9th Avenue W | Seattle | 98119 | 2 | | | | | Queen Anne | | | | | admin | | oliver.brandt | 2
24012 Old Owen Road | Monroe | 98272 | 3 | 2 | 1890 | 65000 | 2 | Monroe | Salem Hollow Elementary | 729000@35 | 100 | Victor Sandoval | admin | cedar | elena.vasquez | 35
`;

export const lakesidePackages = `
415 E Lakeshore Drive | Coeur d'Alene | 83814 | 3 | 2.5 | 2240 | 10400 | 2 | Coeur d'Alene | Lakeshore Pines Elementary | 795000@13, 775000@5 | 4 | Bram Keller | owner | pier | devries | 13
1180 W Prairie Avenue | Post Falls | 83854 | 2 | 1 | 1120 | 8200 | 2 | Post Falls | Prairie View Elementary | 415000@7 | 28 | Bram Keller | owner | drift | calvin.brooks | 7
70 Schweitzer Spur | Sandpoint | 83864 | 2 | 1 | | | | Sandpoint | | | | | owner | cedar | erik.halvorsen | 2
`;

export interface DemoPackage {
  readonly street: string;
  readonly city: string;
  readonly zip: string;
  readonly beds: number | null;
  readonly baths: number | null;
  readonly sqft: number | null;
  readonly lotSize: number | null;
  readonly garages: number | null;
  readonly area: string | null;
  readonly schools: readonly School[];
  readonly prices: readonly DemoPrice[];
  readonly dueInDays: number | null;
  readonly lister: string | null;
  readonly agent: Role;
  readonly house: string | null;
  readonly clients: readonly string[];
  readonly ageInDays: number;
  readonly words: PackageWords;
}

interface DemoPrice {
  readonly amount: string;
  readonly ageInDays: number;
}

/** Reads a table of packages. @throws Error for a line that is not a package */
export function readPackages(table: string): DemoPackage[] {
  return cellsOf(table).map(readPackage);
}

function readPackage(cells: readonly string[]): DemoPackage {
  if (cells.length !== 17)
    throw new Error(`The demo's table has a line of ${cells.length} cells: ${cells.join(" | ")}`);
  const [street = "", city = "", zip = "", beds, baths, sqft, lot, garages, area, schools, prices, ...rest] = cells;
  const [due, lister, agent, house, clients, age] = rest;
  return {
    street,
    city,
    zip,
    beds: numberOf(beds),
    baths: numberOf(baths),
    sqft: numberOf(sqft),
    lotSize: numberOf(lot),
    garages: numberOf(garages),
    area: area || null,
    schools: listOf(schools).map((name) => ({ name, url: `https://${slugOf(name)}.schools.example/` })),
    prices: listOf(prices).map(readPrice),
    dueInDays: numberOf(due),
    lister: lister || null,
    agent: roleOf(agent),
    house: house || null,
    clients: listOf(clients).map((name) => `${name}@client.example`),
    ageInDays: numberOf(age) ?? 0,
    words: wordsOfPackage(street),
  };
}

function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(" ", "-");
}

/** "865000@4": asked four days ago. */
function readPrice(text: string): DemoPrice {
  const [amount = "0", age] = text.split("@");
  return { amount, ageInDays: numberOf(age) ?? 0 };
}

interface DemoContext {
  readonly workspaceId: string;
  readonly now: Date;
}

/** Inserts the sales and overrides of a workspace's packages, by their streets. */
export async function insertComparables(transaction: Queries, { workspaceId, now }: DemoContext): Promise<void> {
  const known = transaction.select({ id: packages.id, street: packages.street }).from(packages);
  const idOf = new Map(
    (await known.where(eq(packages.workspaceId, workspaceId))).map(({ id, street }) => [street, id]),
  );
  const today = now.toISOString();
  const rows = cellsOf(demoComparables).flatMap(([street = "", address = "", amount = "", sqft, days]) => {
    const packageId = idOf.get(street);
    if (packageId === undefined) return [];
    const soldOn = sql`${today}::date - ${numberOf(days)}::integer`;
    const price = { soldPriceAmount: amount, soldPriceCurrency: currency };
    return [{ workspaceId, packageId, address, ...price, sqft: numberOf(sqft) ?? 1, soldOn }];
  });
  await transaction.insert(comparables).values(rows);
  for (const packageId of new Set(rows.map((row) => row.packageId))) await valuePackage(transaction, packageId);
  for (const [street = "", amount = "", note = ""] of cellsOf(demoOverrides)) {
    const override = { compOverrideAmount: amount, compOverrideCurrency: currency, compOverrideNote: note };
    await transaction
      .update(packages)
      .set({ ...override, compOverrideOn: sql`${today}::date - 9` })
      .where(eq(packages.id, idOf.get(street) ?? crypto.randomUUID()));
  }
}

/**
 * Street of the package
 * address
 * sold for
 * square feet
 * days since it was sold.
 */
const demoComparables = `
2218 NW 64th Street | 2409 NW 62nd Street | 842000 | 1790 | 34
2218 NW 64th Street | 1915 NW 65th Street | 899500 | 1910 | 52
2218 NW 64th Street | 2620 NW 59th Street | 815000 | 1685 | 71
2218 NW 64th Street | 2306 NW 67th Street | 928000 | 1880 | 96
4107 Palatine Avenue N | 4215 Dayton Avenue N | 861000 | 1760 | 28
4107 Palatine Avenue N | 3902 Greenwood Avenue N | 829000 | 1690 | 60
7015 32nd Avenue NE | 7302 31st Avenue NE | 1190000 | 2340 | 19
7015 32nd Avenue NE | 6811 35th Avenue NE | 1310000 | 2520 | 47
7015 32nd Avenue NE | 7020 29th Avenue NE | 1265000 | 2410 | 80
618 Maple Crest Lane | 640 Maple Crest Lane | 1320000 | 2010 | 40
618 Maple Crest Lane | 9112 Olympic View Drive | 1405000 | 2190 | 65
11230 NE 97th Street | 11018 NE 95th Street | 1740000 | 2880 | 22
11230 NE 97th Street | 11402 NE 100th Street | 1850000 | 3010 | 58
11230 NE 97th Street | 10906 NE 98th Street | 1695000 | 2760 | 90
2533 Thorndyke Avenue W | 2611 28th Avenue W | 1149000 | 2180 | 31
4801 SW Andover Street | 4744 SW Dakota Street | 862000 | 1650 | 26
4801 SW Andover Street | 5003 SW Charlestown Street | 905000 | 1720 | 75
8420 SE 72nd Place | 8212 SE 70th Street | 2050000 | 4390 | 44
8420 SE 72nd Place | 7915 SE 74th Place | 2240000 | 4760 | 88
18405 61st Avenue NE | 18212 62nd Place NE | 948000 | 2380 | 37
415 E Lakeshore Drive | 502 E Lakeshore Drive | 769000 | 2190 | 29
415 E Lakeshore Drive | 311 S 11th Street | 802000 | 2300 | 66
`;

/**
 * Street of the package
 * value
 * why.
 */
const demoOverrides = `
9330 Day Road NE | 705000 | Nothing like it was sold on the island since spring; the value of the land and of the house apart.
`;
