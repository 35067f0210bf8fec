import type { Api } from "../json-api/api.ts";
import { mapFieldErrors } from "../json-api/api-error.ts";
import { type FoundPage, findPage } from "../json-api/pagination.ts";
import { path } from "../json-api/path.ts";
import type { ChangeTerms } from "../json-api/record.ts";
import { recordCalls } from "../json-api/record-calls.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { type AboutType, type ResolvedTask, taskAttributes } from "./task.ts";
import { type TaskListState, taskList } from "./task-list.ts";

/** The calls about tasks: the only file that names their JSON:API type. */

const task = resource("task", taskAttributes);
export type FoundTask = RecordOf<typeof task>;

/** Tasks on a page of the list. */
const pageSize = 30;
/** Tasks in a panel; the others are on the list. */
const panelSize = 20;

/** A page of tasks. @param me the current user's own id @param size tasks on it */
export function listTasks(api: Api, state: TaskListState, me: string, size = pageSize): Promise<FoundPage<FoundTask>> {
  const query = { ...taskList.parametersOf(state, me), "page[limit]": size };
  return findPage(state.page, (cursor) => api.list("/tasks", task, { query: { ...query, ...cursor } }));
}

/** The tasks about a record, or about what belongs to it: the open ones, and after those what was done last. */
export async function listTasksAbout(api: Api, type: AboutType, id: string): Promise<readonly FoundTask[]> {
  // What is open counts as done at the end of time.
  const order = { sort: "-done_at,due_on,inserted_at", "page[limit]": panelSize, "page[count]": false };
  const query = { [`filter[${type}_id]`]: id, ...order };
  return (await api.list("/tasks", task, { query })).items;
}

const tasks = recordCalls("/tasks", task);
export const { find: findTask, remove: removeTask } = tasks;

/** Adds a task of the current user's own, and gives its id where the service says it. @throws ApiError "invalid" with the form's fields, "forbidden" */
export async function addQuickTask(
  api: Api,
  typed: { readonly title: string; readonly dueOn: string | null },
  key: string,
): Promise<string | null> {
  return (await api.create("/tasks", task, { ...typed }, { key }))?.id ?? null;
}

/** Adds a task, and gives its id where the service says it. @throws ApiError "invalid" with the form's fields, "forbidden" */
export async function addTask(api: Api, decided: ResolvedTask, key: string): Promise<string | null> {
  // Nobody's task is not the same as one of which nobody says whose it is.
  const options = { key, nulls: ["assigneeAccountId"] };
  const added = await mapFieldErrors(fields, () => api.create("/tasks", task, wireOf(decided), options));
  return added?.id ?? null;
}

/** @throws ApiError "stale", "invalid" with the form's fields, "forbidden", "missing" */
export async function updateTask(api: Api, id: string, decided: ResolvedTask, terms: ChangeTerms): Promise<void> {
  await tasks.change(api, id, wireOf(decided), terms, fields);
}

/** @throws ApiError "stale", "invalid" with the form's field, "forbidden", "missing" */
export async function updateDueDate(api: Api, id: string, dueOn: string | null, terms: ChangeTerms): Promise<void> {
  await tasks.change(api, id, { dueOn }, terms);
}

/** The fields of the form that an attribute is made of, where they are not called like it. */
const fields = {
  assigneeAccountId: ["assigneeText", "assignee", "assigneeFor"],
  about: ["about", "aboutText", "aboutChosen", "aboutFor"],
};

function wireOf({ assignee, ...decided }: ResolvedTask) {
  return { ...decided, assigneeAccountId: assignee };
}

/**
 * Whoever says so second changes nothing.
 * @returns null where the service says no more than that
 * @throws ApiError "forbidden", "missing"
 */
export function completeTask(api: Api, id: string, key: string): Promise<FoundTask | null> {
  return api.act(path`/tasks/${id}/completion`, task, {}, { key });
}

/** Says that it is not done after all; again is nothing. @throws ApiError "forbidden", "missing" */
export async function reopenTask(api: Api, id: string, key: string): Promise<void> {
  await api.remove(path`/tasks/${id}/completion`, { key });
}
