import { sql } from "drizzle-orm";
import { z } from "zod";
import { createPackageFolders } from "../documents/package-folders.ts";
import { nameOf } from "../engine/account-name.ts";
import type { Route } from "../engine/action.ts";
import { archivalRoutes } from "../engine/archival.ts";
import type { Member } from "../engine/current-user.ts";
import { changesOf } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import {
  changeRoute,
  createRoute,
  findRoute,
  listRoute,
  type RecordWrite,
  type Write,
} from "../engine/table-routes.ts";
import { changeRecord, createRecord } from "../engine/writing.ts";
import { openOpportunity } from "../opportunities/open-opportunity.ts";
import { mayAny } from "../permissions.ts";
import { listPrices, packageNumbers, workspaces } from "../tables.ts";
import { spell } from "../used-words/spelling.ts";
import { facts, street } from "./inputs.ts";
import { listPrice, packageList, packageResource } from "./package.ts";
import { packageKeysWith } from "./search-keys.ts";
import { valuePackage } from "./valuation.ts";

const creation = z.object({ street, ...facts, clientId: z.uuid("Choose a client.").nullish() });
export const packageChange = z.object({ street: street.optional(), ...facts });
type Facts = z.output<typeof packageChange>;

/** With the next number, assigned to its creator. */
export async function createPackage(write: Write<z.output<typeof creation>>): Promise<string> {
  const { database, currentUser } = write;
  const { workspaceId, accountId } = currentUser;
  const { clientId = null, ...given } = write.attributes;
  const facts = await withUsedWords(write, given, null);
  const number = await nextNumber(database, workspaceId);
  const { timeZone = timeZoneOf(currentUser), ...columns } = columnsOf(facts);
  const none = {
    city: null,
    state: null,
    zip: null,
    area: null,
    house_type: null,
    tags: [],
    mls_number: null,
    year_built: null,
    hoa: null,
    remarks: null,
    schools: [],
    listing_agent: null,
  };
  const packageId = await createRecord(write, packageResource, "created", {
    ...columns,
    ...packageKeysWith({ ...none, number }, facts),
    timeZone,
    street: facts.street,
    number,
    compOverrideOn: facts.compOverride ? currentUser.today : null,
    workspaceId,
    assignedAccountId: accountId,
  });
  await createPackageFolders(database, { workspaceId, packageId, accountId });
  if (facts.listPrice) await insertListPrice(database, currentUser, packageId, facts.listPrice);
  if (clientId !== null) await openOpportunity(database, currentUser, { packageId, clientId });
  return packageId;
}

/** In the workspace's spelling. @param own the package */
async function withUsedWords<Given extends Pick<Facts, "area" | "houseType" | "tags">>(
  { database, currentUser: { workspaceId } }: Pick<Write<unknown>, "database" | "currentUser">,
  given: Given,
  own: string | null,
): Promise<Given> {
  const one = async (kind: "area" | "house_type", word: string) =>
    (await spell(database, { workspaceId, kind, own }, [word]))[0] ?? word;
  const { area, houseType, tags } = given;
  return {
    ...given,
    ...(area && { area: await one("area", area) }),
    ...(houseType && { houseType: await one("house_type", houseType) }),
    ...(tags && { tags: await spell(database, { workspaceId, kind: "tag", own }, tags) }),
  };
}

const timeZoneOf = (currentUser: Member) =>
  sql`(select ${workspaces.timeZone} from ${workspaces} where ${workspaces.id} = ${currentUser.workspaceId})`;

/** The row is locked, so that no number is given twice. */
async function nextNumber(database: Queries, workspaceId: string): Promise<number> {
  const [row] = await database
    .insert(packageNumbers)
    .values({ workspaceId, last: 1 })
    .onConflictDoUpdate({ target: packageNumbers.workspaceId, set: { last: sql`${packageNumbers.last} + 1` } })
    .returning({ last: packageNumbers.last });
  if (!row) throw new Error("No number was given.");
  return row.last;
}

function columnsOf(facts: Facts) {
  const { street: _street, listPrice: price, listingAgent: agent, offerDueAt, ...more } = facts;
  const { compOverride: comp, hoa, ...columns } = more;
  return {
    ...columns,
    ...(hoa !== undefined && { hoaAmount: hoa?.amount ?? null, hoaCurrency: hoa?.currency ?? null }),
    ...(comp !== undefined && {
      compOverrideAmount: comp?.amount ?? null,
      compOverrideCurrency: comp?.currency ?? null,
      compOverrideNote: comp?.note ?? null,
    }),
    ...(offerDueAt !== undefined && { offerDueAt }),
    ...(price !== undefined && { listPriceAmount: price?.amount ?? null, listPriceCurrency: price?.currency ?? null }),
    ...(agent !== undefined && {
      listingAgentName: agent?.name ?? null,
      listingAgentEmail: agent?.email ?? null,
      listingAgentPhoneNumber: agent?.phoneNumber ?? null,
      listingAgentProfilePhotoUrl: agent?.profilePhotoUrl ?? null,
    }),
  };
}

/** Changes a property by its rules. */
export async function updatePackage(write: RecordWrite<Facts>): Promise<void> {
  const { database, currentUser, record } = write;
  const attributes = await withUsedWords(write, write.attributes, record.id);
  const changes = changesOf(record, { ...attributes, ...shownAs(attributes) });
  if (changes.length === 0) return;
  const isChanged = (name: string) => changes.some(({ field }) => field === name);
  const values = {
    ...columnsOf(attributes),
    street: attributes.street,
    ...(isChanged("comp_override") && { compOverrideOn: attributes.compOverride ? currentUser.today : null }),
    ...packageKeysWith(record.attributes, attributes),
  };
  await changeRecord(write, packageResource, "updated", values, changes);
  if (isChanged("sqft")) await valuePackage(database, record.id);
  if (isChanged("list_price")) await insertListPrice(database, currentUser, record.id, attributes.listPrice ?? null);
}

/** In wire spelling. */
function shownAs({ listingAgent: agent }: Facts) {
  if (!agent) return {};
  const { name, email, phoneNumber, profilePhotoUrl } = agent;
  return { listingAgent: { name, email, phone_number: phoneNumber, profile_photo_url: profilePhotoUrl } };
}

/** Null where the package has no price anymore. */
async function insertListPrice(database: Queries, currentUser: Member, packageId: string, price: Facts["listPrice"]) {
  await database.insert(listPrices).values({
    workspaceId: currentUser.workspaceId,
    packageId,
    amount: price?.amount ?? null,
    currency: price?.currency ?? null,
    actorName: nameOf(currentUser.accountId),
  });
}

export const packageRoutes: readonly Route[] = [
  listRoute(packageResource, packageList, "Packages, newest first"),
  findRoute(packageResource, "A package"),
  createRoute(packageResource, {
    summary: "Create a package, with an opportunity when a client is named",
    input: creation,
    may: (currentUser) => mayAny(currentUser, "records.create"),
    run: createPackage,
  }),
  changeRoute(packageResource, {
    summary: "Change a package",
    input: packageChange,
    run: updatePackage,
  }),
  ...archivalRoutes(packageResource, "a package"),
  findRoute(listPrice, "A list price that a package has had"),
];
