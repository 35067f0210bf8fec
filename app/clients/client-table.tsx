import { agentColumn } from "../assignments/agent-column.tsx";
import type { ListFoot } from "../json-api/pagination.ts";
import type { ShownOrders } from "../lists/column-orders.server.ts";
import { useBoxes } from "../lists/select-box.tsx";
import type { ShownSelection } from "../lists/selection.ts";
import { clientPath } from "../record-paths.ts";
import { Person } from "../ui/avatar.tsx";
import { ContactButton, Phone } from "../ui/contact.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { TableFoot } from "../ui/table-foot.tsx";
import { Tags } from "../ui/tag.tsx";
import type { Client } from "./client.ts";

/** A client as a row of the list. */
export interface ClientRow extends Pick<Client, "id" | "name" | "email" | "phoneNumber" | "lastActivityAt"> {
  /** Dials their number; null where there is none. */
  readonly call: string | null;
  /** On our own server. */
  readonly picture: string | null;
  /** Where one writes to them. */
  readonly message: string | null;
  readonly areas: readonly string[];
  readonly tags: readonly string[];
  /** Added lately; said where there was no contact yet. */
  readonly isNew: boolean;
  readonly agent: string | null;
  /** How well they fit the property that the list names, and why; null where it names none. */
  readonly fit: string | null;
}

const columns: readonly Column<ClientRow>[] = [
  {
    head: "Client",
    card: "lead",
    part: 44,
    cell: ({ id, name, email, phoneNumber, picture, tags, fit }) => (
      <Person name={name} detail={email ?? phoneNumber} picture={picture} href={clientPath(id)}>
        {fit === null ? null : <p className="small muted">{fit}</p>}
        {tags.length === 0 ? null : <div className="labels small muted">{tags.join(", ")}</div>}
      </Person>
    ),
  },
  {
    head: "Phone",
    card: "none",
    from: "md",
    cell: ({ phoneNumber }) => (phoneNumber === null ? "—" : <Phone typed={phoneNumber} />),
  },
  {
    head: "Last activity",
    cell: ({ lastActivityAt, isNew }) => (
      <span className="muted">{lastActivityAt === null && isNew ? "New" : <DateTime value={lastActivityAt} />}</span>
    ),
  },
  {
    head: "Preferred areas",
    card: "rest",
    from: "lg",
    part: 32,
    cell: ({ areas }) =>
      areas.length === 0 ? null : (
        <div className="line" title={areas.join(", ")}>
          <Tags items={areas} />
        </div>
      ),
  },
  agentColumn,
  {
    head: "Call and message",
    silent: true,
    card: "end",
    cell: ({ name, call, message }) => (
      <div className="actions">
        <ContactButton act="Call" name={name} to={call} />
        <ContactButton act="Message" name={name} to={message} />
      </div>
    ),
  },
];

const withoutAgents = columns.filter((column) => column !== agentColumn);

type ClientTableProps = {
  /** Whether it says whose the clients are. */
  hasAgents: boolean;
  rows: readonly ClientRow[];
  foot: ListFoot;
  orders: ShownOrders;
  selection: ShownSelection | null;
};

/** The clients of one page of the list. */
export function ClientTable({ rows, hasAgents, foot, orders, selection }: ClientTableProps) {
  return (
    <DataTable
      caption="Clients"
      columns={useBoxes(selection, hasAgents ? columns : withoutAgents, ({ name }) => name)}
      orders={orders}
      rows={rows}
      rowKey={({ id }) => id}
      foot={<TableFoot {...foot} />}
    />
  );
}
