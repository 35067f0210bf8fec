import type { Api } from "../json-api/api.ts";
import { changeRecord } from "../json-api/change.ts";
import { path } from "../json-api/path.ts";
import type { ChangeTerms, WriteTerms } from "../json-api/record.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { comparableAttributes, type TypedComparable } from "./comparable.ts";

/** The calls about comparables: the only file that names their JSON:API type. */

export const comparableResource = resource("comparable", comparableAttributes);
export type FoundComparable = RecordOf<typeof comparableResource>;

/** @throws ApiError "missing" */
export function findComparable(api: Api, id: string): Promise<FoundComparable> {
  return api.find(path`/comparables/${id}`, comparableResource);
}

/** @throws ApiError "invalid" with fields, "forbidden", "missing" */
export async function createComparable(
  api: Api,
  packageId: string,
  typed: TypedComparable,
  key: string,
): Promise<void> {
  await api.create("/comparables", comparableResource, { packageId, ...typed }, { key });
}

/** @throws ApiError "stale" when it was changed since, "invalid" with fields, "forbidden", "missing" */
export async function updateComparable(
  api: Api,
  id: string,
  typed: TypedComparable,
  terms: ChangeTerms,
): Promise<void> {
  await changeRecord(api, path`/comparables/${id}`, comparableResource, id, { ...typed }, terms);
}

/** @throws ApiError "stale", "forbidden", "missing" */
export async function removeComparable(api: Api, id: string, terms: WriteTerms): Promise<void> {
  await api.remove(path`/comparables/${id}`, terms);
}
