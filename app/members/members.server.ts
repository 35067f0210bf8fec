import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { changedAttributes } from "../json-api/changed-attributes.ts";
import { type FoundPage, findPage } from "../json-api/pagination.ts";
import { path } from "../json-api/path.ts";
import type { ChangeTerms } from "../json-api/record.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { type Member, memberAttributes, type memberForm } from "./member.ts";
import { listParameters, type MemberListState } from "./member-list.ts";

/** The calls about the people of a workspace: the only file that names their JSON:API type. */

const member = resource("account", memberAttributes);

const fetching = "Failed to fetch member accounts";

/** What is said where the service that knows the people lists none. */
export const lacking = "The connected service doesn't list the members of a workspace.";

/** A page of the members of the workspace. */
export function listMembersPage(api: Api, state: MemberListState): Promise<FoundPage<Member>> {
  const query = listParameters(state);
  return findPage(state.page, (cursor) =>
    api.list("/accounts/members", member, { query: { ...query, ...cursor }, failure: fetching }),
  );
}

/** The people of the workspace, by first name. */
export async function listMembers(api: Api): Promise<readonly Member[]> {
  const query = { sort: "first_name,last_name", "page[limit]": 250, "page[count]": false };
  return (await api.list("/accounts/members", member, { query, failure: fetching })).items;
}

/** One of the people of the workspace. @throws ApiError "missing" */
export function findMember(api: Api, id: string): Promise<Member> {
  return api.find(path`/accounts/members/${id}`, member, { failure: "Failed to fetch member account" });
}

/** Changes a member's role and the notes about them. @throws ApiError "stale", "invalid" with fields, "forbidden" */
export async function updateMember(
  api: Api,
  id: string,
  { role, notes }: z.output<typeof memberForm>,
  { isChanged, ...terms }: ChangeTerms,
): Promise<void> {
  const changed = changedAttributes({ notes, ...(role !== undefined && { role }) }, isChanged);
  await api.update(path`/accounts/members/${id}`, member, id, changed, {
    ...terms,
    failure: "Failed to save the member",
  });
}

/** Sets or removes the photo of the current user, whose id it is. @param url what making a picture gave; null to remove */
export async function changeOwnPhoto(api: Api, id: string, url: string | null, key: string): Promise<void> {
  const profilePicture = url === null ? null : { url };
  const terms = { key, etag: null, failure: "Failed to save the photo" };
  await api.update(path`/accounts/members/${id}`, member, id, { profilePicture }, terms);
}

const holdings = resource("member_holdings", {
  clients: z.number(),
  packages: z.number(),
  opportunities: z.number(),
  tasks: z.number(),
});

/** How many records a member works with. @throws ApiError "missing", "forbidden" */
export function findHoldings(api: Api, id: string): Promise<RecordOf<typeof holdings>> {
  const failure = "Failed to fetch the member's records";
  return api.find(path`/accounts/members/${id}/holdings`, holdings, { failure });
}
