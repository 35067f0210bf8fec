import { sql } from "drizzle-orm";
import type { Route } from "../engine/action.ts";
import { conflict } from "../engine/refusal.ts";
import { isRecord } from "../engine/table.ts";
import { changeRoute, type RecordWrite } from "../engine/table-routes.ts";
import { changeRecord } from "../engine/writing.ts";
import { importRoutes } from "../imports/import-routes.ts";
import { clientImports, clients } from "../tables.ts";
import { clientImport, clientImportSource, workedWith } from "./client-import.ts";
import { checkEntries, entries, givenEntry, maxEntries } from "./import-entries.ts";
import { findDuplicates, insertImportedClients, lockClients, removeImportedClients } from "./import-writes.ts";

/** Undoes the whole import: removes all its clients, or none once one of them has been worked with. */
async function undo(write: RecordWrite): Promise<void> {
  const { database, record } = write;
  await lockClients(database, record.id);
  const [used] = await database
    .select({ id: clients.id })
    .from(clients)
    .innerJoin(clientImports, isRecord(clientImport, record.id))
    .where(workedWith)
    .limit(1);
  if (used) throw conflict("import_in_use", "Someone has worked with clients of this import since.");
  await removeImportedClients(database, record.id);
  const changes = [{ field: "clients", before: record.attributes.imported, after: 0 }];
  await changeRecord(write, clientImport, "undone", { state: "undone", undoneAt: sql`now()` }, changes);
}

export const clientImportRoutes: readonly Route[] = [
  ...importRoutes({
    resource: clientImport,
    source: clientImportSource,
    one: "client",
    many: "clients",
    topic: "clients",
    mostRows: maxEntries,
    given: givenEntry,
    check: checkEntries,
    entries,
    nameOf: ({ name }) => name,
    link: "client_id",
    findThere: findDuplicates,
    insert: insertImportedClients,
  }),
  changeRoute(clientImport, {
    summary: "Undo an import as a whole",
    method: "POST",
    below: "/undoing",
    needs: "undo",
    run: undo,
  }),
];
