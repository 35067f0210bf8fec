import type { Api } from "../json-api/api.ts";
import { path } from "../json-api/path.ts";
import { type ChangeTerms, changedAttributes } from "../json-api/record.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { releaseAttributes, type TypedRelease } from "./portal-release.ts";

/** The calls about what clients see of a property: the only file that names their JSON:API type. */

const release = resource("portal_release", releaseAttributes);
export type FoundRelease = RecordOf<typeof release>;

/** @throws ApiError "missing", also where the service has no such switches */
export function findRelease(api: Api, packageId: string): Promise<FoundRelease> {
  return api.find(path`/packages/${packageId}/portal_release`, release);
}

/** @throws ApiError "stale" when it was changed since, "forbidden", "missing" */
export async function updateRelease(
  api: Api,
  packageId: string,
  typed: TypedRelease,
  { isChanged, ...terms }: ChangeTerms,
): Promise<void> {
  const changed = changedAttributes({ ...typed }, isChanged);
  await api.act(path`/packages/${packageId}/portal_release`, release, changed, terms);
}
