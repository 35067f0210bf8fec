import type { Api } from "../json-api/api.ts";
import { path } from "../json-api/path.ts";
import { type ChangeTerms, changedAttributes } from "../json-api/record.ts";
import { resource } from "../json-api/resource.ts";
import {
  attributesOf,
  type PortalSettings,
  places,
  settingsAttributes,
  type TypedSettings,
} from "./portal-settings.ts";

/** The calls about what a workspace shows to clients: the only file that names their JSON:API type. */

const settings = resource("portal_settings", settingsAttributes);

/** @throws ApiError "missing" by a service that has no landing pages */
export function findPortalSettings(api: Api, workspaceId: string): Promise<PortalSettings> {
  const failure = "Failed to fetch the settings of the client portal";
  return api.find(path`/portal_settings/${workspaceId}`, settings, { failure });
}

/** The fields that a list is made of. */
const fieldsOf = {
  testimonials: places.flatMap((place) =>
    ["text", "textEs", "name", "place"].map((field) => `testimonials.${place}.${field}`),
  ),
  questions: places.flatMap((place) =>
    ["question", "answer", "questionEs", "answerEs"].map((field) => `questions.${place}.${field}`),
  ),
};

/** @throws ApiError "stale" when they were changed since `etag`, "invalid" with fields, "forbidden" */
export async function updatePortalSettings(
  api: Api,
  workspaceId: string,
  typed: TypedSettings,
  terms: ChangeTerms,
): Promise<void> {
  const changed = changedAttributes(attributesOf(typed), terms.isChanged, fieldsOf);
  const failure = "Failed to save the settings of the client portal";
  await api.update(path`/portal_settings/${workspaceId}`, settings, workspaceId, changed, { ...terms, failure });
}
