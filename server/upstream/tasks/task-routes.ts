import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Route } from "../engine/action.ts";
import type { Member } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { invalidAttribute, Refusal } from "../engine/refusal.ts";
import {
  changeRoute,
  createRoute,
  findRoute,
  isRecord,
  listRoute,
  noInput,
  type RecordWrite,
  removeRoute,
  type Write,
} from "../engine/table-routes.ts";
import { members } from "../identity/tables.ts";
import { accessScopeOf } from "../permissions.ts";
import { columnsOfAbout } from "./about.ts";
import { complete, reopen } from "./completion.ts";
import { differences, noteTask, readTask } from "./history.ts";
import { about, dueOn, repeat, title } from "./inputs.ts";
import { repeats } from "./repeat.ts";
import { tasks } from "./tables.ts";
import { task, taskList } from "./task.ts";

const optional = {
  dueOn: dueOn.nullish(),
  repeat: repeat.optional(),
  /** Null: nobody's. */
  assigneeAccountId: z.uuid("Choose a member of the workspace.").nullish(),
  about: about.nullish(),
  isVisibleToClient: z.boolean().optional(),
};
const creation = z.object({ title, ...optional });
const change = z.object({ title: title.optional(), ...optional });

/** A task, as far as people decide on it. */
const decided = z.object({
  title: z.string(),
  dueOn: z.string().nullable(),
  repeat: z.enum(repeats),
  assigneeAccountId: z.string().nullable(),
  about: about.nullable(),
  isVisibleToClient: z.boolean(),
});
type Decided = z.output<typeof decided>;

/** @throws Refusal 400 for what does not go together */
async function check(database: Queries, currentUser: Member, wanted: Decided, before: Decided | null): Promise<void> {
  if (wanted.repeat !== "none" && wanted.dueOn === null) throw dueMissing();
  const ofClient = wanted.about?.type === "client" || wanted.about?.type === "opportunity";
  if (wanted.isVisibleToClient && !ofClient)
    throw invalidAttribute(
      "is_visible_to_client",
      "Clients can be shown tasks about them or their opportunities only.",
    );
  const { assigneeAccountId: assignee } = wanted;
  if (assignee === null || assignee === before?.assigneeAccountId || assignee === currentUser.accountId) return;
  const { rows } = await database.execute(
    sql`select from ${members} where ${members.workspaceId} = ${currentUser.workspaceId} and ${members.id} = ${assignee}`,
  );
  if (rows.length === 0) throw invalidAttribute("assignee_account_id", "This person does not belong to the workspace.");
}

const dueMissing = () =>
  new Refusal([
    {
      status: 400,
      code: "required",
      detail: "Say when it is due first: it repeats from then on.",
      source: { pointer: "/data/attributes/due_on" },
    },
  ]);

/** A task belongs to whoever creates it, unless it is somebody else's. */
async function create({ database, currentUser, attributes }: Write<z.output<typeof creation>>): Promise<string> {
  const { workspaceId, accountId } = currentUser;
  const wanted: Decided = {
    title: attributes.title,
    dueOn: attributes.dueOn ?? null,
    repeat: attributes.repeat ?? "none",
    assigneeAccountId: attributes.assigneeAccountId === undefined ? accountId : attributes.assigneeAccountId,
    about: attributes.about ?? null,
    isVisibleToClient: attributes.isVisibleToClient ?? false,
  };
  await check(database, currentUser, wanted, null);
  const { about, ...columns } = wanted;
  const [row] = await database
    .insert(tasks)
    .values({
      ...columns,
      ...(await columnsOfAbout(database, currentUser, about)),
      repeatsFrom: wanted.repeat === "none" ? null : wanted.dueOn,
      workspaceId,
      assignedByAccountId: accountId,
    })
    .returning({ id: tasks.id });
  if (!row) throw new Error("The task was not stored.");
  const record = await readTask(database, currentUser, row.id);
  await noteTask({ database, currentUser, kind: "task.created", record, changes: differences(null, record) });
  return row.id;
}

async function update({
  database,
  currentUser,
  record,
  attributes,
}: RecordWrite<z.output<typeof change>>): Promise<void> {
  const { due_on, assignee_account_id, is_visible_to_client, ...kept } = record.attributes;
  const before = decided.parse({
    ...kept,
    dueOn: due_on,
    assigneeAccountId: assignee_account_id,
    isVisibleToClient: is_visible_to_client,
  });
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined);
  const wanted = decided.parse({ ...before, ...Object.fromEntries(given) });
  if (isDeepStrictEqual(wanted, before)) return;
  await check(database, currentUser, wanted, before);
  const { about, ...columns } = wanted;
  const isNewSeries = wanted.repeat !== before.repeat || wanted.dueOn !== before.dueOn;
  const isReassigned = wanted.assigneeAccountId !== before.assigneeAccountId;
  await database
    .update(tasks)
    .set({
      ...columns,
      ...(isDeepStrictEqual(about, before.about) ? {} : await columnsOfAbout(database, currentUser, about)),
      ...(isNewSeries ? { repeatsFrom: wanted.repeat === "none" ? null : wanted.dueOn } : {}),
      ...(isReassigned ? { assignedByAccountId: currentUser.accountId } : {}),
      updatedAt: sql`clock_timestamp()`,
      version: sql`${tasks.version} + 1`,
    })
    .where(isRecord(task, record.id));
  const after = await readTask(database, currentUser, record.id);
  await noteTask({ database, currentUser, kind: "task.updated", record: after, changes: differences(record, after) });
}

async function remove({ database, currentUser, record }: RecordWrite): Promise<void> {
  await database.delete(tasks).where(isRecord(task, record.id));
  await noteTask({ database, currentUser, kind: "task.removed", record, changes: differences(record, null) });
}

const completion = { below: "/completion", input: noInput, needs: "complete" };

export const taskRoutes: readonly Route[] = [
  listRoute(task, taskList, "Tasks, the ones due first first"),
  findRoute(task, "A task"),
  createRoute(task, {
    summary: "Add a task",
    input: creation,
    may: (currentUser) => accessScopeOf(currentUser, "records.create") !== "no",
    run: create,
  }),
  changeRoute(task, {
    summary: "Change a task, or hand it over",
    method: "PATCH",
    below: "",
    input: change,
    needs: "update",
    run: update,
  }),
  changeRoute(task, {
    ...completion,
    summary: "Say that a task is done; one that repeats is followed by its next",
    method: "POST",
    run: complete,
  }),
  changeRoute(task, { ...completion, summary: "Say that a task is not done after all", method: "DELETE", run: reopen }),
  removeRoute(task, { summary: "Remove a task", needs: "remove", run: remove }),
];
