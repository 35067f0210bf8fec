import type { Api } from "../json-api/api.ts";
import { path } from "../json-api/path.ts";
import { type ChangeTerms, changedAttributes, type WriteTerms } from "../json-api/record.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { savedViewAttributes, type TypedView } from "./saved-view.ts";

/** The calls about saved views: the only file that names their JSON:API type. */

const savedView = resource("saved_view", savedViewAttributes);
export type SavedView = RecordOf<typeof savedView>;

const saving = "Failed to save the view";

/** The current user's own views of a list and those of the workspace, by name. @throws ApiError "missing" where the service has none */
export async function listViews(api: Api, list: string): Promise<readonly SavedView[]> {
  const query = { sort: "name", "filter[list]": list, "page[limit]": 100, "page[count]": false };
  return (await api.list("/saved_views", savedView, { query })).items;
}

/** @throws ApiError "missing" */
export function findView(api: Api, id: string): Promise<SavedView> {
  return api.find(path`/saved_views/${id}`, savedView);
}

/** What a view keeps, of which list. */
interface KeptState {
  readonly list: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** @throws ApiError "invalid" with the form's fields, "forbidden" */
export async function addView(api: Api, typed: TypedView, kept: KeptState, key: string): Promise<void> {
  await api.create("/saved_views", savedView, { ...typed, ...kept }, { key, failure: saving });
}

/** Renames a view, or changes who sees it. @throws ApiError "stale", "invalid" with the form's fields, "forbidden", "missing" */
export async function updateView(api: Api, id: string, typed: TypedView, terms: ChangeTerms): Promise<void> {
  const changed = changedAttributes({ ...typed }, terms.isChanged);
  await api.update(path`/saved_views/${id}`, savedView, id, changed, { ...terms, failure: saving });
}

/** Gives a view another search, filters and sort. @throws ApiError "stale", "forbidden", "missing" */
export async function replaceParameters(
  api: Api,
  id: string,
  parameters: Readonly<Record<string, string>>,
  terms: WriteTerms,
): Promise<void> {
  await api.update(path`/saved_views/${id}`, savedView, id, { parameters }, { ...terms, failure: saving });
}

/** @throws ApiError "stale", "forbidden", "missing" */
export async function removeView(api: Api, id: string, terms: WriteTerms): Promise<void> {
  await api.remove(path`/saved_views/${id}`, { ...terms, failure: "Failed to delete the view" });
}
