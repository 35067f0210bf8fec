import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { fold } from "../../../spelling/folding.ts";
import { writeCommas } from "../../../spelling/money.ts";
import { addressKeyOf } from "../../../spelling/us-address.ts";
import { email, listOf, mostTags } from "../clients/inputs.ts";
import { emailKeyOf } from "../clients/search-keys.ts";
import type { Member } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { defineTable, isRecord } from "../engine/table.ts";
import { checkRows, givenRow } from "../imports/file-rows.ts";
import { leastIn, moneyCellOf, moneyIn } from "../imports/import-cells.ts";
import { type ChangeRules, findChanges, writeChanges } from "../imports/import-changes.ts";
import { defineImportSource, defineImports, importAttributes } from "../imports/import-routes.ts";
import type { ImportWrite } from "../imports/running.ts";
import { openOpportunity } from "../opportunities/open-opportunity.ts";
import { mayOn } from "../permissions.ts";
import { activities, clientPeople, clients, packageImports, packages } from "../tables.ts";
import { visibleClients, visibleImports, visiblePackages } from "../visibility.ts";
import { facts, street } from "./inputs.ts";
import { plainListings } from "./listing-cells.ts";
import { packageResource } from "./package.ts";
import { createPackage, packageChange, updatePackage } from "./package-routes.ts";

/** Each property comes with folders, history and opportunities. */
const maxProperties = 200;

const cell = z.string().default("");

/** Unchecked cells. */
const givenProperty = givenRow.extend({
  street: cell,
  streetNumber: cell,
  streetDirection: cell,
  streetName: cell,
  streetSuffix: cell,
  streetDirectionAfter: cell,
  unit: cell,
  city: cell,
  state: cell,
  zip: cell,
  beds: cell,
  baths: cell,
  bathsCounted: cell,
  bathsFull: cell,
  bathsThreeQuarter: cell,
  bathsHalf: cell,
  bathsQuarter: cell,
  sqft: cell,
  lotSize: cell,
  lotAcres: cell,
  lot: cell,
  lotUnits: cell,
  garages: cell,
  yearBuilt: cell,
  mlsNumber: cell,
  area: cell,
  houseType: cell,
  tags: z.array(z.string()).default([]),
  listPrice: cell,
  listPriceCurrency: cell,
  hoa: cell,
  hoaCurrency: cell,
  hoaFrequency: cell,
  notes: cell,
  clientEmails: z.array(z.string()).default([]),
});
type GivenProperty = z.output<typeof givenProperty>;

const entry = z.object({
  row: z.int(),
  street,
  city: facts.city.unwrap(),
  state: facts.state.unwrap(),
  zip: facts.zip.unwrap(),
  beds: facts.beds.unwrap(),
  baths: facts.baths.unwrap(),
  sqft: facts.sqft.unwrap(),
  lotSize: facts.lotSize.unwrap(),
  garages: facts.garages.unwrap(),
  yearBuilt: facts.yearBuilt.unwrap(),
  mlsNumber: facts.mlsNumber.unwrap(),
  area: facts.area.unwrap(),
  houseType: facts.houseType.unwrap(),
  tags: listOf("Tag", mostTags),
  listPrice: moneyCellOf("List price").nullable(),
  hoa: moneyCellOf("HOA").nullable().default(null),
  remarks: facts.remarks.unwrap(),
  clientEmails: z.array(email).max(20, "A property has at most 20 clients."),
});
const properties = z.array(entry);
type PropertyEntry = z.output<typeof entry>;

/** The values of cells; null where they say nothing. */
function valuesOf({ notes, ...given }: GivenProperty, hasCommas: boolean) {
  const number = (text: string) => (text.trim() === "" ? null : leastIn(text));
  return {
    ...given,
    beds: number(given.beds),
    baths: number(given.baths),
    sqft: number(given.sqft),
    lotSize: number(given.lotSize),
    garages: number(given.garages),
    yearBuilt: number(given.yearBuilt),
    remarks: notes,
    listPrice: moneyIn({ amount: given.listPrice, currency: given.listPriceCurrency }, "List price", hasCommas),
    hoa: aMonth(moneyIn({ amount: given.hoa, currency: given.hoaCurrency }, "HOA", hasCommas), given.hoaFrequency),
  };
}

const monthsOf: readonly (readonly [RegExp, number])[] = [
  [/^(?:annual|year|per year|\/ ?y)/i, 12],
  [/^semi-?annual/i, 6],
  [/^quarter/i, 3],
];

/** What is paid in a month, of a fee that is paid less often. */
function aMonth(fee: ReturnType<typeof moneyIn>, frequency: string) {
  const months = monthsOf.find(([sign]) => sign.test(frequency.trim()))?.[1] ?? 1;
  if (fee === null || !("amount" in fee) || months === 1) return fee;
  return { ...fee, amount: (Number(fee.amount) / months).toFixed(2) };
}

const spare = {
  city: null,
  state: null,
  zip: null,
  beds: null,
  baths: null,
  sqft: null,
  lotSize: null,
  garages: null,
  yearBuilt: null,
  mlsNumber: null,
  area: null,
  houseType: null,
  tags: [],
  listPrice: null,
  hoa: null,
  remarks: null,
  clientEmails: [],
};

/** "" for unknown. */
function keysOfEntry({ street, city, zip, mlsNumber }: Pick<PropertyEntry, "street" | "city" | "zip" | "mlsNumber">) {
  return {
    street: addressKeyOf(street),
    city: fold(city ?? ""),
    zip: fold(zip ?? "").slice(0, 5),
    mlsNumber: (mlsNumber ?? "").toLowerCase(),
  };
}
type Keys = ReturnType<typeof keysOfEntry>;

/** The same MLS number; or the same street, however it is written, without another city or ZIP code. */
function areSame(one: Keys, other: Keys): boolean {
  if (one.mlsNumber !== "" && one.mlsNumber === other.mlsNumber) return true;
  const meet = (name: "city" | "zip") => one[name] === "" || other[name] === "" || one[name] === other[name];
  return one.street === other.street && meet("city") && meet("zip");
}

/** By the rules for single properties. */
async function checkProperties(given: readonly GivenProperty[], leavesOut: boolean) {
  const hasCommas = writeCommas(given.map(({ listPrice }) => listPrice));
  const before: { row: number; keys: Keys }[] = [];
  return checkRows<GivenProperty, PropertyEntry>(plainListings(given), leavesOut, {
    entry,
    valuesOf: (typed) => valuesOf(typed, hasCommas),
    spare,
    nameOf: ({ street }) => street,
    findEarlier(read) {
      const keys = keysOfEntry(read);
      const same = before.find((one) => areSame(one.keys, keys));
      if (same === undefined) before.push({ row: read.row, keys });
      return same?.row;
    },
  });
}

const table = packageImports;

/** How many of an import's properties there still are. */
const left = sql`(select count(*)::integer from ${packages} where ${packages.id} = any(${table.created}))`;

const packageImport = defineTable({
  type: "package_import",
  path: "/package_imports",
  table,
  history: { topic: "packages", labels: { completed: "Properties imported", undone: "Property import undone" } },
  attributes: importAttributes(table, {
    left,
    link: "package_id",
    facts: {},
    ofEntry: sql`json_build_object('id', null, 'name', entry->>'street', 'details', entry)`,
    there: sql`select ${packages.id}, ${packages.street} as name, null as details from ${packages}
      where ${packages.id} = any (${table.created}) order by ${packages.number} limit 50`,
  }),
  scope: visibleImports(table),
  can: (currentUser, { state, account_id: accountId }) => {
    if (!mayOn(currentUser, "records.import", accountId)) return [];
    if (state === "checked") return ["update", "complete"];
    return state === "completed" ? ["undo"] : [];
  },
});

const packageImportSource = defineImportSource(table, "package_import_source");

/** By email, of clients and their households. */
async function findBuyers(
  database: Queries,
  currentUser: Member,
  entries: readonly PropertyEntry[],
): Promise<ReadonlyMap<string, string>> {
  const keys = JSON.stringify(entries.flatMap(({ clientEmails }) => clientEmails.map(emailKeyOf)));
  const look = (key: SQL, joined: SQL) => sql`select ${key} as key, ${clients.id} as id from ${clients} ${joined}
    where ${key} in (select jsonb_array_elements_text(${keys}::jsonb)) and ${visibleClients(currentUser)}
      and not ${clients.isSample}`;
  const { rows } = await database.execute<{ key: string; id: string }>(sql`
    ${look(sql`${clientPeople.emailKey}`, sql`join ${clientPeople} on ${clientPeople.clientId} = ${clients.id}`)}
    union all ${look(sql`${clients.emailKey}`, sql``)}`);
  return new Map(rows.map(({ key, id }) => [key, id]));
}

async function findRemarks(database: Queries, currentUser: Member, fresh: readonly PropertyEntry[]) {
  const buyers = await findBuyers(database, currentUser, fresh);
  return ({ clientEmails }: PropertyEntry) =>
    clientEmails
      .filter((email) => !buyers.has(emailKeyOf(email)))
      .map((email) => `No client has the email ${email}: the property is imported without them.`);
}

/** By row number, archived ones, too. */
async function findThere(database: Queries, currentUser: Member, ready: readonly PropertyEntry[]) {
  const given = ready.map(({ row, ...entry }) => ({ row, keys: keysOfEntry(entry) }));
  const known = [...new Set(given.flatMap(({ keys }) => (keys.mlsNumber === "" ? [] : [keys.mlsNumber])))];
  // One home begins with one number in all spellings: the others need not be compared.
  const numbers = [...new Set(given.map(({ keys }) => keys.street.split(" ")[0] ?? ""))];
  const { rows } = await database.execute<{ id: string } & Parameters<typeof keysOfEntry>[0]>(sql`
    select ${packages.id} as id, ${packages.street} as street, ${packages.city} as city, ${packages.zip} as zip,
      ${packages.mlsNumber} as "mlsNumber"
    from ${packages} where ${visiblePackages(currentUser)} and (split_part(${packages.streetKey}, ' ', 1)
      = any(${sql.param(numbers)}::text[]) or lower(${packages.mlsNumber}) = any(${sql.param(known)}::text[]))
    order by ${packages.number}`);
  const there = rows.map(({ id, ...row }) => ({ id, keys: keysOfEntry(row) }));
  return new Map(
    given.flatMap(({ row, keys }) => {
      const same = there.find((one) => areSame(one.keys, keys));
      return same === undefined ? [] : [[row, same.id] as const];
    }),
  );
}

/** With opportunities of their clients. */
async function insertProperties(write: ImportWrite, fresh: readonly PropertyEntry[]): Promise<void> {
  const { database, currentUser, importId } = write;
  const buyers = await findBuyers(database, currentUser, fresh);
  const created: string[] = [];
  for (const { row: _row, clientEmails, ...facts } of fresh) {
    const packageId = await createPackage({ ...write, attributes: facts });
    created.push(packageId);
    const found = clientEmails.flatMap((email) => buyers.get(emailKeyOf(email)) ?? []);
    for (const clientId of new Set(found)) await openOpportunity(database, currentUser, { packageId, clientId });
  }
  await database
    .update(packageImports)
    .set({ created: sql`${packageImports.created} || ${sql.param(created)}::uuid[]` })
    .where(isRecord(packageImport, importId));
}

const isCreatedBy = (importId: string) =>
  sql`${packages.id} = any((select ${table.created} from ${table} where ${table.id} = ${importId})::uuid[])`;

/** Removes some of an import's properties with which nobody worked since. @returns how many */
async function removeSome(database: Queries, importId: string, most: number): Promise<number> {
  const isUsed = sql`exists (select from ${activities} where ${activities.packageId} = ${packages.id}
    and ${activities.occurredAt} > (select ${table.completedAt} from ${table} where ${table.id} = ${importId}))`;
  const { rowCount } = await database.execute(sql`delete from ${packages} where ${packages.id} in (
    select ${packages.id} from ${packages} where ${isCreatedBy(importId)} and not ${isUsed} limit ${most})`);
  return rowCount ?? 0;
}

/** Attributes on the wire by the names of entries. */
const packageChanges: ChangeRules<PropertyEntry, typeof packageChange> = {
  resource: packageResource,
  labels: {
    list_price: "List price",
    beds: "Beds",
    baths: "Baths",
    sqft: "Sqft",
    lot_size: "Lot size (sqft)",
    garages: "Garages",
    year_built: "Year built",
    mls_number: "MLS number",
    house_type: "House type",
    hoa: "HOA a month",
    city: "City",
    state: "State",
    zip: "Zip",
    remarks: "Remarks",
  },
  saidBy: ({ listPrice, lotSize, yearBuilt, mlsNumber, houseType, ...entry }) => ({
    ...entry,
    list_price: listPrice,
    lot_size: lotSize,
    year_built: yearBuilt,
    mls_number: mlsNumber,
    house_type: houseType,
  }),
  input: packageChange,
  update: updatePackage,
};

export const packageImporting = defineImports({
  resource: packageImport,
  source: packageImportSource,
  one: "property",
  many: "properties",
  topic: "packages",
  mostRows: maxProperties,
  rowsAtOnce: 20,
  given: givenProperty,
  check: checkProperties,
  entries: properties,
  nameOf: ({ street }) => street,
  link: "package_id",
  findThere,
  findRemarks,
  changes: {
    find: (write, ready, known) => findChanges(packageChanges, write, ready, known, ({ street }) => street),
    write: (write, changes, isBack) => writeChanges(packageChanges, write, changes, isBack),
  },
  insert: insertProperties,
  undo: {
    resource: packageImport,
    lock: async (database, importId) => {
      await database.execute(
        sql`select from ${packages} where ${isCreatedBy(importId)} order by ${packages.id} for update`,
      );
    },
    // What somebody works with is kept, and the others are removed.
    isUsed: sql`false`,
    removeSome,
    left,
  },
});
