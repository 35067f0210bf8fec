import type { ListFoot } from "../json-api/pagination.ts";
import type { ShownOrders } from "../lists/column-orders.server.ts";
import { Person } from "../ui/avatar.tsx";
import { LinkButton } from "../ui/button.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Photo } from "../ui/photo.tsx";
import { TableFoot } from "../ui/table-foot.tsx";
import { formatDays } from "./deal-labels.ts";
import { opportunityPath, stagePath } from "./opportunity-list.ts";
import type { OpportunityRow } from "./opportunity-row.ts";
import { RankState, StageState } from "./stage-state.tsx";

const client: Column<OpportunityRow> = {
  head: "Client",
  card: "lead",
  cell: ({ id, client }) => (
    <Person name={client.name} detail={client.email ?? ""} picture={client.picture} href={opportunityPath(id)} />
  ),
};

const property: Column<OpportunityRow> = {
  head: "Property",
  card: "rest",
  cell: ({ property }) => <Property property={property} />,
};

/** The same as the first column, which leads to the opportunity. */
const leadingProperty: Column<OpportunityRow> = {
  ...property,
  card: "lead",
  cell: ({ id, property }) => <Property property={property} href={opportunityPath(id)} />,
};

const standing: readonly Column<OpportunityRow>[] = [
  { head: "Stage", card: "end", cell: ({ stage }) => <StageState stage={stage} /> },
  { head: "Rank", from: "lg", cell: (row) => <RankState {...row} /> },
  {
    head: "In stage",
    card: "none",
    from: "lg",
    cell: ({ days }) => <span className="muted">{days === null ? "N/A" : formatDays(days)}</span>,
  },
  {
    head: "Update stage",
    silent: true,
    from: "md",
    cell: ({ id, client, property, canMove }) =>
      canMove ? (
        <LinkButton
          href={stagePath(id)}
          look="quiet"
          aria-label={`Update stage of ${property.street} for ${client.name}`}
        >
          Update stage
        </LinkButton>
      ) : null,
  },
];

/** Of many clients. */
export const ofAll = [client, property, ...standing];
/** Of one client, whose name stands above. */
export const ofClient = [leadingProperty, ...standing];

function Property({ property, href }: { property: OpportunityRow["property"]; href?: string }) {
  const { street, place, photo } = property;
  return (
    <div className="who">
      <Photo picture={photo} />
      <div>
        {href === undefined ? (
          street
        ) : (
          <a className="row-link" href={href}>
            {street}
          </a>
        )}
        {place === "" ? null : <div className="muted small">{place}</div>}
      </div>
    </div>
  );
}

type OpportunityTableProps = {
  columns: readonly Column<OpportunityRow>[];
  rows: readonly OpportunityRow[];
  foot?: ListFoot;
  orders?: ShownOrders;
};

/** Opportunities, one a row. */
export function OpportunityTable({ columns, rows, foot, orders }: OpportunityTableProps) {
  return (
    <DataTable
      caption="Opportunities"
      columns={columns}
      {...(orders === undefined ? {} : { orders })}
      rows={rows}
      rowKey={({ id }) => id}
      {...(foot === undefined ? {} : { foot: <TableFoot {...foot} /> })}
    />
  );
}
