import { href } from "react-router";
import { agentColumn } from "../assignments/agent-column.tsx";
import type { ListFoot } from "../json-api/pagination.ts";
import { changeQuery } from "../lists/change-in-place.ts";
import { listQuery } from "../lists/list-state.ts";
import { useBoxes } from "../lists/select-box.tsx";
import type { ShownSelection } from "../lists/selection.ts";
import { packagesPath } from "../record-paths.ts";
import { LinkButton } from "../ui/button.tsx";
import { type Column, type ColumnOrder, DataTable } from "../ui/data-table.tsx";
import { Icon } from "../ui/icon.tsx";
import { TableFoot } from "../ui/table-foot.tsx";
import { ClientCell, CompCell, DueCell, figure, firstOf, orAdd, PriceCell, PropertyCell } from "./package-cells.tsx";
import type { PackageListState, SortColumn } from "./package-list.ts";
import type { PackageRow } from "./package-row.ts";

type Sortable = Column<PackageRow> & { readonly sort?: SortColumn };

/** Below that there is no room beside the other columns. */
const wideAgentColumn: Sortable = { ...agentColumn, from: "xl" };

/** @param query of `changeQuery`; null while rows are being chosen @param canPair whether opportunities can be opened */
const columnsOf = (query: string | null, canPair: boolean): readonly Sortable[] => [
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
    part: 32,
    cell: (row) => <PropertyCell {...row} />,
  },
  {
    head: "Client",
    from: "md",
    part: 25,
    cell: (row) => <ClientCell {...row} canPair={canPair} />,
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
    part: 14,
    cell: orAdd("schools", "schools", ({ schools }) => firstOf(schools), "small two"),
  },
  {
    head: "Area",
    card: "none",
    from: "xl",
    part: 14,
    sort: "area",
    cell: orAdd("an area", "area", ({ area }) => area, "two"),
  },
  {
    head: "List price",
    card: "end",
    sort: "price",
    numeric: true,
    cell: (row) => <PriceCell {...row} query={query} />,
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
  wideAgentColumn,
  {
    head: "Edit",
    silent: true,
    numeric: true,
    card: "none",
    cell: ({ id, street, canUpdate }) =>
      canUpdate ? (
        <LinkButton
          href={href("/packages/:packageId/edit", { packageId: id })}
          look="quiet only"
          aria-label={`Edit ${street}`}
          title="Edit"
        >
          <Icon name="edit" />
          <span className="vh">Edit</span>
        </LinkButton>
      ) : null,
  },
];

/** A column's heading sorts the list by it; a second click reverses the order. */
function orderOf(state: PackageListState, column: SortColumn): ColumnOrder {
  const descending = `-${column}`;
  const sort = state.sort === column ? descending : column;
  const direction = state.sort === column ? "ascending" : state.sort === descending ? "descending" : null;
  return { href: packagesPath + listQuery({ ...state, sort }), direction };
}

type PackageTableProps = {
  rows: readonly PackageRow[];
  /** Whether it says whose the properties are. */
  hasAgents: boolean;
  foot: ListFoot;
  state: PackageListState;
  /** The columns that the service cannot sort by. */
  unsorted: readonly string[];
  selection: ShownSelection | null;
  canPair: boolean;
};

/** The packages of one page of the list. */
export function PackageTable({ rows, hasAgents, foot, state, unsorted, selection, canPair }: PackageTableProps) {
  // Who changes a price comes back to a list where nothing is chosen.
  const shown = columnsOf(selection?.isKept ? null : changeQuery(state), canPair).filter(
    (column) => hasAgents || column !== wideAgentColumn,
  );
  const sorted = shown.map(({ sort, ...column }) =>
    sort === undefined || unsorted.includes(sort) ? column : { ...column, order: orderOf(state, sort) },
  );
  return (
    <DataTable
      dense
      caption="Opportunities"
      columns={useBoxes(selection, sorted, ({ street }) => street)}
      rows={rows}
      rowKey={({ id }) => id}
      foot={<TableFoot {...foot} />}
    />
  );
}
