import type { ListFoot } from "../json-api/pagination.ts";
import { documentPath } from "../record-paths.ts";
import { type Column, type ColumnOrder, DataTable } from "../ui/data-table.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { FootOfPages } from "../ui/table-foot.tsx";
import { formatSize } from "../uploads/file-size.ts";
import type { Snippet } from "./document.ts";
import type { DocumentEntry } from "./document-tile.tsx";
import { FoundWords } from "./found-words.tsx";
import { KeepingTag } from "./keeping-tag.tsx";
import { VisibilityTag } from "./visibility-tag.tsx";

export interface DocumentRow extends DocumentEntry {
  readonly changedAt: string | null;
  /** Where the words of a search are in its text; null where they are not, and without a search. */
  readonly snippet: Snippet | null;
}

const name: Column<DocumentRow> = {
  head: "Name",
  card: "lead",
  cell: ({ id, label, snippet, visibility, isKeptOnDevices }) => (
    <>
      <a className="row-link" href={documentPath(id)}>
        {label}
      </a>
      {snippet === null ? null : <FoundWords snippet={snippet} />}
      <div>
        <VisibilityTag visibility={visibility} /> <KeepingTag isKept={isKeptOnDevices} />
      </div>
    </>
  ),
};

const place: Column<DocumentRow> = {
  head: "In",
  card: "rest",
  from: "md",
  cell: ({ folder, holder }) =>
    [folder, holder].filter((part) => part !== null).join(", ") || <span className="nil">—</span>,
};

const facts: readonly Column<DocumentRow>[] = [
  { head: "Type", from: "md", cell: ({ kind }) => kind },
  { head: "Size", numeric: true, cell: ({ size }) => formatSize(size) },
  {
    head: "Changed",
    muted: true,
    cell: ({ changedAt }) => <DateTime value={changedAt} />,
  },
];

type DocumentTableProps = {
  rows: readonly DocumentRow[];
  orders: Readonly<Record<string, ColumnOrder>>;
  foot: ListFoot;
  /** Whether they are from different places. */
  isSearch: boolean;
};

/** Documents, one a row. */
export function DocumentTable({ rows, orders, foot, isSearch }: DocumentTableProps) {
  return (
    <DataTable
      caption="Documents"
      columns={[name, ...(isSearch ? [place] : []), ...facts]}
      orders={orders}
      rows={rows}
      rowKey={({ id }) => id}
      foot={<FootOfPages {...foot} />}
    />
  );
}
