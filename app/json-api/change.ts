import type * as z from "zod/mini";
import type { Api, Attributes } from "./api.ts";
import { type FormFields, mapFieldErrors } from "./api-error.ts";
import { type ChangeTerms, changedAttributes } from "./record.ts";
import type { Resource } from "./resource.ts";

/**
 * Sends what a person changed in the form of a record.
 * @returns the record as `api.update` does
 * @throws ApiError "invalid" with the form's fields, and others
 */
export function changeRecord<Schema extends z.ZodMiniObject>(
  api: Api,
  path: string,
  resource: Resource<Schema>,
  id: string,
  attributes: Attributes,
  { isChanged, ...terms }: ChangeTerms,
  fields: FormFields = {},
): Promise<z.output<Schema> | null> {
  const changed = changedAttributes(attributes, isChanged, fields);
  return mapFieldErrors(fields, () => api.update(path, resource, id, changed, terms));
}
