import type * as z from "zod/mini";
import type { Api, Attributes } from "./api.ts";
import { type FormFields, mapFieldErrors } from "./api-error.ts";
import { path } from "./path.ts";
import { type ChangeTerms, changedAttributes, type WriteTerms } from "./record.ts";
import type { Resource } from "./resource.ts";

/**
 * Sends what a person changed in the form of a record.
 * @returns the record as `api.update` does
 * @throws ApiError "invalid" with the form's fields, and others
 */
export function changeRecord<Schema extends z.ZodMiniObject>(
  api: Api,
  place: string,
  resource: Resource<Schema>,
  id: string,
  attributes: Attributes,
  { isChanged, ...terms }: ChangeTerms,
  fields: FormFields = {},
): Promise<z.output<Schema> | null> {
  const changed = changedAttributes(attributes, isChanged, fields);
  return mapFieldErrors(fields, () => api.update(place, resource, id, changed, terms));
}

/** The calls that are alike for the records of every list. @param list its path, as in "/tasks" */
export function recordCalls<Schema extends z.ZodMiniObject>(list: string, resource: Resource<Schema>) {
  const placeOf = (id: string) => list + path`/${id}`;
  return {
    /** @throws ApiError "missing" */
    find: (api: Api, id: string): Promise<z.output<Schema>> => api.find(placeOf(id), resource),
    /** Sends what was changed, as `changeRecord` does. @throws ApiError "stale", "invalid" with the form's fields, "forbidden", "missing" */
    change: (api: Api, id: string, attributes: Attributes, terms: ChangeTerms, fields?: FormFields) =>
      changeRecord(api, placeOf(id), resource, id, attributes, terms, fields),
    /** @throws ApiError "stale", "forbidden", "missing" */
    remove: (api: Api, id: string, terms: WriteTerms): Promise<void> => api.remove(placeOf(id), terms),
  };
}
