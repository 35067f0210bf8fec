/** The resource `task_template`: a task that every opportunity gets when it reaches a stage, or when one of its dates is set. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { computed, integer, moment, text } from "../engine/attribute.ts";
import { invalidQuery } from "../engine/refusal.ts";
import { defineTable, type ListRules } from "../engine/table.ts";
import { inWorkspace } from "../engine/tenancy.ts";
import { readStage } from "../opportunities/stages.ts";
import { may } from "../permissions.ts";
import { taskTemplates } from "../tables.ts";

const table = taskTemplates;

export const taskTemplate = defineTable({
  type: "task_template",
  path: "/task_templates",
  table,
  history: {
    topic: "tasks",
    labels: {
      created: "Task template added",
      updated: "Task template changed",
      removed: "Task template removed",
    },
    summary: ["title", "stage", "due_from", "due_in_days"],
  },
  attributes: {
    stage: text(table.stage),
    due_from: text(table.dueFrom),
    title: text(table.title),
    due_in_days: integer(table.dueInDays),
    is_visible_to_client: computed(sql`${table.isVisibleToClient}`, z.boolean()),
    inserted_at: moment(table.insertedAt),
    updated_at: moment(table.updatedAt),
  },
  scope: (currentUser) => inWorkspace(table, currentUser),
  can: (currentUser) => (may(currentUser, "workspace.update") ? ["update", "remove"] : []),
});

export const taskTemplateList: ListRules = {
  sorts: {
    stage: { column: table.startKey, as: "text" },
    due_in_days: { column: table.dueInDays, as: "number" },
    inserted_at: { column: table.insertedAt, as: "moment" },
  },
  defaultSort: "stage,due_in_days,inserted_at",
  filters: {
    stage(value, parameter) {
      const stage = readStage(value);
      if (stage === null) throw invalidQuery("invalid_filter", parameter, "There is no such stage.");
      return sql`${table.stage} = ${stage}`;
    },
  },
};
