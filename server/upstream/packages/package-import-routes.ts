import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { fold } from "../../../spelling/folding.ts";
import { writeCommas } from "../../../spelling/money.ts";
import { email, listOf, mostTags } from "../clients/inputs.ts";
import { emailKeyOf } from "../clients/search-keys.ts";
import type { Member } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { defineTable, isRecord } from "../engine/table.ts";
import { checkRows, givenRow } from "../imports/file-rows.ts";
import { leastIn, moneyCellOf, moneyIn } from "../imports/import-cells.ts";
import { defineImportSource, defineImports, importAttributes } from "../imports/import-routes.ts";
import type { ImportWrite } from "../imports/running.ts";
import { openOpportunity } from "../opportunities/open-opportunity.ts";
import { mayOn } from "../permissions.ts";
import { clientPeople, clients, packageImports, packages } from "../tables.ts";
import { visibleClients, visibleImports, visiblePackages } from "../visibility.ts";
import { facts, street } from "./inputs.ts";
import { createPackage } from "./package-routes.ts";

/** Each property comes with folders, history and opportunities. */
const maxProperties = 200;

const cell = z.string().default("");

/** Unchecked cells. */
const givenProperty = givenRow.extend({
  street: z.string(),
  city: cell,
  state: cell,
  zip: cell,
  beds: cell,
  baths: cell,
  sqft: cell,
  lotSize: cell,
  garages: cell,
  yearBuilt: cell,
  mlsNumber: cell,
  area: cell,
  houseType: cell,
  tags: z.array(z.string()).default([]),
  listPrice: cell,
  listPriceCurrency: cell,
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
  remarks: facts.remarks.unwrap(),
  clientEmails: z.array(email).max(20, "A property has at most 20 clients."),
});
const properties = z.array(entry);
type PropertyEntry = z.output<typeof entry>;

/** The values of cells; null where they say nothing. */
function valuesOf({ notes, listPrice, listPriceCurrency, ...given }: GivenProperty, hasCommas: boolean) {
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
    listPrice: moneyIn({ amount: listPrice, currency: listPriceCurrency }, "List price", hasCommas),
  };
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
  remarks: null,
  clientEmails: [],
};

/** "" for unknown. */
function keysOfEntry({ street, city, zip, mlsNumber }: Omit<PropertyEntry, "row">) {
  return {
    street: fold(street),
    city: fold(city ?? ""),
    zip: fold(zip ?? ""),
    mlsNumber: (mlsNumber ?? "").toLowerCase(),
  };
}
type Keys = ReturnType<typeof keysOfEntry>;

/** The same MLS number; or the same street without another city or ZIP code. */
function areSame(one: Keys, other: Keys): boolean {
  if (one.mlsNumber !== "" && one.mlsNumber === other.mlsNumber) return true;
  const meet = (name: "city" | "zip") => one[name] === "" || other[name] === "" || one[name] === other[name];
  return one.street === other.street && meet("city") && meet("zip");
}

/** By the rules for single properties. */
async function checkProperties(given: readonly GivenProperty[], leavesOut: boolean) {
  const hasCommas = writeCommas(given.map(({ listPrice }) => listPrice));
  const before: { row: number; keys: Keys }[] = [];
  return checkRows<GivenProperty, PropertyEntry>(given, leavesOut, {
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

const packageImport = defineTable({
  type: "package_import",
  path: "/package_imports",
  table,
  history: { topic: "packages", labels: { completed: "Properties imported" } },
  attributes: importAttributes(table, {
    link: "package_id",
    facts: {},
    ofEntry: sql`json_build_object('id', null, 'name', entry->>'street', 'details', entry)`,
    there: sql`select ${packages.id}, ${packages.street} as name, null as details from ${packages}
      where ${packages.id} = any (${table.created}) order by ${packages.number} limit 50`,
  }),
  scope: visibleImports(table),
  can: (currentUser, { state, account_id: accountId }) =>
    state === "checked" && mayOn(currentUser, "records.import", accountId) ? ["update", "complete"] : [],
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
  const given = JSON.stringify(ready.map(({ row, ...entry }) => ({ row, ...keysOfEntry(entry) })));
  const look = (isSame: SQL) => sql`select given."row", ${packages.id} as id from given
    join ${packages} on ${isSame} where ${visiblePackages(currentUser)}`;
  const meets = (column: SQL, key: SQL) =>
    sql`(${key} = '' or coalesce(${column}, '') = '' or upstream.folded(${column}) = ${key})`;
  const { rows } = await database.execute<{ row: number; id: string }>(sql`
    with given as (select * from jsonb_to_recordset(${given}::jsonb)
      as entry("row" integer, street text, city text, zip text, "mlsNumber" text))
    ${look(sql`${packages.streetKey} = given.street and ${meets(sql`${packages.city}`, sql`given.city`)}
      and ${meets(sql`${packages.zip}`, sql`given.zip`)}`)}
    union ${look(sql`given."mlsNumber" <> '' and lower(${packages.mlsNumber}) = given."mlsNumber"`)}`);
  return new Map(rows.map(({ row, id }) => [row, id]));
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
  insert: insertProperties,
  undo: null,
});
