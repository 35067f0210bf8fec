/** Writes the demo's packages with everything that belongs to them. */
import { eq, sql } from "drizzle-orm";
import { createPackageFolders } from "../documents/package-folders.ts";
import { type EventColumns, eventColumns } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { fullName } from "../identity/person-name.ts";
import { opportunity } from "../opportunities/opportunity.ts";
import { packageResource } from "../packages/package.ts";
import { packageKeysOf } from "../packages/search-keys.ts";
import { picturePath } from "../pictures/pictures.ts";
import {
  type AttributeChange,
  activities,
  clients,
  listPrices,
  opportunities,
  packageNumbers,
  packages,
} from "../tables.ts";
import { type DemoWorkspace, inParts, touchClients } from "./clients.ts";
import type { DemoPackage, DemoPrice } from "./package-table.ts";

/** The time zone of all the demo's properties, whatever the time zone of the workspace. */
export const timeZone = "America/Los_Angeles";
const currency = "USD";
const day = 86_400_000;

export interface DemoProperties extends DemoWorkspace {
  readonly state: string;
}

/** A client paired with a package, before it has moved to any stage. */
export interface DemoDeal {
  readonly id: string;
  readonly assignedAccountId: string | null;
  readonly insertedAt: string;
  /** Amount of the package's list price; null when it has none. */
  readonly price: string | null;
  /** The street of the package, of the first of its clients; null of the others. */
  readonly leadAt: string | null;
}

/**
 * Inserts packages, their folders, list prices, clients and history. The oldest has the lowest number, which follows those
 * that the workspace has given already.
 * @returns the pairs with clients, the oldest first
 */
export async function insertPackages(
  transaction: Queries,
  table: readonly DemoPackage[],
  workspace: DemoProperties,
): Promise<readonly DemoDeal[]> {
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

/** The agents' priorities, used in turns over the properties. */
const ranks = ["Medium", "High", "Medium", "Low"];

const hourAfter = (at: string) => new Date(new Date(at).getTime() + 3_600_000).toISOString();

/** The later one of two moments as `toISOString` writes them. */
const laterOf = (one: string, other: string) => (one < other ? other : one);

/** SQL of 5 p.m. in the properties' time zone, in a number of days from now. */
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
