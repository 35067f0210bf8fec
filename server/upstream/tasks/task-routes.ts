import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { client } from "../clients/client.ts";
import { document } from "../documents/document.ts";
import type { Route } from "../engine/action.ts";
import type { Member } from "../engine/current-user.ts";
import { recordEvent } from "../engine/history.ts";
import { givenOf } from "../engine/inputs.ts";
import type { Queries } from "../engine/queries.ts";
import { findRecord, readOne } from "../engine/reading.ts";
import { invalidAttribute, Refusal } from "../engine/refusal.ts";
import { isRecord, type TableResource } from "../engine/table.ts";
import {
  changeRoute,
  createRoute,
  findRoute,
  listRoute,
  type RecordWrite,
  removeRoute,
  type Write,
} from "../engine/table-routes.ts";
import { insertOne, nextVersion, removeRecord } from "../engine/writing.ts";
import { opportunity } from "../opportunities/opportunity.ts";
import { packageResource } from "../packages/package.ts";
import { mayAny } from "../permissions.ts";
import { members, tasks } from "../tables.ts";
import { complete, reopen, repeats } from "./completion.ts";
import { about, dueOn, type GivenAbout, repeat, title } from "./inputs.ts";
import { task, taskChanges, taskList } from "./task.ts";

type AboutColumns = Readonly<Record<"clientId" | "packageId" | "opportunityId" | "documentId", string | null>>;

interface Kind {
  readonly resource: TableResource;
  readonly columns: (id: string) => Partial<AboutColumns>;
}

const nothing: AboutColumns = { clientId: null, packageId: null, opportunityId: null, documentId: null };

const kinds: Readonly<Record<GivenAbout["type"], Kind>> = {
  client: { resource: client, columns: (clientId) => ({ clientId }) },
  package: { resource: packageResource, columns: (packageId) => ({ packageId }) },
  opportunity: { resource: opportunity, columns: (opportunityId) => ({ opportunityId }) },
  document: { resource: document, columns: (documentId) => ({ documentId }) },
};

/** Columns of a task's subject. @throws Refusal 400 where it does not exist for the current user */
async function columnsOfAbout(database: Queries, currentUser: Member, about: GivenAbout | null): Promise<AboutColumns> {
  if (about === null) return nothing;
  const { resource, columns } = kinds[about.type];
  const record = await findRecord(database, resource, currentUser, about.id);
  if (record === null) throw invalidAttribute("about", "The record this task is about does not exist.");
  return { ...nothing, ...columns(about.id) };
}

const optional = {
  dueOn: dueOn.nullish(),
  repeat: repeat.optional(),
  assigneeAccountId: z.uuid("Choose a member of the workspace.").nullish(),
  about: about.nullish(),
  isVisibleToClient: z.boolean().optional(),
};
const creation = z.object({ title, ...optional });
const change = z.object({ title: title.optional(), ...optional });

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
      "Clients can only see tasks about themselves or their opportunities.",
    );
  const { assigneeAccountId: assignee } = wanted;
  if (assignee === null || assignee === before?.assigneeAccountId || assignee === currentUser.accountId) return;
  const { rows } = await database.execute(
    sql`select from ${members} where ${members.workspaceId} = ${currentUser.workspaceId} and ${members.id} = ${assignee}`,
  );
  if (rows.length === 0) throw invalidAttribute("assignee_account_id", "This person is not a member of the workspace.");
}

const dueMissing = () =>
  new Refusal([
    {
      status: 400,
      code: "required",
      detail: "Enter the first due date: the task repeats from then on.",
      source: { pointer: "/data/attributes/due_on" },
    },
  ]);

/** By default the creator is the assignee. */
export async function addTask(write: Write<z.output<typeof creation>>): Promise<string> {
  const { database, currentUser, attributes } = write;
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
  const id = await insertOne(database, tasks, {
    ...columns,
    ...(await columnsOfAbout(database, currentUser, about)),
    repeatsFrom: wanted.repeat === "none" ? null : wanted.dueOn,
    workspaceId,
    assignedByAccountId: accountId,
  });
  const { record } = await readOne(database, task, currentUser, id);
  await recordEvent(write, task, "created", id, taskChanges(null, record));
  return id;
}

async function update(write: RecordWrite<z.output<typeof change>>): Promise<void> {
  const { database, currentUser, record, attributes } = write;
  const { due_on, assignee_account_id, is_visible_to_client, ...kept } = record.attributes;
  const before = decided.parse({
    ...kept,
    dueOn: due_on,
    assigneeAccountId: assignee_account_id,
    isVisibleToClient: is_visible_to_client,
  });
  const wanted = decided.parse({ ...before, ...givenOf(attributes) });
  if (isDeepStrictEqual(wanted, before)) return;
  await check(database, currentUser, wanted, before);
  const { about, ...columns } = wanted;
  const isNewSeries = wanted.repeat !== before.repeat || wanted.dueOn !== before.dueOn;
  const isOwnAlready = wanted.title !== before.title || isNewSeries || !isDeepStrictEqual(about, before.about);
  const isReassigned = wanted.assigneeAccountId !== before.assigneeAccountId;
  await database
    .update(tasks)
    .set({
      ...nextVersion(tasks),
      ...columns,
      ...(!isDeepStrictEqual(about, before.about) && (await columnsOfAbout(database, currentUser, about))),
      ...(isNewSeries && { repeatsFrom: wanted.repeat === "none" ? null : wanted.dueOn }),
      // What somebody changed no longer follows a date.
      ...(isOwnAlready && { dueFrom: null, dueInDays: null }),
      ...(isReassigned && { assignedByAccountId: currentUser.accountId }),
      updatedAt: sql`clock_timestamp()`,
    })
    .where(isRecord(task, record.id));
  const { record: after } = await readOne(database, task, currentUser, record.id);
  await recordEvent(write, task, "updated", record.id, taskChanges(record, after));
}

export const removeTask = (write: RecordWrite) => removeRecord(write, task, "removed", taskChanges(write.record, null));

const completion = { below: "/completion", needs: "complete" };

export const taskRoutes: readonly Route[] = [
  listRoute(task, taskList, "Tasks, by due date"),
  findRoute(task, "A task"),
  createRoute(task, {
    summary: "Add a task",
    input: creation,
    may: (currentUser) => mayAny(currentUser, "records.create"),
    run: addTask,
  }),
  changeRoute(task, {
    summary: "Change a task, or hand it over",
    input: change,
    run: update,
  }),
  changeRoute(task, {
    ...completion,
    summary: "Complete a task; a repeating one is followed by its next",
    method: "POST",
    run: complete,
  }),
  changeRoute(task, { ...completion, summary: "Reopen a task", method: "DELETE", run: reopen }),
  removeRoute(task, { summary: "Remove a task", run: removeTask }),
];
