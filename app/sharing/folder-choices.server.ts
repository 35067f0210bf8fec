import { allFolders } from "../documents/folders.server.ts";
import type { Api } from "../json-api/api.ts";
import { ApiError } from "../json-api/api-error.ts";
import type { Choice } from "../ui/options.tsx";

/** All folders of a package to choose from, by their paths; none of a service that has no folders. */
export async function listFolderChoices(api: Api, packageId: string): Promise<readonly Choice[]> {
  const folders = await allFolders(() => api, { packageId, clientId: null }).catch(noneWhereLacking);
  return folders
    .map(({ id, name, ancestors }) => ({
      value: id,
      label: [...(ancestors ?? []), { name }].map((step) => step.name).join(" / "),
    }))
    .toSorted((one, other) => one.label.localeCompare(other.label, "en"));
}

function noneWhereLacking(error: unknown): [] {
  if (error instanceof ApiError && error.kind === "missing") return [];
  throw error;
}
