/** The resource `task_template`: a task for each opportunity that reaches a stage, or whose date is set. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Route } from "../engine/action.ts";
import { givenOf } from "../engine/inputs.ts";
import { computed, integer, moment, text } from "../engine/record.ts";
import { invalidAttribute, invalidQuery } from "../engine/refusal.ts";
import { defineTable, inWorkspace, type ListRules } from "../engine/table.ts";
import {
  changeRoute,
  createRoute,
  findRoute,
  listRoute,
  type RecordWrite,
  removeRoute,
  type Write,
} from "../engine/table-routes.ts";
import { changeRecord, createRecord, removeRecord } from "../engine/writing.ts";
import { readStage } from "../opportunities/stages.ts";
import { may } from "../permissions.ts";
import { taskTemplates } from "../tables.ts";
import { dueFrom, dueInDays, stage, title } from "./inputs.ts";

const table = taskTemplates;

const taskTemplate = defineTable({
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

const taskTemplateList: ListRules = {
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

const start = { stage: stage.nullish(), dueFrom: dueFrom.nullish() };
const creation = z.object({ ...start, title, dueInDays, isVisibleToClient: z.boolean().optional() });
const change = creation.partial();

interface Start {
  readonly stage: unknown;
  readonly dueFrom: unknown;
  readonly dueInDays: unknown;
}

/** @throws Refusal 400 unless it has either a stage or a date */
function checkStart({ stage, dueFrom, dueInDays }: Start): void {
  if (stage === null && dueFrom === null) throw invalidAttribute("stage", "Choose a stage, or a date of the deal.");
  if (stage !== null && dueFrom !== null) throw invalidAttribute("due_from", "Choose a stage or a date, not both.");
  if (stage !== null && Number(dueInDays) < 0)
    throw invalidAttribute("due_in_days", "A task by stage can't be due before the stage.");
}

function create(write: Write<z.output<typeof creation>>): Promise<string> {
  const { stage = null, dueFrom = null, ...attributes } = write.attributes;
  const values = { ...attributes, stage, dueFrom, workspaceId: write.currentUser.workspaceId };
  checkStart(values);
  return createRecord(write, taskTemplate, "created", values);
}

async function update(write: RecordWrite<z.output<typeof change>>): Promise<void> {
  const { stage, due_from, due_in_days } = write.record.attributes;
  checkStart({ stage, dueFrom: due_from, dueInDays: due_in_days, ...givenOf(write.attributes) });
  await changeRecord(write, taskTemplate, "updated", write.attributes);
}

export const taskTemplateRoutes: readonly Route[] = [
  listRoute(taskTemplate, taskTemplateList, "Task templates, by stage or date"),
  findRoute(
    taskTemplate,
    "A task template: a task that every opportunity gets when it reaches a stage, or when one of its dates is set",
  ),
  createRoute(taskTemplate, {
    summary: "Add a task to every opportunity that reaches a stage, or of which a date is set",
    input: creation,
    may: (currentUser) => may(currentUser, "workspace.update"),
    run: create,
  }),
  changeRoute(taskTemplate, {
    summary: "Change a task template; tasks that were added stay as they are",
    input: change,
    run: update,
  }),
  removeRoute(taskTemplate, {
    summary: "Remove a task template; tasks that were added stay",
    run(write) {
      const changes = [{ field: "title", before: write.record.attributes.title, after: null }];
      return removeRecord(write, taskTemplate, "removed", changes);
    },
  }),
];
