import { and, eq, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { changesOf, recordActivity } from "../activities/activity-log.ts";
import type { Route } from "../engine/action.ts";
import type { Member } from "../engine/current-user.ts";
import { givenDay } from "../engine/dates.ts";
import { moneyOf } from "../engine/money.ts";
import type { Queries } from "../engine/queries.ts";
import { readOne } from "../engine/reading.ts";
import { forbidden, invalidAttribute } from "../engine/refusal.ts";
import {
  changeRoute,
  createRoute,
  findRoute,
  isRecord,
  listRoute,
  type RecordWrite,
  removeRoute,
  type Write,
} from "../engine/table-routes.ts";
import { accessScopeOf } from "../permissions.ts";
import { comparable, comparableList } from "./comparable.ts";
import { street, webAddress } from "./inputs.ts";
import { packageResource } from "./package.ts";
import { comparables } from "./tables.ts";
import { valuePackage } from "./valuation.ts";

const soldPrice = moneyOf("Sold price").refine(({ amount }) => Number(amount) > 0, {
  path: ["amount"],
  error: "Sold price must be more than 0.",
});
const sale = {
  address: street,
  soldPrice,
  sqft: z.int("Sqft must be a whole number.").min(1, "Sqft must be 1 or more.").max(99_999_999, "Sqft is too large."),
  soldOn: givenDay("Sold on must be a date."),
  url: webAddress("A comparable's page").nullish(),
};
const creation = z.object({ packageId: z.uuid(), ...sale });
const change = z.object(sale).partial();
type Sale = z.output<typeof change>;

/** As many as anybody compares; a page of a package shows all of them. */
const most = 50;
const dayMs = 86_400_000;

async function add({ database, currentUser, attributes, now }: Write<z.output<typeof creation>>): Promise<string> {
  const { packageId, ...sold } = attributes;
  const { workspaceId } = currentUser;
  await lockPackage(database, currentUser, packageId);
  refuseFuture(sold.soldOn, now);
  const known = await database.$count(comparables, eq(comparables.packageId, packageId));
  if (known >= most) throw invalidAttribute("address", `A property keeps at most ${most} comparables.`);
  await refuseOtherCurrency(database, packageId, null, sold.soldPrice.currency);
  const { soldPrice, ...columns } = sold;
  const values = { workspaceId, packageId, ...columns, ...priceColumns(soldPrice) };
  const [row] = await database.insert(comparables).values(values).returning({ id: comparables.id });
  if (!row) throw new Error("The comparable was not stored.");
  await valuePackage(database, packageId);
  const changes = [{ field: "address", before: null, after: sold.address }];
  const subject = { type: comparable.type, id: row.id };
  await recordActivity(database, {
    kind: "comparable.added",
    currentUser,
    clientId: null,
    packageId,
    subject,
    changes,
  });
  return row.id;
}

function priceColumns({ amount, currency }: z.output<typeof soldPrice>) {
  return { soldPriceAmount: amount, soldPriceCurrency: currency };
}

async function lockPackage(database: Queries, currentUser: Member, packageId: string): Promise<void> {
  const only = isRecord(packageResource, packageId);
  const { record } = await readOne(database, packageResource, currentUser, only, { isLocked: true });
  if (!record.can?.includes("update")) throw forbidden();
}

/** Somewhere it is tomorrow already. */
function refuseFuture(soldOn: string | undefined, now: Date): void {
  if (soldOn !== undefined && Date.parse(soldOn) > now.getTime() + dayMs)
    throw invalidAttribute("sold_on", "Sold on must not be a day that is still to come.");
}

/** A median over several currencies would be a made-up number. */
async function refuseOtherCurrency(
  database: Queries,
  packageId: string,
  ownId: string | null,
  currency: string | undefined,
): Promise<void> {
  if (currency === undefined) return;
  const others = and(
    eq(comparables.packageId, packageId),
    ne(comparables.soldPriceCurrency, currency),
    ownId === null ? undefined : ne(comparables.id, ownId),
  );
  const [other] = await database
    .select({ currency: comparables.soldPriceCurrency })
    .from(comparables)
    .where(others)
    .limit(1);
  if (other) throw invalidAttribute("sold_price/currency", `The other comparables are in ${other.currency}.`);
}

async function update({ database, currentUser, record, attributes, now }: RecordWrite<Sale>): Promise<void> {
  const changes = changesOf(record, attributes);
  if (changes.length === 0) return;
  const packageId = String(record.attributes.package_id);
  await lockPackage(database, currentUser, packageId);
  refuseFuture(attributes.soldOn, now);
  await refuseOtherCurrency(database, packageId, record.id, attributes.soldPrice?.currency);
  const { soldPrice, ...columns } = attributes;
  const price = soldPrice === undefined ? {} : priceColumns(soldPrice);
  await database
    .update(comparables)
    .set({ ...columns, ...price, updatedAt: sql`now()`, version: sql`${comparables.version} + 1` })
    .where(isRecord(comparable, record.id));
  await valuePackage(database, packageId);
  const event = { kind: "comparable.updated", currentUser, clientId: null, packageId, subject: record } as const;
  await recordActivity(database, { ...event, changes });
}

async function remove({ database, currentUser, record }: RecordWrite): Promise<void> {
  const packageId = String(record.attributes.package_id);
  await lockPackage(database, currentUser, packageId);
  await database.delete(comparables).where(isRecord(comparable, record.id));
  await valuePackage(database, packageId);
  const changes = [{ field: "address", before: record.attributes.address, after: null }];
  const event = { kind: "comparable.removed", currentUser, clientId: null, packageId, subject: record } as const;
  await recordActivity(database, { ...event, changes });
}

export const comparableRoutes: readonly Route[] = [
  listRoute(comparable, comparableList, "Comparables, newest first"),
  findRoute(comparable, "A comparable"),
  createRoute(comparable, {
    summary: "Add a comparable; the package is valued anew",
    input: creation,
    may: (currentUser) => accessScopeOf(currentUser, "records.edit") !== "no",
    run: add,
  }),
  changeRoute(comparable, {
    summary: "Change a comparable; the package is valued anew",
    method: "PATCH",
    below: "",
    input: change,
    needs: "update",
    run: update,
  }),
  removeRoute(comparable, { summary: "Remove a comparable; the package is valued anew", needs: "remove", run: remove }),
];
