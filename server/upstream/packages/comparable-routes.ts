import { and, eq, ne } from "drizzle-orm";
import { z } from "zod";
import type { Route } from "../engine/action.ts";
import { givenDay } from "../engine/days.ts";
import { changesOf } from "../engine/history.ts";
import { webAddress } from "../engine/inputs.ts";
import { moneyOf } from "../engine/money.ts";
import type { Queries } from "../engine/queries.ts";
import { invalidAttribute } from "../engine/refusal.ts";
import {
  changeRoute,
  createRoute,
  findRoute,
  listRoute,
  type RecordWrite,
  removeRoute,
  type Write,
} from "../engine/table-routes.ts";
import { changeRecord, createRecord, removeRecord, requireRecord } from "../engine/writing.ts";
import { mayAny } from "../permissions.ts";
import { comparables } from "../tables.ts";
import { comparable, comparableList } from "./comparable.ts";
import { street } from "./inputs.ts";
import { packageResource } from "./package.ts";
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

const most = 50;
const dayMs = 86_400_000;

async function add(write: Write<z.output<typeof creation>>): Promise<string> {
  const { database, currentUser, now } = write;
  const { packageId, soldPrice, ...columns } = write.attributes;
  await lockPackage(write, packageId);
  refuseFuture(columns.soldOn, now);
  const known = await database.$count(comparables, eq(comparables.packageId, packageId));
  if (known >= most) throw invalidAttribute("address", `A property can have at most ${most} comparables.`);
  await refuseOtherCurrency(database, packageId, null, soldPrice.currency);
  const values = { workspaceId: currentUser.workspaceId, packageId, ...columns, ...priceColumns(soldPrice) };
  const id = await createRecord(write, comparable, "added", values);
  await valuePackage(database, packageId);
  return id;
}

function priceColumns({ amount, currency }: z.output<typeof soldPrice>) {
  return { soldPriceAmount: amount, soldPriceCurrency: currency };
}

const lockPackage = (write: Write, id: string) =>
  requireRecord(write, packageResource, id, "update", { isLocked: true });

/** In some time zone it is tomorrow. */
function refuseFuture(soldOn: string | undefined, now: Date): void {
  if (soldOn !== undefined && Date.parse(soldOn) > now.getTime() + dayMs)
    throw invalidAttribute("sold_on", "Sold on can't be in the future.");
}

/** A median of several currencies means nothing. */
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

async function update(write: RecordWrite<Sale>): Promise<void> {
  const { database, record, attributes, now } = write;
  const changes = changesOf(record, attributes);
  if (changes.length === 0) return;
  const packageId = String(record.attributes.package_id);
  await lockPackage(write, packageId);
  refuseFuture(attributes.soldOn, now);
  await refuseOtherCurrency(database, packageId, record.id, attributes.soldPrice?.currency);
  const { soldPrice, ...columns } = attributes;
  const price = soldPrice !== undefined && priceColumns(soldPrice);
  await changeRecord(write, comparable, "updated", { ...columns, ...price }, changes);
  await valuePackage(database, packageId);
}

async function remove(write: RecordWrite): Promise<void> {
  const packageId = String(write.record.attributes.package_id);
  await lockPackage(write, packageId);
  await removeRecord(write, comparable, "removed");
  await valuePackage(write.database, packageId);
}

export const comparableRoutes: readonly Route[] = [
  listRoute(comparable, comparableList, "Comparables, newest first"),
  findRoute(comparable, "A comparable"),
  createRoute(comparable, {
    summary: "Add a comparable; updates the package's value",
    input: creation,
    may: (currentUser) => mayAny(currentUser, "records.edit"),
    run: add,
  }),
  changeRoute(comparable, {
    summary: "Change a comparable; updates the package's value",
    input: change,
    run: update,
  }),
  removeRoute(comparable, { summary: "Remove a comparable; updates the package's value", run: remove }),
];
