import { type SQL, sql } from "drizzle-orm";
import { emailKeyOf } from "../clients/search-keys.ts";
import type { Member } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { isRecord } from "../engine/table.ts";
import type { RecordWrite } from "../engine/table-routes.ts";
import { importRoutes } from "../imports/import-routes.ts";
import { openOpportunity } from "../opportunities/open-opportunity.ts";
import { clientPeople, clients, packageImports, packages } from "../tables.ts";
import { visibleClients, visiblePackages } from "../visibility.ts";
import {
  checkProperties,
  givenProperty,
  keysOfEntry,
  maxProperties,
  type PropertyEntry,
  properties,
} from "./package-entries.ts";
import { packageImport, packageImportSource } from "./package-import.ts";
import { createPackage } from "./package-routes.ts";

/** The clients for whom properties are, by the keys of their emails and those of their households. */
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

/** Says which clients are not known. */
async function findRemarks(database: Queries, currentUser: Member, fresh: readonly PropertyEntry[]) {
  const buyers = await findBuyers(database, currentUser, fresh);
  return ({ clientEmails }: PropertyEntry) =>
    clientEmails
      .filter((email) => !buyers.has(emailKeyOf(email)))
      .map((email) => `No client has the email ${email}: the property is imported without them.`);
}

/** The properties that are there, archived or not, by the numbers of their rows. */
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

/** Makes a property of each row, with the deals of its clients. */
async function insertProperties(write: RecordWrite, fresh: readonly PropertyEntry[]): Promise<void> {
  const { database, currentUser, record } = write;
  const buyers = await findBuyers(database, currentUser, fresh);
  const created: string[] = [];
  for (const { row: _row, clientEmails, ...facts } of fresh) {
    const packageId = await createPackage({ ...write, attributes: facts });
    created.push(packageId);
    const found = clientEmails.flatMap((email) => buyers.get(emailKeyOf(email)) ?? []);
    for (const clientId of new Set(found)) await openOpportunity(database, currentUser, { packageId, clientId });
  }
  await database.update(packageImports).set({ created }).where(isRecord(packageImport, record.id));
}

export const packageImportRoutes = importRoutes({
  resource: packageImport,
  source: packageImportSource,
  one: "property",
  many: "properties",
  topic: "packages",
  mostRows: maxProperties,
  given: givenProperty,
  check: checkProperties,
  entries: properties,
  nameOf: ({ street }) => street,
  link: "package_id",
  findThere,
  findRemarks,
  insert: insertProperties,
});
