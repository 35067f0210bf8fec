import { sql } from "drizzle-orm";
import { z } from "zod";
import { changesOf, recordActivity } from "../activities/activity-log.ts";
import type { AttributeChange } from "../activities/tables.ts";
import { createPackageFolders } from "../documents/package-folders.ts";
import type { Route } from "../engine/action.ts";
import type { Member } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import type { WireRecord } from "../engine/record.ts";
import {
  changeRoute,
  createRoute,
  findRoute,
  isRecord,
  listRoute,
  noInput,
  type RecordWrite,
  type Write,
} from "../engine/table-routes.ts";
import { nameOf } from "../identity/account-name.ts";
import { workspaces } from "../identity/tables.ts";
import { openOpportunity } from "../opportunities/open-opportunity.ts";
import { accessScopeOf } from "../permissions.ts";
import { dropPicture, takePicture } from "../pictures/pictures.ts";
import { facts, street } from "./inputs.ts";
import { listPrice } from "./list-price.ts";
import { packageList, packageResource } from "./package.ts";
import { packageKeysOf } from "./search-keys.ts";
import { listPrices, packageNumbers, packages } from "./tables.ts";
import { valuePackage } from "./valuation.ts";

const creation = z.object({ street, ...facts, clientId: z.uuid("Choose a client.").nullish() });
const photoUrl = z.string().max(200, "A photo is the url of a picture.").nullish();
const change = z.object({ street: street.optional(), ...facts, photoUrl });
type Facts = z.output<typeof change>;

const kept = z.object({
  street: z.string(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zip: z.string().nullable(),
  area: z.string().nullable(),
  number: z.int(),
});

/** A package has a number of its own from the start, and belongs to whoever makes it. */
export async function createPackage({
  database,
  currentUser,
  attributes,
}: Write<z.output<typeof creation>>): Promise<string> {
  const { clientId = null, ...facts } = attributes;
  const number = await nextNumber(database, currentUser.workspaceId);
  const { timeZone = timeZoneOf(currentUser), ...columns } = columnsOf(facts);
  const none = { city: null, state: null, zip: null, area: null };
  const [row] = await database
    .insert(packages)
    .values({
      ...columns,
      ...packageKeysOf(kept.parse({ ...none, ...given(facts), number })),
      timeZone,
      street: facts.street,
      number,
      compOverrideOn: facts.compOverride ? currentUser.today : null,
      workspaceId: currentUser.workspaceId,
      assignedAccountId: currentUser.accountId,
    })
    .returning({ id: packages.id });
  if (!row) throw new Error("The package was not stored.");
  await createPackageFolders(database, {
    workspaceId: currentUser.workspaceId,
    packageId: row.id,
    accountId: currentUser.accountId,
  });
  if (facts.listPrice) await notePrice(database, currentUser, row.id, facts.listPrice);
  const changes = [{ field: "street", before: null, after: facts.street }];
  const subject = { type: packageResource.type, id: row.id };
  const event = { kind: "package.created", currentUser, clientId: null, packageId: row.id, subject, changes } as const;
  await recordActivity(database, event);
  if (clientId !== null) await openOpportunity(database, currentUser, { packageId: row.id, clientId });
  return row.id;
}

/** SQL of the workspace's time zone, which its packages have until somebody says otherwise. */
const timeZoneOf = (currentUser: Member) =>
  sql`(select ${workspaces.timeZone} from ${workspaces} where ${workspaces.id} = ${currentUser.workspaceId})`;

/** Gives the workspace's next number; the row stays locked until the transaction ends, so that no number is given twice. */
async function nextNumber(database: Queries, workspaceId: string): Promise<number> {
  const [row] = await database
    .insert(packageNumbers)
    .values({ workspaceId, last: 1 })
    .onConflictDoUpdate({ target: packageNumbers.workspaceId, set: { last: sql`${packageNumbers.last} + 1` } })
    .returning({ last: packageNumbers.last });
  if (!row) throw new Error("No number was given.");
  return row.last;
}

/** The attributes that were given as the table keeps them. */
function columnsOf(facts: Facts) {
  const { street: _street, listPrice: price, listingAgent: agent, offerDueAt, compOverride: comp, ...columns } = facts;
  return {
    ...columns,
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
    }),
  };
}

async function update({ database, currentUser, record, attributes }: RecordWrite<Facts>): Promise<void> {
  const shown = { ...attributes, ...shownAs(attributes) };
  const changes = changesOf(record, shown);
  if (changes.length === 0) return;
  const isChanged = (name: string) => changes.some(({ field }) => field === name);
  const { street = undefined, ...columns } = { ...columnsOf(attributes), street: attributes.street };
  await database
    .update(packages)
    .set({
      ...columns,
      ...(street !== undefined && { street }),
      ...(isChanged("comp_override") && { compOverrideOn: attributes.compOverride ? currentUser.today : null }),
      ...packageKeysOf(kept.parse({ ...record.attributes, ...given(attributes) })),
      updatedAt: sql`now()`,
      version: sql`${packages.version} + 1`,
    })
    .where(isRecord(packageResource, record.id));
  if (isChanged("photo_url")) await changePhoto(database, currentUser, record, attributes.photoUrl ?? null);
  if (isChanged("sqft")) await valuePackage(database, record.id);
  if (isChanged("list_price")) await notePrice(database, currentUser, record.id, attributes.listPrice ?? null);
  const event = {
    kind: "package.updated",
    currentUser,
    clientId: null,
    packageId: record.id,
    subject: record,
  } as const;
  await recordActivity(database, { ...event, changes: changes.map(toTold) });
}

/** The new picture becomes the package's own; the old one is nobody's any more. */
async function changePhoto(database: Queries, currentUser: Member, record: WireRecord, after: string | null) {
  const before = record.attributes.photo_url;
  if (after !== null) await takePicture(database, currentUser, after, "photo_url");
  if (typeof before === "string") await dropPicture(database, currentUser, before);
}

/** Where pictures lie is nothing to read in a history. */
function toTold({ field, before, after }: AttributeChange): AttributeChange {
  if (field !== "photo_url") return { field, before, after };
  return { field: "photo", before: before !== null, after: after !== null };
}

/** Given values in the spelling of the wire, for comparing. */
function shownAs({ listingAgent: agent }: Facts) {
  if (!agent) return {};
  return { listingAgent: { name: agent.name, email: agent.email, phone_number: agent.phoneNumber } };
}

function given(attributes: Facts): Partial<Facts> {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}

/** Adds a line to the history of list prices; null says that there is none any more. */
async function notePrice(database: Queries, currentUser: Member, packageId: string, price: Facts["listPrice"]) {
  await database.insert(listPrices).values({
    workspaceId: currentUser.workspaceId,
    packageId,
    amount: price?.amount ?? null,
    currency: price?.currency ?? null,
    actorName: nameOf(currentUser.accountId),
  });
}

/** Puts a package away, or brings it back; again is nothing. */
function archive(isArchived: boolean) {
  return async ({ database, currentUser, record }: RecordWrite): Promise<void> => {
    const before = record.attributes.archived_at !== null;
    if (before === isArchived) return;
    await database
      .update(packages)
      .set({
        archivedAt: isArchived ? sql`now()` : null,
        updatedAt: sql`now()`,
        version: sql`${packages.version} + 1`,
      })
      .where(isRecord(packageResource, record.id));
    const kind = isArchived ? ("package.archived" as const) : ("package.brought_back" as const);
    const changes = [{ field: "archived", before, after: isArchived }];
    await recordActivity(database, {
      kind,
      currentUser,
      clientId: null,
      packageId: record.id,
      subject: record,
      changes,
    });
  };
}

const archival = { below: "/archival", input: noInput, needs: "archive" };

export const packageRoutes: readonly Route[] = [
  listRoute(packageResource, packageList, "Packages, newest first"),
  findRoute(packageResource, "A package"),
  createRoute(packageResource, {
    summary: "Create a package, with an opportunity when a client is named",
    input: creation,
    may: (currentUser) => accessScopeOf(currentUser, "records.create") !== "no",
    run: createPackage,
  }),
  changeRoute(packageResource, {
    summary: "Change a package",
    method: "PATCH",
    below: "",
    input: change,
    needs: "update",
    run: update,
  }),
  changeRoute(packageResource, { ...archival, summary: "Archive a package", method: "POST", run: archive(true) }),
  changeRoute(packageResource, { ...archival, summary: "Bring a package back", method: "DELETE", run: archive(false) }),
  findRoute(listPrice, "A list price that a package has had"),
];
