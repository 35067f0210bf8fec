import type { Api } from "../json-api/api.ts";
import { ApiError, mapFieldErrors } from "../json-api/api-error.ts";
import { changedAttributes } from "../json-api/changed-attributes.ts";
import { path } from "../json-api/path.ts";
import type { ChangeTerms, WriteTerms } from "../json-api/record.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { type CostInputs, estimateAttributes } from "./estimate.ts";
import type { TypedEstimate } from "./estimate-form.ts";
import { templateAttributes } from "./template.ts";

/** The calls about costs: the only file that names their JSON:API types. */

const estimate = resource("cost_estimate", estimateAttributes);
const template = resource("cost_template", templateAttributes);
export type FoundEstimate = RecordOf<typeof estimate>;
export type FoundTemplate = RecordOf<typeof template>;

const fetching = "Failed to fetch data";
const saving = "Failed to save the estimate";
const savingTemplate = "Failed to save the template";

/** The estimate of a package; null before there is one. */
export async function findEstimate(api: Api, packageId: string): Promise<FoundEstimate | null> {
  const query = { "filter[package_id]": packageId, "page[limit]": 1, "page[count]": "false" };
  const { items } = await api.list("/cost_estimates", estimate, { query, failure: fetching });
  return items[0] ?? null;
}

/**
 * Creates the package's estimate, or updates the one that the form showed.
 * @throws ApiError "stale" when someone else saved in the meantime, "invalid" with fields, "forbidden", "missing"
 */
export async function saveEstimate(
  api: Api,
  packageId: string,
  inputs: TypedEstimate,
  { isNew, ...terms }: ChangeTerms & { readonly isNew: boolean },
): Promise<void> {
  const options = { ...terms, failure: saving };
  try {
    await mapFieldErrors(fieldOf, async () => {
      if (isNew) return api.create("/cost_estimates", estimate, { packageId, inputs }, options);
      const found = await findEstimate(api, packageId);
      if (found === null) throw missing();
      // One attribute holds the whole form.
      const changed = changedAttributes({ inputs }, terms.isChanged, { inputs: Object.keys(inputs) });
      return api.update(path`/cost_estimates/${found.id}`, estimate, found.id, changed, options);
    });
  } catch (error) {
    // Someone else created the estimate in the meantime.
    if (!(error instanceof ApiError) || error.kind !== "conflict") throw error;
    throw new ApiError(error.message, "stale", error.cause, error.fieldErrors);
  }
}

function missing(): ApiError {
  const cause = { status: null, code: null, errorId: null, pointers: [], reason: "no estimate", attempts: 0 };
  return new ApiError("Not Found", "missing", { method: "PATCH", path: "/cost_estimates", ...cause });
}

/** Errors of "inputs.services[0].label" belong to the field "services". */
function fieldOf(name: string): string {
  return name.replace(/^inputs\./, "").split("[", 1)[0] ?? "";
}

/** The workspace's templates by name, at most 250. */
export async function listTemplates(api: Api): Promise<readonly FoundTemplate[]> {
  const query = { sort: "name", "page[limit]": 250, "page[count]": "false" };
  return (await api.list("/cost_templates", template, { query, failure: fetching })).items;
}

/** @throws ApiError "missing" */
export function findTemplate(api: Api, id: string): Promise<FoundTemplate> {
  return api.find(path`/cost_templates/${id}`, template, { failure: fetching });
}

/** @throws ApiError "invalid" with fields, "forbidden" */
export async function createTemplate(api: Api, name: string, inputs: CostInputs, key: string): Promise<void> {
  await api.create("/cost_templates", template, { name, inputs }, { key, failure: savingTemplate });
}

/** @throws ApiError "stale", "invalid" with fields, "forbidden", "missing" */
export async function renameTemplate(api: Api, id: string, name: string, terms: ChangeTerms): Promise<void> {
  const changed = changedAttributes({ name }, terms.isChanged);
  await api.update(path`/cost_templates/${id}`, template, id, changed, { ...terms, failure: savingTemplate });
}

/** @throws ApiError "stale", "forbidden", "missing" */
export async function removeTemplate(api: Api, id: string, terms: WriteTerms): Promise<void> {
  await api.remove(path`/cost_templates/${id}`, { ...terms, failure: "Failed to remove the template" });
}
