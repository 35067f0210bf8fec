/** The resource `cost_template`: inputs that many estimates of a workspace share. */
import { sql } from "drizzle-orm";
import { computed, moment, text, uuid } from "../engine/attribute.ts";
import { defineTable, type ListRules } from "../engine/table.ts";
import { inWorkspace } from "../engine/tenancy.ts";
import { mayOn } from "../permissions.ts";
import { costTemplates } from "../tables.ts";
import { storedInputs } from "./stored-inputs.ts";

const table = costTemplates;

export const costTemplate = defineTable({
  type: "cost_template",
  path: "/cost_templates",
  table,
  history: {
    topic: "costs",
    labels: {
      created: "Cost template added",
      updated: "Cost template changed",
      removed: "Cost template removed",
    },
    summary: ["name"],
  },
  attributes: {
    name: text(table.name),
    inputs: computed(sql`${table.inputs}`, storedInputs),
    account_id: uuid(table.accountId),
    inserted_at: moment(table.insertedAt),
    updated_at: moment(table.updatedAt),
  },
  // All members of the workspace may apply them.
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
