import type { ListFoot } from "../json-api/pagination.ts";
import { Person } from "../ui/avatar.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { TableFoot } from "../ui/table-foot.tsx";
import { Count, State, Tag } from "../ui/tag.tsx";

/** A client's thread as a row of the list. */
export interface ThreadRow {
  readonly id: string;
  readonly name: string;
  readonly href: string;
  /** On our own server. */
  readonly picture: string | null;
  /** The beginning of the newest message; "" where there are only notes, or it was deleted. */
  readonly words: string;
  /** Who of the team wrote it; null where the client did. */
  readonly from: string | null;
  /** A note came after it. */
  readonly hasNote: boolean;
  readonly at: string | null;
  readonly unread: number;
  readonly needsReply: boolean;
}

const columns: readonly Column<ThreadRow>[] = [
  {
    head: "Client",
    card: "lead",
    part: 25,
    cell: ({ name, picture, href }) => <Person name={name} picture={picture} href={href} />,
  },
  {
    head: "Last message",
    card: "own",
    part: 44,
    cell: ({ words, from, hasNote, unread }) => (
      <div className="two" dir="auto">
        {words === "" || from === null ? null : <span className="muted">{from}: </span>}
        {unread > 0 ? <b>{words}</b> : words}
        {hasNote ? <Tag>Internal note</Tag> : null}
      </div>
    ),
  },
  {
    head: "When",
    card: "end",
    cell: ({ at }) => (
      <span className="muted">
        <DateTime value={at} />
      </span>
    ),
  },
  {
    head: "State",
    cell: ({ unread, needsReply }) => (
      <div className="who">
        {needsReply ? <State tone="due">Needs reply</State> : null}
        <Count value={unread} what="unread" />
      </div>
    ),
  },
];

type ThreadTableProps = { rows: readonly ThreadRow[]; foot: ListFoot };

/** The threads of one page of the list. */
export function ThreadTable({ rows, foot }: ThreadTableProps) {
  return (
    <DataTable
      caption="Messages"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      foot={<TableFoot {...foot} />}
    />
  );
}
