import type { ListFoot } from "../json-api/page-turn.ts";
import { Person } from "../ui/avatar.tsx";
import { LinkButton } from "../ui/button.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Photo } from "../ui/photo.tsx";
import { TableFoot } from "../ui/table-foot.tsx";
import { sayDays } from "./opportunity.ts";
import { opportunityPath } from "./opportunity-list.ts";
import type { OpportunityRow } from "./opportunity-row.ts";
import { RankState, StageState } from "./stage-state.tsx";

const columns: readonly Column<OpportunityRow>[] = [
  {
    head: "Client",
    cell: ({ id, client }) => (
      <Person name={client.name} detail={client.email ?? ""} picture={client.picture} href={opportunityPath(id)} />
    ),
  },
  {
    head: "Property",
    full: true,
    cell: ({ property }) => (
      <div className="who">
        <Photo picture={property.photo} />
        <div>
          {property.street}
          {property.place === "" ? null : <div className="muted small">{property.place}</div>}
        </div>
      </div>
    ),
  },
  { head: "Stage", labelled: true, cell: ({ stage }) => <StageState stage={stage} /> },
  { head: "Rank", labelled: true, cell: (row) => <RankState {...row} /> },
  {
    head: "In stage",
    labelled: true,
    cell: ({ days }) => <span className="muted">{sayDays(days)}</span>,
  },
  {
    head: "Update stage",
    silent: true,
    full: true,
    cell: ({ id, client, property, canMove }) =>
      canMove ? (
        <LinkButton
          href={opportunityPath(id, "stage")}
          look="quiet"
          aria-label={`Update stage of ${property.street} for ${client.name}`}
        >
          Update stage
        </LinkButton>
      ) : null,
  },
];

type OpportunityTableProps = { rows: readonly OpportunityRow[]; foot?: ListFoot };

/** Opportunities, one a row. */
export function OpportunityTable({ rows, foot }: OpportunityTableProps) {
  return (
    <DataTable
      caption="Opportunities"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      {...(foot === undefined ? {} : { foot: <TableFoot {...foot} /> })}
    />
  );
}
