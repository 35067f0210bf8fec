import { href } from "react-router";
import { agentColumn } from "../assignments/agent-column.tsx";
import { withBoxes } from "../batches/select-box.tsx";
import type { ListFoot } from "../json-api/pagination.ts";
import { listQuery } from "../lists/list-state.ts";
import { Avatar } from "../ui/avatar.tsx";
import { LinkButton } from "../ui/button.tsx";
import { type Column, type ColumnOrder, DataTable } from "../ui/data-table.tsx";
import { formatCount, formatMoney, formatNumber, formatRoundedMoney } from "../ui/number-format.ts";
import { Photo } from "../ui/photo.tsx";
import { TableFoot } from "../ui/table-foot.tsx";
import type { DueOffer } from "./offer-deadline.ts";
import { OfferDue } from "./offer-due.tsx";
import {
  type EditedField,
  editFieldPath,
  listPath,
  type PackageListState,
  packagePath,
  pairingPath,
  type SortColumn,
} from "./package-list.ts";

/** A property as a row of the list. */
export interface PackageRow {
  readonly id: string;
  readonly number: number | null;
  readonly street: string;
  readonly place: string;
  /** A path on our own server. */
  readonly photo: string | null;
  /** The first client with an opportunity for it, and how many more there are. */
  readonly client: { readonly name: string; readonly email: string | null; readonly picture: string | null } | null;
  readonly moreClients: number;
  readonly beds: number | null;
  readonly baths: number | null;
  readonly sqft: number | null;
  readonly schools: readonly string[];
  readonly area: string | null;
  readonly listPrice: { readonly amount: string; readonly currency: string } | null;
  readonly compValue: {
    readonly amount: string;
    readonly currency: string;
    readonly isOverride: boolean;
    readonly count: number;
  } | null;
  readonly agent: string | null;
  readonly offerDue: DueOffer | null;
  readonly canUpdate: boolean;
  /** How well it fits the client whom the list names, and why; null where it names none. */
  readonly fit: string | null;
}

type Cell = (row: PackageRow) => ReturnType<Column<PackageRow>["cell"]>;

/** Left out of cards. */
const unknown = <span className="nil">—</span>;

/** A value, or a dash with a link to add it for those who may. */
function orAdd(what: string, field: EditedField, value: (row: PackageRow) => string | null): Cell {
  return (row) => {
    const text = value(row);
    if (text !== null) return text;
    if (!row.canUpdate) return unknown;
    return <AddLink href={editFieldPath(row.id, field)} label={`Add ${what} for ${row.street}`} />;
  };
}

const figure = (value: number | null, unit = ""): string | null =>
  value === null ? null : `${formatNumber(value)} ${unit}`.trim();

/** "Adams Elementary +2" */
function firstOf([first, ...more]: readonly string[]): string | null {
  if (first === undefined) return null;
  return more.length === 0 ? first : `${first} +${more.length}`;
}

type Sortable = Column<PackageRow> & { readonly sort?: SortColumn };

/** Below that there is no room beside the other columns. */
const widestAgentColumn: Sortable = { ...agentColumn, from: "widest" };

const columns: readonly Sortable[] = [
  {
    head: "Rank",
    sort: "rank",
    card: "none",
    from: "xl",
    cell: ({ number }) => <span className="num muted">{number === null ? "—" : `#${number}`}</span>,
  },
  {
    head: "Property",
    sort: "property",
    card: "lead",
    cell: ({ id, street, place, photo, fit }) => (
      <div className="who">
        <Photo picture={photo} />
        <div>
          <a className="row-link" href={packagePath(id)}>
            {street}
          </a>
          {place === "" ? null : <div className="muted small">{place}</div>}
          {fit === null ? null : <div className="muted small">{fit}</div>}
        </div>
      </div>
    ),
  },
  {
    head: "Client",
    from: "md",
    cell: (row) => <ClientCell {...row} />,
  },
  {
    head: "Beds",
    from: "lg",
    sort: "beds",
    numeric: true,
    cell: orAdd("beds", "beds", ({ beds }) => figure(beds, "Bd")),
  },
  {
    head: "Baths",
    from: "lg",
    sort: "baths",
    numeric: true,
    cell: orAdd("baths", "baths", ({ baths }) => figure(baths, "Ba")),
  },
  {
    head: "Sqft",
    labelled: true,
    from: "xl",
    sort: "sqft",
    numeric: true,
    cell: orAdd("sqft", "sqft", ({ sqft }) => figure(sqft)),
  },
  {
    head: "Schools",
    card: "none",
    from: "xl",
    cell: orAdd("schools", "schools", ({ schools }) => firstOf(schools)),
  },
  { head: "Area", card: "none", from: "xl", sort: "area", cell: orAdd("an area", "area", ({ area }) => area) },
  {
    head: "List price",
    card: "end",
    sort: "price",
    numeric: true,
    cell: orAdd("list price", "listPrice.amount", ({ listPrice }) =>
      listPrice === null ? null : formatMoney(listPrice.currency, listPrice.amount),
    ),
  },
  {
    head: "Comp. value",
    card: "none",
    from: "lg",
    sort: "comp",
    numeric: true,
    cell: (row) => <CompCell {...row} />,
  },
  { head: "Offers due", sort: "due", cell: (row) => <DueCell {...row} /> },
  widestAgentColumn,
  {
    head: "Edit",
    silent: true,
    card: "none",
    cell: ({ id, street, canUpdate }) =>
      canUpdate ? (
        <LinkButton
          href={href("/packages/:packageId/edit", { packageId: id })}
          look="quiet"
          aria-label={`Edit ${street}`}
        >
          Edit
        </LinkButton>
      ) : null,
  },
];

/** The first client and how many more there are, or a dash with a link to add one. */
function ClientCell({ id, street, client, moreClients, canUpdate }: PackageRow) {
  if (client === null)
    return canUpdate ? <AddLink href={pairingPath(id)} label={`Add a client for ${street}`} /> : unknown;
  return (
    <div className="who">
      <Avatar name={client.name} picture={client.picture} />
      <div>
        {client.name}
        {moreClients > 0 ? ` +${moreClients}` : null}
        <div className="muted small">{client.email}</div>
      </div>
    </div>
  );
}

/** The comp. value and what it is based on, or a dash with a link to add a comparable. */
function CompCell({ id, street, compValue, canUpdate }: PackageRow) {
  if (compValue === null) {
    if (!canUpdate) return unknown;
    return (
      <AddLink
        href={href("/packages/:packageId/comparables/new", { packageId: id })}
        label={`Add a comparable for ${street}`}
      />
    );
  }
  return (
    <>
      {formatRoundedMoney(compValue.currency, Number(compValue.amount))}
      <div className="muted small">
        {compValue.isOverride ? "Override" : formatCount(compValue.count, "comparable")}
      </div>
    </>
  );
}

/** The deadline, or a dash with a link to add one. */
function DueCell({ id, street, offerDue, canUpdate }: PackageRow) {
  if (offerDue !== null) return <OfferDue due={offerDue} />;
  if (!canUpdate) return unknown;
  return <AddLink href={editFieldPath(id, "offerDue")} label={`Add an offer deadline for ${street}`} />;
}

function AddLink({ href, label }: { href: string; label: string }) {
  return (
    <>
      —{" "}
      <a className="clicks link small" href={href} aria-label={label}>
        Add
      </a>
    </>
  );
}

/** A column's heading sorts the list by it; a second click reverses the order. */
function orderOf(state: PackageListState, column: SortColumn): ColumnOrder {
  const descending = `-${column}`;
  const sort = state.sort === column ? descending : column;
  const direction = state.sort === column ? "ascending" : state.sort === descending ? "descending" : null;
  return { href: listPath + listQuery({ ...state, sort }), direction };
}

type PackageTableProps = {
  rows: readonly PackageRow[];
  /** Whether it says whose the properties are. */
  hasAgents: boolean;
  foot: ListFoot;
  state: PackageListState;
  /** The columns that the service cannot sort by. */
  unsorted: readonly string[];
  /** Whether rows have checkboxes. */
  isSelecting: boolean;
};

/** The packages of one page of the list. */
export function PackageTable({ rows, hasAgents, foot, state, unsorted, isSelecting }: PackageTableProps) {
  const shown = columns.filter((column) => hasAgents || column !== widestAgentColumn);
  const sorted = shown.map(({ sort, ...column }) =>
    sort === undefined || unsorted.includes(sort) ? column : { ...column, order: orderOf(state, sort) },
  );
  return (
    <DataTable
      dense
      caption="Opportunities"
      columns={isSelecting ? withBoxes(sorted, ({ street }) => street) : sorted}
      rows={rows}
      rowKey={({ id }) => id}
      foot={<TableFoot {...foot} />}
    />
  );
}
