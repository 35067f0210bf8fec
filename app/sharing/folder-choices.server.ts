import { allFolders } from "../documents/folders.server.ts";
import type { Api } from "../json-api/api.ts";
import { orNull } from "../json-api/api-error.ts";
import type { Choice } from "../ui/options.tsx";

/** All folders of a package to choose from, by their paths; none of a service that has no folders. */
export async function listFolderChoices(api: Api, packageId: string): Promise<readonly Choice[]> {
  const folders = (await orNull(allFolders(() => api, { packageId, clientId: null }))) ?? [];
  return folders
    .map(({ id, name, ancestors }) => ({
      value: id,
      label: [...(ancestors ?? []), { name }].map((step) => step.name).join(" / "),
    }))
    .toSorted((one, other) => one.label.localeCompare(other.label, "en"));
}
