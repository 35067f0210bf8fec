import { z } from "zod";
import type { Route } from "../engine/action.ts";
import { givenOf } from "../engine/given.ts";
import { invalidAttribute } from "../engine/refusal.ts";
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
import { may } from "../permissions.ts";
import { dueFrom, dueInDays, stage, title } from "./inputs.ts";
import { taskTemplate, taskTemplateList } from "./task-template.ts";

/** A template starts by a stage or by a date of the deal. */
const start = { stage: stage.nullish(), dueFrom: dueFrom.nullish() };
const creation = z.object({ ...start, title, dueInDays, isVisibleToClient: z.boolean().optional() });
const change = creation.partial();

interface Start {
  readonly stage: unknown;
  readonly dueFrom: unknown;
  readonly dueInDays: unknown;
}

/** @throws Refusal 400 for a template that starts by neither, or by both, or before its stage */
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
