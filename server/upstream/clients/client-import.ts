/** The resource `client_import`: a file of clients, looked over, then imported, then perhaps taken back. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { computed, moment } from "../engine/record.ts";
import { defineTable } from "../engine/table.ts";
import { defineImportSource, importAttributes } from "../imports/import-resource.ts";
import { mayOn } from "../permissions.ts";
import { activities, clientImports, clients } from "../tables.ts";
import { visibleImports } from "../visibility.ts";

const table = clientImports;

/** SQL of the clients of an import who have been worked with since: every write is an event of theirs. */
export const workedWith = sql`${clients.importId} = ${table.id} and exists (select from ${activities}
  where ${activities.clientId} = ${clients.id} and ${activities.occurredAt} > ${table.completedAt})`;

/** SQL of the first five of them. */
const used = sql`(select coalesce(json_agg(json_build_object('id', first.id, 'name', first.name)), '[]') from
  (select ${clients.id}, ${clients.name} from ${clients} where ${workedWith}
    order by ${clients.nameKey}, ${clients.id} limit 5) as first)`;

export const clientImport = defineTable({
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

/** The resource `client_import_source`. */
export const clientImportSource = defineImportSource(table, "client_import_source");
