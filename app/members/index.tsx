import type { ListFoot } from "../json-api/pagination.ts";
import { settle } from "../json-api/settle.ts";
import { labelOfRole } from "../labels.ts";
import { readList, shownPage } from "../lists/list-state.ts";
import { usedFilters } from "../lists/used-filters.ts";
import { type Pictures, picturesContext } from "../pictures/pictures.ts";
import { memberPath, membersPath } from "../record-paths.ts";
import type { Agent } from "../session/current-user.ts";
import { agentOf, identityApiOf, load, logFaults } from "../session/session.server.ts";
import { Person } from "../ui/avatar.tsx";
import { LinkButton } from "../ui/button.tsx";
import { Phone } from "../ui/contact.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { Icon } from "../ui/icon.tsx";
import { isAbsent, NotLoaded } from "../ui/not-loaded.tsx";
import { Notice } from "../ui/notice.tsx";
import { formatCount } from "../ui/number-format.ts";
import { PageHead, Sheet } from "../ui/page.tsx";
import { TableFoot } from "../ui/table-foot.tsx";
import { SearchBox, SelectFilter, Toolbar } from "../ui/toolbar.tsx";
import type { Route } from "./+types/index";
import { invitationsPath, newInvitationPath } from "./colleague-invitation.ts";
import { isLettingIn, listOpenInvitations } from "./colleague-invitations.server.ts";
import { InvitationRows, toInvitationRow } from "./invitation-rows.tsx";
import { listState, type Member, nameOf } from "./member.ts";
import { MemberRemovalLink } from "./member-removal-link.tsx";
import { listMembersPage, whoseAccessEnds } from "./members.server.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

interface MemberRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly picture: string | null;
  readonly phoneNumber: string | null;
  readonly address: string | null;
  readonly role: string | null;
  readonly lastSeenAt: string | null;
  /** Null also for those who may not read them. */
  readonly notes: string | null;
  readonly isOneself: boolean;
}

const columns: readonly Column<MemberRow>[] = [
  {
    head: "Member",
    card: "lead",
    cell: ({ id, name, email, picture, notes, isOneself }) => (
      <>
        <Person
          name={name}
          note={isOneself ? "(you)" : undefined}
          detail={email}
          picture={picture}
          href={memberPath(id)}
        />
        {notes === null ? null : <p className="muted small mt-2">Note: {notes}</p>}
      </>
    ),
  },
  { head: "Role", card: "end", cell: ({ role }) => (role === null ? "—" : labelOfRole(role)) },
  {
    head: "Contact",
    from: "lg",
    cell: ({ phoneNumber, address }) => (
      <>
        {phoneNumber === null && address === null ? "—" : null}
        {phoneNumber === null ? null : <Phone typed={phoneNumber} />}
        {address === null ? null : <div className="muted small">{address}</div>}
      </>
    ),
  },
  {
    head: "Last seen",
    labelled: true,
    from: "lg",
    cell: ({ lastSeenAt }) => (
      <span className="muted">
        <DateTime value={lastSeenAt} />
      </span>
    ),
  },
];

const ways = (canEnd: MemberTableProps["canEnd"]): Column<MemberRow> => ({
  head: "Actions",
  silent: true,
  cell: (row) => <MemberRemovalLink {...row} canEnd={canEnd} />,
});

type MemberTableProps = {
  rows: readonly MemberRow[];
  foot: ListFoot;
  canEnd: ReturnType<typeof whoseAccessEnds>;
};

function MemberTable({ rows, foot, canEnd }: MemberTableProps) {
  return (
    <DataTable
      caption="Members"
      columns={[...columns, ways(canEnd)]}
      rows={rows}
      rowKey={({ id }) => id}
      foot={<TableFoot {...foot} />}
    />
  );
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const agent = agentOf(context);
  const state = readList(listState, url.searchParams);
  const api = identityApiOf(context);
  const managesMembers = agent.can("members.manage");
  const [found, invitations] = await Promise.all([
    load(listMembersPage(api, state)),
    managesMembers ? settle(api, (api) => listOpenInvitations(api, mostShown), logFaults(context)) : null,
  ]);
  const pictures = context.get(picturesContext);
  return {
    ...shownPage(membersPath, state, found),
    rows: found.items.map((member) => rowOf(member, pictures, agent)),
    invitations: invitations?.ok
      ? { ok: true as const, rows: invitations.data.items.map(toInvitationRow), total: invitations.data.page.total }
      : invitations,
    canEnd: whoseAccessEnds(context),
    canInvite: managesMembers && isLettingIn(context),
    isFree: agent.workspace.plan === "free",
  };
}

const mostShown = 5;

function rowOf(member: Member, pictures: Pictures, { person, workspace }: Agent): MemberRow {
  const { id, email, phoneNumber, address, role, notes, lastSeenAt, profilePicture } = member;
  const url = profilePicture?.url ?? null;
  return {
    id,
    name: nameOf(member),
    email,
    phoneNumber,
    address,
    role,
    notes,
    lastSeenAt,
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
  const { state, rows, foot, isFirstInstead, isFree, invitations, canEnd, canInvite } = loaderData;
  const isCounted = state.q === "" && foot.total !== null;
  return (
    <>
      <PageHead title="Workspace members" subtitle={isCounted ? formatCount(foot.total ?? 0, "member") : undefined}>
        {canInvite ? (
          <LinkButton href={newInvitationPath} look="go">
            <Icon name="plus" />
            Invite member
          </LinkButton>
        ) : null}
      </PageHead>
      <p className="mb-2">{isFree ? freePlan : standardPlan}</p>
      {isFirstInstead ? <Notice tone="warn">That page no longer exists. This is the first page.</Notice> : null}
      <Toolbar
        action={membersPath}
        label="Search and sort members"
        used={usedFilters(membersPath, state)}
        filters={<SelectFilter name="sort" label="Sort by" options={orders} value={state.sort ?? ""} />}
      >
        <SearchBox name="q" label="Search members" placeholder="Search members" value={state.q} />
      </Toolbar>
      <MemberTable rows={rows} foot={foot} canEnd={canEnd} />
      <div className="mt-2">
        {invitations === null || isAbsent(invitations) ? null : (
          <Sheet
            title={invitations.ok && invitations.total ? `Invitations (${invitations.total})` : "Invitations"}
            action={
              <LinkButton href={invitationsPath} look="quiet">
                All invitations
              </LinkButton>
            }
          >
            {!invitations.ok ? (
              <NotLoaded what="invitations" code={invitations.code} />
            ) : invitations.rows.length === 0 ? (
              <p className="pad muted">Nobody is invited at the moment.</p>
            ) : (
              <InvitationRows label="Open invitations" rows={invitations.rows} />
            )}
          </Sheet>
        )}
      </div>
    </>
  );
}

const freePlan =
  "On the Free plan all workspace members are administrators. The Standard plan allows assigning and removing the administrator role.";
const standardPlan = "Each member may do what their role allows. Owners and admins change roles.";
