import { Phone } from "../clients/contact-links.tsx";
import type { ListFoot } from "../json-api/pagination.ts";
import { Person } from "../ui/avatar.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { TableFoot } from "../ui/table-foot.tsx";
import { labelOfRole } from "./member-labels.ts";
import { memberPath } from "./member-list.ts";
import { MemberRemovalLink } from "./member-removal-link.tsx";

/** A member as a row of the list. */
export interface MemberRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** On our own server. */
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

const ways = (canManage: boolean): Column<MemberRow> => ({
  head: "Actions",
  silent: true,
  cell: (row) => <MemberRemovalLink {...row} canManage={canManage} />,
});

type MemberTableProps = {
  rows: readonly MemberRow[];
  foot: ListFoot;
  /** Whether the current user manages members. */
  canManage: boolean;
};

/** The members of one page of the list. */
export function MemberTable({ rows, foot, canManage }: MemberTableProps) {
  return (
    <DataTable
      caption="Members"
      columns={[...columns, ways(canManage)]}
      rows={rows}
      rowKey={({ id }) => id}
      foot={<TableFoot {...foot} />}
    />
  );
}
