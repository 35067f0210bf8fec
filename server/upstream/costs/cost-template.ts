/** The resource `cost_template`: what estimates of a workspace often have alike. */
import { sql } from "drizzle-orm";
import { computed, moment, text, uuid } from "../engine/attribute.ts";
import { defineTable, type ListRules, type TableResource } from "../engine/table.ts";
import { mayOn } from "../permissions.ts";
import { inWorkspace } from "../tenancy.ts";
import { keptInputs } from "./kept-inputs.ts";
import { costTemplates } from "./tables.ts";

const table = costTemplates;

export const costTemplate: TableResource = defineTable({
  type: "cost_template",
  path: "/cost_templates",
  table,
  id: table.id,
  version: table.version,
  attributes: {
    name: text(table.name),
    inputs: computed(sql`${table.inputs}`, keptInputs),
    account_id: uuid(table.accountId),
    inserted_at: moment(table.insertedAt),
    updated_at: moment(table.updatedAt),
  },
  // Everybody of the workspace may apply them.
  scope: (currentUser) => inWorkspace(table, currentUser),
  can: (currentUser, { account_id: owner }) => (mayOn(currentUser, "records.edit", owner) ? ["update", "remove"] : []),
});

/** How templates are listed. */
export const costTemplateList: ListRules = {
  sorts: {
    name: { column: table.nameKey, as: "text" },
    inserted_at: { column: table.insertedAt, as: "moment" },
  },
  defaultSort: "name",
  filters: {},
};
