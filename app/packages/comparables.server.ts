import type { Api } from "../json-api/api.ts";
import type { ChangeTerms } from "../json-api/record.ts";
import { recordCalls } from "../json-api/record-calls.ts";
import { resource } from "../json-api/resource.ts";
import { comparableAttributes, type TypedComparable } from "./comparable.ts";

/** The calls about comparables: the only file that names their JSON:API type. */

export const comparableResource = resource("comparable", comparableAttributes);

const comparables = recordCalls("/comparables", comparableResource);
export const { find: findComparable, remove: removeComparable } = comparables;

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
  await comparables.change(api, id, { ...typed }, terms);
}
