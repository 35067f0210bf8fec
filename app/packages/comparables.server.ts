import type { Api } from "../json-api/api.ts";
import { path } from "../json-api/path.ts";
import { type ChangeTerms, changedAttributes, type WriteTerms } from "../json-api/record.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { comparableAttributes, type TypedComparable } from "./comparable.ts";

/** The calls about comparables: the only file that names their JSON:API type. */

export const comparableResource = resource("comparable", comparableAttributes);
export type FoundComparable = RecordOf<typeof comparableResource>;

const saving = "Failed to save the comparable";

/** @throws ApiError "missing" */
export function findComparable(api: Api, id: string): Promise<FoundComparable> {
  return api.find(path`/comparables/${id}`, comparableResource, { failure: "Failed to fetch data" });
}

/** @throws ApiError "invalid" with fields, "forbidden", "missing" */
export async function createComparable(
  api: Api,
  packageId: string,
  typed: TypedComparable,
  key: string,
): Promise<void> {
  await api.create("/comparables", comparableResource, { packageId, ...typed }, { key, failure: saving });
}

/** @throws ApiError "stale" when it was changed since, "invalid" with fields, "forbidden", "missing" */
export async function updateComparable(
  api: Api,
  id: string,
  typed: TypedComparable,
  terms: ChangeTerms,
): Promise<void> {
  const changed = changedAttributes({ ...typed }, terms.isChanged);
  await api.update(path`/comparables/${id}`, comparableResource, id, changed, { ...terms, failure: saving });
}

/** @throws ApiError "stale", "forbidden", "missing" */
export async function removeComparable(api: Api, id: string, terms: WriteTerms): Promise<void> {
  await api.remove(path`/comparables/${id}`, { ...terms, failure: "Failed to remove the comparable" });
}
