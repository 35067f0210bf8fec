import { DataTable } from "../ui/data-table.tsx";

/** One field of a record in two versions, as text. */
export interface TwoVersions {
  readonly label: string;
  readonly theirs: string;
  readonly yours: string;
}

const columns = [
  { head: "Field", cell: ({ label }: TwoVersions) => <b>{label}</b> },
  { head: "Their version", cell: ({ theirs }: TwoVersions) => <Version text={theirs} /> },
  { head: "Your version", cell: ({ yours }: TwoVersions) => <Version text={yours} /> },
];

/** What somebody else saved meanwhile beside what was typed, for the fields where the two differ. */
export function BothVersions({ fields }: { fields: readonly TwoVersions[] }) {
  const differing = fields.filter(({ theirs, yours }) => theirs !== yours);
  return (
    <div className="field">
      <DataTable
        caption="Both versions"
        columns={columns}
        rows={differing}
        rowKey={({ label }) => label}
        empty="Both versions say the same."
      />
    </div>
  );
}

function Version({ text }: { text: string }) {
  return text === "" ? "—" : <span className="whitespace-pre-line">{text}</span>;
}
