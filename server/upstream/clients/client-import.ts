/** The resource `client_import`: a file of clients, looked over, then imported, then perhaps taken back. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { computed, integer, moment, text, texts, uuid } from "../engine/record.ts";
import { defineTable, type ListRules } from "../engine/table.ts";
import { mayOn } from "../permissions.ts";
import { activities, clientImports, clients } from "../tables.ts";
import { visibleImports } from "../visibility.ts";

const table = clientImports;

const problem = z.object({ row: z.int(), name: z.string(), detail: z.string() });
const double = z.object({
  row: z.int(),
  name: z.string(),
  client_id: z.uuid().nullable(),
  same_as_row: z.int().nullable(),
});

/** SQL of the clients of an import who have been worked with since: every write is an event of theirs. */
export const workedWith = sql`${clients.importId} = ${table.id} and exists (select from ${activities}
  where ${activities.clientId} = ${clients.id} and ${activities.occurredAt} > ${table.completedAt})`;

/** SQL of the first five of them. */
const used = sql`(select coalesce(json_agg(json_build_object('id', first.id, 'name', first.name)), '[]') from
  (select ${clients.id}, ${clients.name} from ${clients} where ${workedWith}
    order by ${clients.nameKey}, ${clients.id} limit 5) as first)`;

/** SQL of the first fifty who come in by it, or who came in by it and are there still. */
const first = sql`case when ${table.state} = 'checked' then
    (select coalesce(json_agg(json_build_object('id', null, 'name', entry->>'name', 'email', entry->>'email',
      'phone_number', entry->>'phone', 'details', entry) order by place), '[]')
      from jsonb_array_elements(${table.entries}) with ordinality as entries (entry, place) where place <= 50)
  else (select coalesce(json_agg(json_build_object('id', there.id, 'name', there.name, 'email', there.email,
      'phone_number', there.phone_number, 'details', null)), '[]') from
    (select ${clients.id}, ${clients.name}, ${clients.email}, ${clients.phoneNumber} from ${clients} where ${clients.importId} = ${table.id}
      order by ${clients.nameKey}, ${clients.id} limit 50) as there) end`;

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
    file_name: text(table.fileName),
    state: text(table.state),
    ready: integer(table.ready),
    imported: integer(table.imported),
    problems: computed(sql`${table.problems}`, z.array(problem)),
    doubles: computed(sql`${table.doubles}`, z.array(double)),
    remarks: computed(sql`${table.remarks}`, z.array(problem)),
    ignored_columns: texts(table.ignoredColumns),
    encoding: text(table.encoding),
    headings: texts(table.headings),
    columns: texts(table.columns),
    leaves_out: computed(sql`${table.leavesOut}`, z.boolean()),
    keeps_file: computed(sql`${table.source} is not null`, z.boolean()),
    first: computed(
      first,
      z.array(
        z.object({
          id: z.uuid().nullable(),
          name: z.string(),
          email: z.string().nullable(),
          phone_number: z.string().nullable(),
          details: z
            .record(z.string(), z.unknown())
            .nullable()
            .describe("Everything that is read of the row; null once it is imported"),
        }),
      ),
    ),
    used: computed(used, z.array(z.object({ id: z.uuid(), name: z.string() }))),
    inserted_at: moment(table.insertedAt),
    completed_at: moment(table.completedAt),
    undone_at: moment(table.undoneAt),
    account_id: uuid(table.accountId),
  },
  scope: visibleImports,
  can: (currentUser, { state, account_id: accountId }) => {
    if (!mayOn(currentUser, "records.import", accountId)) return [];
    if (state === "checked") return ["update", "complete"];
    return state === "completed" ? ["undo"] : [];
  },
});

export const clientImportList: ListRules = {
  sorts: { inserted_at: { column: table.insertedAt, as: "moment" } },
  defaultSort: "-inserted_at",
  filters: { shape: (value) => sql`${table.shape} = ${value}` },
};

/** The resource `client_import_source`: the file of an import that was looked over, for it to be read in another way. */
export const clientImportSource = defineTable({
  type: "client_import_source",
  path: "/client_import_sources",
  table,
  attributes: { source: text(table.source), file_name: text(table.fileName) },
  scope: visibleImports,
  can: () => [],
});
