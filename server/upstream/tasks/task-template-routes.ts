import { sql } from "drizzle-orm";
import { z } from "zod";
import { type ActivityKind, changesOf, recordActivity } from "../activities/activity-log.ts";
import type { AttributeChange } from "../activities/tables.ts";
import type { Route } from "../engine/action.ts";
import {
  changeRoute,
  createRoute,
  findRoute,
  isRecord,
  listRoute,
  type RecordWrite,
  removeRoute,
  type Write,
} from "../engine/table-routes.ts";
import { may } from "../permissions.ts";
import { dueInDays, stage, title } from "./inputs.ts";
import { taskTemplates } from "./tables.ts";
import { taskTemplate, taskTemplateList } from "./task-template.ts";

const creation = z.object({ stage, title, dueInDays, isVisibleToClient: z.boolean().optional() });
const change = creation.partial();

async function create({ database, currentUser, attributes }: Write<z.output<typeof creation>>): Promise<string> {
  const values = { ...attributes, workspaceId: currentUser.workspaceId };
  const [row] = await database.insert(taskTemplates).values(values).returning({ id: taskTemplates.id });
  if (!row) throw new Error("The template was not stored.");
  const changes = [
    { field: "title", before: null, after: attributes.title },
    { field: "stage", before: null, after: attributes.stage },
    { field: "due_in_days", before: null, after: attributes.dueInDays },
  ];
  await note({ database, currentUser }, "task_template.created", row.id, changes);
  return row.id;
}

async function update(write: RecordWrite<z.output<typeof change>>): Promise<void> {
  const { database, record, attributes } = write;
  const changes = changesOf(record, attributes);
  if (changes.length === 0) return;
  await database
    .update(taskTemplates)
    .set({ ...attributes, updatedAt: sql`clock_timestamp()`, version: sql`${taskTemplates.version} + 1` })
    .where(isRecord(taskTemplate, record.id));
  await note(write, "task_template.updated", record.id, changes);
}

async function remove(write: RecordWrite): Promise<void> {
  const { database, record } = write;
  await database.delete(taskTemplates).where(isRecord(taskTemplate, record.id));
  const changes = [{ field: "title", before: record.attributes.title, after: null }];
  await note(write, "task_template.removed", record.id, changes);
}

/** Templates are the workspace's: so is their history. */
async function note(
  { database, currentUser }: Pick<Write, "database" | "currentUser">,
  kind: Extract<ActivityKind, `task_template.${string}`>,
  id: string,
  changes: readonly AttributeChange[],
): Promise<void> {
  await recordActivity(database, {
    kind,
    currentUser,
    clientId: null,
    subject: { type: taskTemplate.type, id },
    changes,
  });
}

export const taskTemplateRoutes: readonly Route[] = [
  listRoute(taskTemplate, taskTemplateList, "Tasks that stages bring along, by stage"),
  findRoute(taskTemplate, "A task that a stage brings along"),
  createRoute(taskTemplate, {
    summary: "Add a task to every opportunity that reaches a stage",
    input: creation,
    may: (currentUser) => may(currentUser, "workspace.update"),
    run: create,
  }),
  changeRoute(taskTemplate, {
    summary: "Change a task that a stage brings along; those that were added stay as they are",
    method: "PATCH",
    below: "",
    input: change,
    needs: "update",
    run: update,
  }),
  removeRoute(taskTemplate, { summary: "Remove a task that a stage brings along", needs: "remove", run: remove }),
];
