import type { ReactNode } from "react";
import type { ListFoot } from "../json-api/page-turn.ts";
import { Person } from "../ui/avatar.tsx";
import { LinkButton } from "../ui/button.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { TableFoot } from "../ui/table-foot.tsx";
import { Tags } from "../ui/tag.tsx";
import type { Client } from "./client.ts";
import { callLink, clientPath, messageLink, showPhone } from "./client-links.ts";

/** A client as a row of the list. */
export interface ClientRow extends Pick<Client, "id" | "name" | "email" | "phoneNumber" | "lastActivityAt"> {
  /** On our own server. */
  readonly picture: string | null;
  readonly areas: readonly string[];
}

const columns: readonly Column<ClientRow>[] = [
  {
    head: "Client",
    cell: ({ id, name, email, picture }) => (
      <Person name={name} detail={email} picture={picture} href={clientPath(id)} />
    ),
  },
  {
    head: "Phone",
    cell: ({ phoneNumber: phone }) =>
      phone === null ? "—" : <span className={callLink(phone) === null ? "" : "num"}>{showPhone(phone)}</span>,
  },
  {
    head: "Last activity",
    cell: ({ lastActivityAt }) => (
      <span className="muted">
        <DateTime value={lastActivityAt} />
      </span>
    ),
  },
  {
    head: "Preferred areas",
    full: true,
    cell: ({ areas }) => (areas.length === 0 ? null : <Tags items={areas} />),
  },
  { head: "Call and message", silent: true, full: true, cell: (row) => <Reach {...row} /> },
];

/** Ways to reach somebody at once, for as long as there is no conversation in Latchkey itself. */
function Reach({ name, email, phoneNumber }: ClientRow) {
  const call = phoneNumber === null ? null : callLink(phoneNumber);
  const message = messageLink(email);
  return (
    <div className="actions">
      {call === null ? null : (
        <LinkButton href={call} look="quiet" aria-label={`Call ${name}`}>
          Call
        </LinkButton>
      )}
      {message === null ? null : (
        <LinkButton href={message} look="quiet" aria-label={`Message ${name}`}>
          Message
        </LinkButton>
      )}
    </div>
  );
}

type ClientTableProps = {
  rows: readonly ClientRow[];
  foot: ListFoot;
  /** Instead of 'No results.' */
  empty?: ReactNode;
};

/** The clients of one page of the list. */
export function ClientTable({ rows, foot, empty }: ClientTableProps) {
  const rest = empty === undefined ? {} : { empty };
  return (
    <DataTable
      caption="Clients"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      foot={<TableFoot {...foot} />}
      {...rest}
    />
  );
}
