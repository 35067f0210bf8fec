import type { ReactNode } from "react";
import { TurnLink } from "./turn-link.tsx";

export type Column<Row> = {
  /** The heading; for a column of buttons give it too and set `silent`: screen readers hear it. */
  head: string;
  cell: (row: Row) => ReactNode;
  silent?: boolean;
  /** What stands in the heading in place of its words; null for nothing. */
  heading?: ReactNode;
  /** Numbers: tabular figures, aligned right. */
  numeric?: boolean;
  /** Gray, as what is less important than the rest. */
  muted?: boolean;
  /** All of what a cell shows, for whoever points at it: where it is cut, or short for something. */
  title?: (row: Row) => string | null;
  /**
   * Its place on phones, where a row is a card: first, at the end of the first line, in what the line below has left, in a line of
   * its own, or nowhere, or before all of it. The others share the line below.
   */
  card?: "lead" | "end" | "rest" | "own" | "none" | "box";
  /** On phones, where no headings stand: the heading stands in the cell. */
  labelled?: boolean;
  /** Percent of the table's width, for text that is cut where it has no room; the other columns are as wide as what is in them. */
  part?: 14 | 25 | 32 | 44;
  /** The narrowest window whose table has it, for what the record's page says too: 768, 1024 or 1280 px. Cards go by `card`. */
  from?: "md" | "lg" | "xl";
  /** The heading is a link that sorts by this column, and says whether the list is sorted by it now. */
  order?: ColumnOrder | undefined;
};

/** Rows under a heading of their own. */
type RowGroup<Row> = { title: string; action?: ReactNode; rows: readonly Row[] };

export type ColumnOrder = { href: string; direction: "ascending" | "descending" | null };

type DataTableProps<Row> = {
  /** What the table lists, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The rows under headings; `rows` are all of them. */
  groups?: readonly RowGroup<Row>[] | null;
  /** Of columns by their headings, besides the columns' own. */
  orders?: Readonly<Record<string, ColumnOrder>>;
  /** A `TableFoot`. */
  foot?: ReactNode;
  /** For many columns: little room between them. */
  dense?: boolean;
  /** Instead of 'No results.' */
  empty?: ReactNode;
};

/** A table on a sheet, cards under 640 px. Give the first cell a `Person` with `href` (or a `row-link`) to link whole rows. */
export function DataTable<Row>({
  caption,
  columns: given,
  orders,
  rows,
  rowKey,
  groups = null,
  foot,
  dense = false,
  empty = "No results.",
}: DataTableProps<Row>) {
  const columns = given.map((column) => ({
    ...column,
    order: column.order ?? orders?.[column.head],
    ofCells: cellClass(column),
  }));
  return (
    <div className={dense ? "sheet dense" : "sheet"}>
      <table className="cards">
        <caption className="vh">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.head}
                scope="col"
                className={classes(
                  column.numeric && "end",
                  column.card === "box" && "card-box",
                  partClass(column),
                  fromClass(column),
                )}
                aria-sort={column.order?.direction ?? undefined}
              >
                <Heading {...column} />
              </th>
            ))}
          </tr>
        </thead>
        {(groups ?? [{ title: null, rows }]).map((group) => (
          <tbody key={group.title}>
            {group.title === null ? null : <GroupHead {...group} span={columns.length} />}
            {rows.length === 0 ? (
              <tr>
                <td colSpan={columns.length}>
                  <div className="empty">{empty}</div>
                </td>
              </tr>
            ) : (
              group.rows.map((row) => (
                <tr key={rowKey(row)}>
                  {columns.map((column) => (
                    <td
                      key={column.head}
                      className={column.ofCells}
                      data-head={column.labelled ? column.head : undefined}
                      title={column.title?.(row) ?? undefined}
                    >
                      {column.cell(row)}
                    </td>
                  ))}
                </tr>
              ))
            )}
          </tbody>
        ))}
      </table>
      {foot}
    </div>
  );
}

function GroupHead<Row>({ title, action, span }: RowGroup<Row> & { span: number }) {
  return (
    <tr>
      <th scope="rowgroup" colSpan={span}>
        <div className="group-h">
          <h2>{title}</h2>
          {action}
        </div>
      </th>
    </tr>
  );
}

function Heading<Row>({ head, heading, silent, order }: Column<Row>) {
  if (heading !== undefined) return heading;
  if (silent) return <span className="vh">{head}</span>;
  if (order === undefined) return head;
  return <TurnLink href={order.href}>{head}</TurnLink>;
}

function cellClass<Row>(column: Column<Row>): string | undefined {
  return classes(
    column.numeric && "num end",
    column.muted && "muted",
    column.card && `card-${column.card}`,
    column.part && "part",
    fromClass(column),
  );
}

const partClass = <Row,>({ part }: Column<Row>) => part && `part-${part}`;
const fromClass = <Row,>({ from }: Column<Row>) => from && `from-${from}`;

function classes(...names: readonly (string | false | undefined)[]): string | undefined {
  return names.filter(Boolean).join(" ") || undefined;
}
