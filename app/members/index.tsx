import { readList, shownPage } from "../lists/list-state.ts";
import { type Pictures, picturesContext } from "../pictures/pictures.ts";
import type { Agent } from "../session/current-user.ts";
import { agentOf, identityApiOf, loadOffered } from "../session/session.server.ts";
import { Notice } from "../ui/notice.tsx";
import { formatCount } from "../ui/number-format.ts";
import { PageHead } from "../ui/page.tsx";
import { SearchBox, SelectFilter, Toolbar } from "../ui/toolbar.tsx";
import type { Route } from "./+types/index";
import type { Member } from "./member.ts";
import { nameOf } from "./member-labels.ts";
import { listPath, listState } from "./member-list.ts";
import { type MemberRow, MemberTable } from "./member-table.tsx";
import { lacking, listMembersPage } from "./members.server.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export async function loader({ url, context }: Route.LoaderArgs) {
  const agent = agentOf(context);
  const state = readList(listState, url.searchParams);
  const found = await loadOffered(listMembersPage(identityApiOf(context), state), lacking);
  const pictures = context.get(picturesContext);
  return {
    ...shownPage(listPath, state, found),
    rows: found.items.map((member) => rowOf(member, pictures, agent)),
    canManage: agent.can("members.manage"),
    isFree: agent.workspace.plan === "free",
  };
}

function rowOf(member: Member, pictures: Pictures, { person, workspace }: Agent): MemberRow {
  const { id, email, phoneNumber, address, role, notes, lastSeenAt, profilePicture } = member;
  const url = profilePicture?.url ?? null;
  return {
    ...{ id, name: nameOf(member), email, phoneNumber, address, role, notes, lastSeenAt },
    picture: url === null ? null : pictures.pathOf(url, 200, workspace.id),
    isOneself: id === person.id,
  };
}

/** The first one is the list's own order, so that there is a way back to it. */
const orders = [
  { value: "", label: "Newest" },
  { value: "oldest", label: "Oldest" },
  { value: "name", label: "Name" },
  { value: "role", label: "Role" },
  { value: "seen", label: "Last seen" },
];

export default function Members({ loaderData }: Route.ComponentProps) {
  const { state, rows, foot, isFirstInstead, isFree, canManage } = loaderData;
  const isCounted = state.q === "" && foot.total !== null;
  return (
    <>
      <PageHead title="Workspace members" subtitle={isCounted ? formatCount(foot.total ?? 0, "member") : undefined} />
      <p className="mb-2">{isFree ? freePlan : standardPlan}</p>
      {isFirstInstead ? <Notice tone="warn">That page no longer exists. This is the first page.</Notice> : null}
      <Toolbar action={listPath} label="Search and sort members">
        <SearchBox name="q" label="Search members" placeholder="Search members" value={state.q} />
        <SelectFilter name="sort" label="Sort by" options={orders} value={state.sort ?? ""} />
      </Toolbar>
      <MemberTable rows={rows} foot={foot} canManage={canManage} />
    </>
  );
}

const freePlan =
  "On the Free plan all workspace members are administrators. The Standard plan allows assigning and removing the administrator role.";
const standardPlan = "Each member may do what their role allows. Owners and admins change roles.";
