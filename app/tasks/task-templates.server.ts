import type { Api } from "../json-api/api.ts";
import { mapFieldErrors } from "../json-api/api-error.ts";
import { path } from "../json-api/path.ts";
import { type ChangeTerms, changedAttributes, type WriteTerms } from "../json-api/record.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { type TypedTemplate, templateAttributes, templateOf } from "./task-template.ts";

/** The calls about tasks that stages bring along: the only file that names their JSON:API type. */

const template = resource("task_template", templateAttributes);
export type FoundTemplate = RecordOf<typeof template>;

const fetching = "Failed to fetch data";
const saving = "Failed to save the template";

/** All of them, the ones due first first. */
export async function listTemplates(api: Api): Promise<readonly FoundTemplate[]> {
  const query = { sort: "due_in_days,inserted_at", "page[limit]": 250, "page[count]": false };
  return (await api.list("/task_templates", template, { query, failure: fetching })).items;
}

/** Whether the service knows templates by date. Nobody can tell before it has one. */
export async function offersDates(api: Api): Promise<boolean> {
  return (await listTemplates(api)).every(knowsDates);
}

/** Whether the service that gave a template knows templates by date. */
export function knowsDates({ dueFrom }: Pick<FoundTemplate, "dueFrom">): boolean {
  return dueFrom !== undefined;
}

/** @throws ApiError "missing" */
export function findTemplate(api: Api, id: string): Promise<FoundTemplate> {
  return api.find(path`/task_templates/${id}`, template, { failure: fetching });
}

/** @throws ApiError "invalid" with the form's fields, "forbidden" */
export async function addTemplate(api: Api, typed: TypedTemplate, key: string): Promise<void> {
  await mapFieldErrors(fieldOf, () =>
    api.create("/task_templates", template, templateOf(typed), { key, failure: saving }),
  );
}

/** @throws ApiError "stale", "invalid" with the form's fields, "forbidden", "missing" */
export async function updateTemplate(api: Api, id: string, typed: TypedTemplate, terms: ChangeTerms): Promise<void> {
  const wanted = templateOf(typed);
  const hadDate = terms.isChanged(["start"]) && ((await findTemplate(api, id)).dueFrom ?? null) !== null;
  // What becomes a template by stage has no date any more.
  const all = { ...wanted, ...(hadDate && { dueFrom: wanted.dueFrom ?? null }) };
  const changed = changedAttributes(all, terms.isChanged, fieldsOf);
  await mapFieldErrors(fieldOf, () =>
    api.update(path`/task_templates/${id}`, template, id, changed, { ...terms, failure: saving }),
  );
}

const fieldOf = (attribute: string) => (attribute === "stage" || attribute === "dueFrom" ? "start" : attribute);

/** The fields of the form that an attribute is made of. */
const fieldsOf = { stage: ["start"], dueFrom: ["start"], dueInDays: ["dueInDays", "direction"] };

/** @throws ApiError "stale", "forbidden", "missing" */
export async function removeTemplate(api: Api, id: string, terms: WriteTerms): Promise<void> {
  await api.remove(path`/task_templates/${id}`, { ...terms, failure: "Failed to remove the template" });
}
