import { sql } from "drizzle-orm";
import { z } from "zod";
import { fold } from "../../../spelling/folding.ts";
import { computed } from "../engine/record.ts";
import { defineTable } from "../engine/table.ts";
import { type ChangeRules, findChanges, writeChanges } from "../imports/import-changes.ts";
import { defineImportSource, defineImports, importAttributes } from "../imports/import-routes.ts";
import { mayOn } from "../permissions.ts";
import { clientImports, clients } from "../tables.ts";
import { visibleImports } from "../visibility.ts";
import { client } from "./client.ts";
import { clientChange, updateClient } from "./client-routes.ts";
import { checkEntries, type Entry, entries, givenEntry, maxEntries } from "./import-entries.ts";
import {
  findDuplicates,
  hasOtherEvents,
  insertImportedClients,
  lockClients,
  removeImportedClients,
} from "./import-writes.ts";
import { emailKeyOf, phoneKeyOf } from "./search-keys.ts";

const table = clientImports;

/** SQL of imported clients with other events than their import. */
const workedWith = sql`${clients.importId} = ${table.id} and ${hasOtherEvents}`;

const left = sql`(select count(*)::integer from ${clients} where ${clients.importId} = ${table.id})`;

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
      left,
      link: "client_id",
      facts: { email: z.string().nullable(), phone_number: z.string().nullable() },
      ofEntry: sql`json_build_object('id', null, 'name', entry->>'name', 'email', entry->>'email',
        'phone_number', entry->>'phone', 'details', entry)`,
      there: sql`select ${clients.id}, ${clients.name}, ${clients.email}, ${clients.phoneNumber}, null as details
        from ${clients} where ${clients.importId} = ${table.id} order by ${clients.nameKey}, ${clients.id} limit 50`,
    }),
    used: computed(used, z.array(z.object({ id: z.uuid(), name: z.string() }))),
  },
  scope: visibleImports(table),
  can: (currentUser, { state, account_id: accountId }) => {
    if (!mayOn(currentUser, "records.import", accountId)) return [];
    if (state === "checked") return ["update", "complete"];
    return state === "completed" ? ["undo"] : [];
  },
});

const clientChanges: ChangeRules<Entry, typeof clientChange> = {
  resource: client,
  labels: { name: "Name", email: "Email", phone_number: "Phone number", lead_source: "Lead source" },
  saidBy({ name, email, phone, leadSource }, { attributes }) {
    const [known, number] = [attributes.email, attributes.phone_number];
    const isSameEmail = email !== null && typeof known === "string" && emailKeyOf(known) === emailKeyOf(email);
    const isSamePhone = phoneKeyOf(phone) === phoneKeyOf(typeof number === "string" ? number : null);
    // A row may be about somebody else of the household.
    if (!isSameEmail && !isSamePhone) return {};
    return {
      name: fold(name) === fold(String(attributes.name)) || name === email ? null : name,
      email: isSameEmail ? null : email,
      phone_number: isSamePhone ? null : phone,
      lead_source: leadSource,
    };
  },
  input: clientChange,
  update: updateClient,
};

const clientImportSource = defineImportSource(table, "client_import_source");

export const clientImporting = defineImports({
  resource: clientImport,
  source: clientImportSource,
  one: "client",
  many: "clients",
  topic: "clients",
  mostRows: maxEntries,
  rowsAtOnce: 100,
  given: givenEntry,
  check: checkEntries,
  entries,
  nameOf: ({ name }) => name,
  link: "client_id",
  findThere: findDuplicates,
  changes: {
    find: (write, ready, known) => findChanges(clientChanges, write, ready, known, ({ name }) => name),
    write: (write, changes, isBack) => writeChanges(clientChanges, write, changes, isBack),
  },
  insert: insertImportedClients,
  undo: {
    resource: clientImport,
    lock: lockClients,
    isUsed: sql`exists (select from ${clients} where ${workedWith})`,
    removeSome: removeImportedClients,
    left,
  },
});
