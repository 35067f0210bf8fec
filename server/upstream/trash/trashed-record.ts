/** The resource `trashed_record`: a client, property or opportunity in the trash. It has the record's id. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { trashDays } from "../documents/placement.ts";
import { computed, moment, momentText, text, uuid } from "../engine/attribute.ts";
import { defineTable, type ListRules } from "../engine/table.ts";
import { inWorkspace } from "../engine/tenancy.ts";
import { accessScopeOf, mayOn } from "../permissions.ts";
import { trashedRecords } from "../tables.ts";

const table = trashedRecords;

export const trashedRecord = defineTable({
  type: "trashed_record",
  path: "/trashed_records",
  table,
  history: {
    topic: "workspace",
    labels: { trashed: "Moved to the trash", brought_back: "Restored from the trash", purged: "Deleted permanently" },
  },
  attributes: {
    kind: text(table.kind),
    name: text(table.name),
    trashed_by_name: text(table.trashedByName),
    trashed_at: moment(table.trashedAt),
    trash_ends_at: computed(
      momentText(sql`(${table.trashedAt} + make_interval(days => ${sql.raw(String(trashDays))}))`),
      z.iso.datetime(),
    ),
    assigned_account_id: uuid(table.assignedAccountId),
  },
  scope: (currentUser) =>
    accessScopeOf(currentUser, "records.view") === "all"
      ? inWorkspace(table, currentUser)
      : sql`${inWorkspace(table, currentUser)} and ${table.assignedAccountId} = ${currentUser.accountId}`,
  can: (currentUser, { assigned_account_id: assigned }) => [
    ...(mayOn(currentUser, "records.archive", assigned) ? ["restore"] : []),
    ...(mayOn(currentUser, "records.purge", assigned) ? ["purge"] : []),
  ],
});

export const trashedRecordList: ListRules = {
  sorts: { trashed_at: { column: table.trashedAt, as: "moment" } },
  defaultSort: "-trashed_at",
  filters: {},
};
