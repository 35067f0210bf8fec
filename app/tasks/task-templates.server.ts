import type { RouterContextProvider } from "react-router";
import type { Api } from "../json-api/api.ts";
import { mapFieldErrors } from "../json-api/api-error.ts";
import type { ChangeTerms } from "../json-api/record.ts";
import { recordCalls } from "../json-api/record-calls.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { apiOf, load, permitted, recordId } from "../session/session.server.ts";
import { templatesPath } from "./task-list.ts";
import { type TypedTemplate, templateAttributes, templateOf } from "./task-template.ts";

/** The calls about tasks that stages bring along: the only file that names their JSON:API type. */

const template = resource("task_template", templateAttributes);
export type FoundTemplate = RecordOf<typeof template>;

/** All of them, the ones due first first. */
export async function listTemplates(api: Api): Promise<readonly FoundTemplate[]> {
  const query = { sort: "due_in_days,inserted_at", "page[limit]": 250, "page[count]": false };
  return (await api.list("/task_templates", template, { query })).items;
}

/** Whether the service knows templates by date. Nobody can tell before it has one. */
export async function offersDates(api: Api): Promise<boolean> {
  return (await listTemplates(api)).every(knowsDates);
}

/** Whether the service that gave a template knows templates by date. */
export function knowsDates({ dueFrom }: Pick<FoundTemplate, "dueFrom">): boolean {
  return dueFrom !== undefined;
}

const templates = recordCalls("/task_templates", template);
export const { find: findTemplate, remove: removeTemplate } = templates;

/** @throws ApiError "invalid" with the form's fields, "forbidden" */
export async function addTemplate(api: Api, typed: TypedTemplate, key: string): Promise<void> {
  await mapFieldErrors(fields, () => api.create("/task_templates", template, templateOf(typed), { key }));
}

/** @throws ApiError "stale", "invalid" with the form's fields, "forbidden", "missing" */
export async function updateTemplate(api: Api, id: string, typed: TypedTemplate, terms: ChangeTerms): Promise<void> {
  const wanted = templateOf(typed);
  const hadDate = terms.isChanged(["start"]) && ((await findTemplate(api, id)).dueFrom ?? null) !== null;
  // What becomes a template by stage has no date any more.
  const all = { ...wanted, ...(hadDate && { dueFrom: wanted.dueFrom ?? null }) };
  await templates.change(api, id, all, terms, fields);
}

/** The fields of the form that an attribute is made of. */
const fields = { stage: ["start"], dueFrom: ["start"], dueInDays: ["dueInDays", "direction"] };

/** The way back from a page about a template. */
export const templatesBack = { label: "Back to task templates", href: templatesPath };

/** A template of an address. @throws 404, or 403 for those who do not write templates */
export async function loadTemplateFor(
  action: "update" | "remove",
  context: Readonly<RouterContextProvider>,
  id: string,
): Promise<FoundTemplate> {
  return permitted(await load(findTemplate(apiOf(context), recordId(id))), action, {
    refused: "You don't have permission to change task templates.",
    who: "Owners and admins can.",
    back: templatesBack,
  });
}
