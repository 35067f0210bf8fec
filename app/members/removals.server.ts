import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { mapFieldErrors } from "../json-api/api-error.ts";
import { path } from "../json-api/path.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { removalAttributes } from "./removal.ts";

/** The calls about the end of a member's access: the only file that names their JSON:API type. */

const removal = resource("member_removal", removalAttributes);
export type FoundRemoval = RecordOf<typeof removal>;

/** What is said where members cannot be removed. */
export const lackingRemoval = "The connected service doesn't remove members.";

/** What there is to take over. @throws ApiError "missing", "forbidden" */
export function findRemoval(api: Api, accountId: string): Promise<FoundRemoval> {
  const failure = "Failed to fetch the member's records";
  return api.find(path`/accounts/members/${accountId}/removal`, removal, { failure });
}

/** @param successorId who takes over; null for nobody. @throws ApiError "invalid" with the form's field, "forbidden", "missing" */
export async function removeMember(api: Api, accountId: string, successorId: string | null, key: string) {
  const options = { type: removal.type, key, failure: "Failed to remove the member" };
  await mapFieldErrors(
    () => "successorText",
    () =>
      api.act(path`/accounts/members/${accountId}/removal`, z.optional(z.looseObject({})), { successorId }, options),
  );
}
