/** The resource `client_merge`, with the id of the merged client. */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { idFilter } from "../engine/filters.ts";
import { computed, moment, momentText, text, uuid } from "../engine/record.ts";
import { defineTable, type ListRules } from "../engine/table.ts";
import { mayAny } from "../permissions.ts";
import { clientMerges } from "../tables.ts";
import { ofVisibleClients } from "../visibility.ts";

const table = clientMerges;

const undoMinutes = sql.raw("10");

const undoUntil = sql`(${table.mergedAt} + make_interval(mins => ${undoMinutes}))`;

/** SQL of a value of the client that stays, as it is once the merge is undone. */
function ofStaying(column: string, present: SQL): SQL {
  const overwritten = sql`${table.before} -> 'client' -> ${sql.raw(`'${column}'`)}`;
  return sql`(select case when ${present} is not distinct from ${overwritten} ->> 'after' and ${overwritten} is not null
      then ${overwritten} ->> 'before' else ${present} end
    from upstream.clients stays where stays.id = ${table.clientId})`;
}

export const clientMerge = defineTable({
  type: "client_merge",
  path: "/client_merges",
  table,
  history: {
    topic: "clients",
    labels: { merged: "Another client merged into this one", undone: "Merge of two clients undone" },
    holders: { client: table.clientId },
  },
  attributes: {
    client_id: uuid(table.clientId),
    name: text(table.name),
    contact: computed(
      sql`(select coalesce(k.content ->> 'email', k.content ->> 'phone_number') from upstream.kept_rows k
        where k.holder_id = ${table.id} and k.table_name = 'clients' limit 1)`,
      z.string().nullable(),
    ),
    stays_name: computed(ofStaying("name", sql`stays.name`), z.string().nullable()),
    stays_contact: computed(
      sql`coalesce(${ofStaying("email", sql`stays.email`)}, ${ofStaying("phone_number", sql`stays.phone_number`)})`,
      z.string().nullable(),
    ),
    merged_by_name: text(table.mergedByName),
    merged_at: moment(table.mergedAt),
    undo_until: computed(
      sql`case when ${undoUntil} > now() then ${momentText(undoUntil)} end`,
      z.iso.datetime().nullable(),
    ),
  },
  scope: (currentUser) => ofVisibleClients(table, currentUser),
  // Members who see their own records alone see no others' merges.
  can: (currentUser) => (mayAny(currentUser, "records.edit") ? ["undo"] : []),
});

export const clientMergeList: ListRules = {
  sorts: { merged_at: { column: table.mergedAt, as: "moment" } },
  defaultSort: "-merged_at",
  filters: { client_id: idFilter(table.clientId) },
};
