import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
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
