import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Route } from "../engine/action.ts";
import { computed, moment } from "../engine/record.ts";
import { conflict } from "../engine/refusal.ts";
import { defineTable, isRecord } from "../engine/table.ts";
import { changeRoute, type RecordWrite } from "../engine/table-routes.ts";
import { changeRecord } from "../engine/writing.ts";
import { defineImportSource, importAttributes, importRoutes } from "../imports/import-routes.ts";
import { mayOn } from "../permissions.ts";
import { activities, clientImports, clients } from "../tables.ts";
import { visibleImports } from "../visibility.ts";
import { checkEntries, entries, givenEntry, maxEntries } from "./import-entries.ts";
import { findDuplicates, insertImportedClients, lockClients, removeImportedClients } from "./import-writes.ts";

const table = clientImports;

/** SQL of imported clients with later events. */
const workedWith = sql`${clients.importId} = ${table.id} and exists (select from ${activities}
  where ${activities.clientId} = ${clients.id} and ${activities.occurredAt} > ${table.completedAt})`;

const used = sql`(select coalesce(json_agg(json_build_object('id', first.id, 'name', first.name)), '[]') from
  (select ${clients.id}, ${clients.name} from ${clients} where ${workedWith}
    order by ${clients.nameKey}, ${clients.id} limit 5) as first)`;

const clientImport = defineTable({
  type: "client_import",
  path: "/client_imports",
  table,
  history: {
    topic: "clients",
    labels: {
      completed: "Clients imported",
      undone: "Client import undone",
    },
  },
  attributes: {
    ...importAttributes(table, {
      link: "client_id",
      facts: { email: z.string().nullable(), phone_number: z.string().nullable() },
      ofEntry: sql`json_build_object('id', null, 'name', entry->>'name', 'email', entry->>'email',
        'phone_number', entry->>'phone', 'details', entry)`,
      there: sql`select ${clients.id}, ${clients.name}, ${clients.email}, ${clients.phoneNumber}, null as details
        from ${clients} where ${clients.importId} = ${table.id} order by ${clients.nameKey}, ${clients.id} limit 50`,
    }),
    used: computed(used, z.array(z.object({ id: z.uuid(), name: z.string() }))),
    undone_at: moment(table.undoneAt),
  },
  scope: visibleImports(table),
  can: (currentUser, { state, account_id: accountId }) => {
    if (!mayOn(currentUser, "records.import", accountId)) return [];
    if (state === "checked") return ["update", "complete"];
    return state === "completed" ? ["undo"] : [];
  },
});

const clientImportSource = defineImportSource(table, "client_import_source");

/** Removes all imported clients, or none once one has later events. */
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
