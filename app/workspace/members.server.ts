import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { path } from "../json-api/path.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";

/** The calls about the people of a workspace: the only file that names their JSON:API type. */

const member = resource("account", {
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  profilePicture: z.nullable(z.object({ url: z.optional(z.string()) })),
});
export type FoundMember = RecordOf<typeof member>;

/** The people of the workspace, by first name. */
export async function listMembers(api: Api): Promise<readonly FoundMember[]> {
  const query = { sort: "first_name,last_name", "page[limit]": 250, "page[count]": false };
  return (await api.list("/accounts/members", member, { query, failure: "Failed to fetch member accounts" })).items;
}

/** One of the people of the workspace. @throws ApiError "missing" */
export function findMember(api: Api, id: string): Promise<FoundMember> {
  return api.find(path`/accounts/members/${id}`, member, { failure: "Failed to fetch member account" });
}

/** Sets or removes the photo of the current user, whose id it is. @param url what making a picture gave; null to remove */
export async function changeOwnPhoto(api: Api, id: string, url: string | null, key: string): Promise<void> {
  const profilePicture = url === null ? null : { url };
  const terms = { key, etag: null, failure: "Failed to save the photo" };
  await api.update(path`/accounts/members/${id}`, member, id, { profilePicture }, terms);
}
