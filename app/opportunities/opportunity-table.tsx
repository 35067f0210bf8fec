import type { ListFoot } from "../json-api/pagination.ts";
import { formatDays } from "../labels.ts";
import { opportunityPath } from "../record-paths.ts";
import { Person } from "../ui/avatar.tsx";
import { type Column, type ColumnOrder, DataTable } from "../ui/data-table.tsx";
import { Photo } from "../ui/photo.tsx";
import { TableFoot } from "../ui/table-foot.tsx";
import { State } from "../ui/tag.tsx";
import { rankPath, stagePath, termsPath } from "./opportunity-list.ts";
import type { OpportunityRow } from "./opportunity-row.ts";
import { RankState, StageState } from "./stage-state.tsx";

const client: Column<OpportunityRow> = {
  head: "Client",
  card: "lead",
  part: 32,
  cell: ({ id, client }) => <Person name={client.name} picture={client.picture} href={opportunityPath(id)} />,
};

const property: Column<OpportunityRow> = {
  head: "Property",
  card: "own",
  part: 32,
  cell: ({ property }) => <Property property={property} />,
};

/** The same as the first column, which leads to the opportunity. */
const leadingProperty: Column<OpportunityRow> = {
  ...property,
  card: "lead",
  cell: ({ id, property }) => <Property property={property} href={opportunityPath(id)} />,
};

const inStage: Column<OpportunityRow> = {
  head: "In stage",
  card: "none",
  from: "xl",
  muted: true,
  cell: ({ days }) => (days === null ? "N/A" : formatDays(days)),
};

const stage: Column<OpportunityRow> = {
  head: "Stage",
  cell: ({ stage }) => <StageState stage={stage} />,
};

/** @param query of `changeQuery`, or "" */
function stageUpdate(query: string): Column<OpportunityRow> {
  return {
    head: "Update stage",
    silent: true,
    numeric: true,
    cell: ({ id, client, property, canMove }) =>
      canMove ? (
        <a
          className="btn quiet"
          href={stagePath(id, undefined, query)}
          aria-label={`Update stage of ${property.street} for ${client.name}`}
        >
          Update stage
        </a>
      ) : null,
  };
}

/** What is changed from its cell. @param query of `changeQuery` */
function changeable(query: string): readonly Column<OpportunityRow>[] {
  const nameOf = ({ client, property }: OpportunityRow) => `${property.street} for ${client.name}`;
  return [
    {
      head: "Rank",
      cell: (row) =>
        row.canChange ? (
          <a
            className="link change"
            href={rankPath(row.id, query)}
            aria-label={`Rank ${row.rank ?? "none"}: change rank of ${nameOf(row)}`}
          >
            <RankState {...row} />
          </a>
        ) : (
          <RankState {...row} />
        ),
    },
    {
      head: "Price",
      from: "md",
      numeric: true,
      cell: (row) =>
        row.canChange ? (
          <a
            className="link change"
            href={termsPath(row.id, query)}
            aria-label={`${row.price ?? "No price"}, ${row.next?.text ?? "no date"}: change price and dates of ${nameOf(row)}`}
          >
            {row.price ?? "—"}
          </a>
        ) : (
          (row.price ?? "—")
        ),
    },
    {
      head: "Next date",
      card: "none",
      from: "xl",
      cell: ({ next }) => (next === null ? null : next.isLate ? <State tone="due">{next.text}</State> : next.text),
    },
  ];
}

/**
 * Of many clients.
 * @param query of `changeQuery`: what is changed from a cell leads back to the list
 * @param agents the column that says whose they are, or none
 */
export function ofAll(query: string, agents: readonly Column<OpportunityRow>[]): readonly Column<OpportunityRow>[] {
  return [client, property, { ...stage, card: "end" }, ...changeable(query), inStage, ...agents, stageUpdate(query)];
}

/** Of one client, whose name stands above. */
export const ofClient: readonly Column<OpportunityRow>[] = [
  leadingProperty,
  stage,
  { head: "Rank", cell: (row) => <RankState {...row} /> },
  inStage,
  stageUpdate(""),
];

function Property({ property, href }: { property: OpportunityRow["property"]; href?: string }) {
  const { street, place, photo } = property;
  return (
    <div className="who">
      <Photo picture={photo} />
      <div>
        {href === undefined ? (
          <div className="line" title={street}>
            {street}
          </div>
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
  orders?: Readonly<Record<string, ColumnOrder>>;
};

/** Opportunities, one a row. */
export function OpportunityTable({ columns, rows, foot, orders }: OpportunityTableProps) {
  return (
    <DataTable
      dense
      caption="Opportunities"
      columns={columns}
      {...(orders === undefined ? {} : { orders })}
      rows={rows}
      rowKey={({ id }) => id}
      {...(foot === undefined ? {} : { foot: <TableFoot {...foot} /> })}
    />
  );
}
