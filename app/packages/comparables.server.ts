import type { Api } from "../json-api/api.ts";
import { ApiError } from "../json-api/api-error.ts";
import { path } from "../json-api/path.ts";
import type { WriteTerms } from "../json-api/record.ts";
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
export function createComparable(
  api: Api,
  packageId: string,
  typed: TypedComparable,
  key: string,
): Promise<FoundComparable> {
  return api.create("/comparables", comparableResource, { packageId, ...typed }, { key, failure: saving });
}

/** @throws ApiError "stale" when it was changed since, "invalid" with fields, "forbidden", "missing" */
export function updateComparable(
  api: Api,
  id: string,
  typed: TypedComparable,
  terms: WriteTerms,
): Promise<FoundComparable> {
  return api.update(path`/comparables/${id}`, comparableResource, id, { ...typed }, { ...terms, failure: saving });
}

/** Removes a comparable; removing it twice is a no-op. */
export async function removeComparable(api: Api, id: string, key: string): Promise<void> {
  try {
    await api.remove(path`/comparables/${id}`, { key, failure: "Failed to remove the comparable" });
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== "missing") throw error;
  }
}
