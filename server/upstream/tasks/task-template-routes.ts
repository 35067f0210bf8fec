import { z } from "zod";
import type { Route } from "../engine/action.ts";
import { changeRoute, createRoute, findRoute, listRoute, removeRoute } from "../engine/table-routes.ts";
import { changeRecord, createRecord, removeRecord } from "../engine/writing.ts";
import { may } from "../permissions.ts";
import { dueInDays, stage, title } from "./inputs.ts";
import { taskTemplate, taskTemplateList } from "./task-template.ts";

const creation = z.object({ stage, title, dueInDays, isVisibleToClient: z.boolean().optional() });
const change = creation.partial();

export const taskTemplateRoutes: readonly Route[] = [
  listRoute(taskTemplate, taskTemplateList, "Task templates, by stage"),
  findRoute(taskTemplate, "A task template: a task that every opportunity gets when it reaches a stage"),
  createRoute(taskTemplate, {
    summary: "Add a task to every opportunity that reaches a stage",
    input: creation,
    may: (currentUser) => may(currentUser, "workspace.update"),
    run: (write) =>
      createRecord(write, taskTemplate, "created", { ...write.attributes, workspaceId: write.currentUser.workspaceId }),
  }),
  changeRoute(taskTemplate, {
    summary: "Change a task template; tasks that were added stay as they are",
    input: change,
    run: (write) => changeRecord(write, taskTemplate, "updated", write.attributes),
  }),
  removeRoute(taskTemplate, {
    summary: "Remove a task template; tasks that were added stay",
    run(write) {
      const changes = [{ field: "title", before: write.record.attributes.title, after: null }];
      return removeRecord(write, taskTemplate, "removed", changes);
    },
  }),
];
