import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { mapFieldErrors } from "../json-api/api-error.ts";
import { path } from "../json-api/path.ts";
import { type SharedRef, sharedKinds } from "./member-share.ts";

/** The calls about records that are shared with colleagues: the only file that names their JSON:API type. */

const shares = z.array(z.object({ id: z.string(), attributes: z.object({ name: z.string() }) }));

const pathOf = ({ kind, id }: SharedRef) => `${sharedKinds[kind].calls}${path`/${id}/member_shares`}`;

/** A colleague with whom a record is shared, by the account's id. */
interface FoundShare {
  readonly id: string;
  readonly name: string;
}

/** With whom a record is shared. @throws ApiError "missing", also by a service without such shares */
export async function listShares(api: Api, ref: SharedRef): Promise<readonly FoundShare[]> {
  const options = { method: "GET", failure: "Failed to fetch whom it is shared with" } as const;
  const found = await api.act(pathOf(ref), shares, {}, options);
  return found.map(({ id, attributes: { name } }) => ({ id, name }));
}

/** Lets a colleague look at a record; again is nothing. @throws ApiError "invalid" with the form's field, "forbidden", "missing" */
export async function addShare(api: Api, ref: SharedRef, accountId: string, key: string): Promise<void> {
  const options = { type: "member_share", key, failure: "Failed to share" };
  await mapFieldErrors(
    () => "colleagueText",
    () => api.act(pathOf(ref), z.optional(z.looseObject({})), { accountId }, options),
  );
}

/** Ends it; again is nothing. @throws ApiError "forbidden", "missing" */
export async function endShare(api: Api, ref: SharedRef, accountId: string, key: string): Promise<void> {
  await api.remove(pathOf(ref) + path`/${accountId}`, { key, failure: "Failed to end the share" });
}
