/** The resource `client_merge`, with the id of the merged client. */
import { sql } from "drizzle-orm";
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
