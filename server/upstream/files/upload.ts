/** The resource `upload`: what the current user announced and never brought, for as long as the store remembers it. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { computed, moment, text } from "../engine/attribute.ts";
import { defineTable, type ListRules } from "../engine/table.ts";
import { inWorkspace } from "../engine/tenancy.ts";
import { files, objects } from "../tables.ts";

const table = objects;

/** SQL of whether it came to nothing: its time is over, and neither these bytes nor a later file of that name arrived. */
const hasFailed = sql`${table.name} is not null and ${table.expiresAt} < now()
  and not exists (select from ${files} where ${files.storageKey} = ${table.storageKey})
  and not exists (select from ${files} where ${files.workspaceId} = ${table.workspaceId}
    and ${files.accountId} = ${table.accountId} and ${files.name} = ${table.name}
    and ${files.insertedAt} > ${table.expiresAt} - interval '1 hour')`;

export const upload = defineTable({
  type: "upload",
  path: "/failed_uploads",
  table,
  attributes: {
    name: text(table.name),
    size: computed(sql`${table.size}`, z.int()),
    expired_at: moment(table.expiresAt),
  },
  scope: (currentUser) =>
    sql`${inWorkspace(table, currentUser)} and ${table.accountId} = ${currentUser.accountId} and ${hasFailed}`,
  can: () => [],
});

export const uploadList: ListRules = {
  sorts: { expired_at: { column: table.expiresAt, as: "moment" } },
  defaultSort: "-expired_at",
  filters: {},
};
