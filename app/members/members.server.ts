import { href, type RouterContextProvider } from "react-router";
import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { mapFieldErrors } from "../json-api/api-error.ts";
import { type FoundPage, findPage } from "../json-api/pagination.ts";
import { path } from "../json-api/path.ts";
import { type ChangeTerms, changedAttributes } from "../json-api/record.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { offers } from "../json-api/service.ts";
import { type Settled, settle } from "../json-api/settle.ts";
import { upstreamContext } from "../session/context.ts";
import { agentOf, identityApiOf, isRecordsElsewhere, logFaults } from "../session/session.server.ts";
import { formatCount } from "../ui/number-format.ts";
import {
  listParameters,
  type Member,
  type MemberListState,
  memberAttributes,
  type memberForm,
  removalAttributes,
} from "./member.ts";

const removal = resource("member_removal", removalAttributes);
type FoundRemoval = RecordOf<typeof removal>;

/** What there is to take over. @throws ApiError "missing", "forbidden" */
export function findRemoval(api: Api, accountId: string): Promise<FoundRemoval> {
  const failure = "Failed to fetch the member's records";
  return api.find(path`/accounts/members/${accountId}/removal`, removal, { failure });
}

/** Whose access the current user may end here. */
export function whoseAccessEnds(context: Readonly<RouterContextProvider>): "everybody's" | "one's own" | "nobody's" {
  if (!offers(context.get(upstreamContext).identity.service, "accounts/members/removal")) return "nobody's";
  return agentOf(context).can("members.manage") ? "everybody's" : "one's own";
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

const member = resource("account", memberAttributes);

const fetching = "Failed to fetch member accounts";

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

/** Changes a member's role and the notes about them. @param successorId who takes over from somebody who becomes an instructor @throws ApiError "stale", "invalid" with fields, "forbidden" */
export async function updateMember(
  api: Api,
  id: string,
  { role, notes }: Pick<z.output<typeof memberForm>, "role" | "notes">,
  successorId: string | null,
  { isChanged, ...terms }: ChangeTerms,
): Promise<void> {
  const changed = changedAttributes({ notes, ...(role !== undefined && { role }) }, isChanged);
  const given = successorId === null ? changed : { ...changed, successorId };
  const options = { ...terms, failure: "Failed to save the member" };
  await mapFieldErrors(
    (name) => (name === "successorId" ? "successorText" : name),
    () => api.update(path`/accounts/members/${id}`, member, id, given, options),
  );
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
function findHoldings(api: Api, id: string): Promise<RecordOf<typeof holdings>> {
  const failure = "Failed to fetch the member's records";
  return api.find(path`/accounts/members/${id}/holdings`, holdings, { failure });
}

interface HeldRecords {
  readonly text: string;
  readonly list: string;
}

/** What a member works with; null where it cannot be had. The promise never rejects. */
export async function loadHoldings(
  context: Readonly<RouterContextProvider>,
  memberId: string,
): Promise<Settled<readonly HeldRecords[]> | null> {
  // The lists are those of another service, which the counts would not be of.
  if (isRecordsElsewhere(context)) return null;
  const find = async (api: Api) => linesOf(await findHoldings(api, memberId), encodeURIComponent(memberId));
  return settle(identityApiOf(context), find, logFaults(context));
}

function linesOf(
  { clients, packages, opportunities, tasks }: Awaited<ReturnType<typeof findHoldings>>,
  whose: string,
): readonly HeldRecords[] {
  return [
    { text: formatCount(clients, "client"), list: `${href("/clients")}?agent=${whose}` },
    { text: formatCount(packages, "property", "properties"), list: `${href("/packages")}?agent=${whose}` },
    {
      text: formatCount(opportunities, "open deal"),
      list: `${href("/opportunities")}?agent=${whose}&stage=active`,
    },
    { text: formatCount(tasks, "open task"), list: `${href("/tasks")}?whose=${whose}` },
  ];
}
