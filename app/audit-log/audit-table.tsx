import { About, Changed } from "../activity/timeline.tsx";
import type { ListFoot } from "../json-api/pagination.ts";
import { DataTable } from "../ui/data-table.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { formatCount } from "../ui/number-format.ts";
import { TableFoot } from "../ui/table-foot.tsx";
import type { AuditEntry } from "./audit-event.ts";

/** Events of the audit log, newest first. */
export function AuditTable({ entries, foot }: { entries: readonly AuditEntry[]; foot: ListFoot }) {
  return (
    <DataTable
      caption="Audit log"
      rows={entries}
      rowKey={({ id }) => id}
      empty="No activity matches these filters."
      columns={[
        { head: "When", card: "lead", cell: When },
        { head: "Who", card: "end", cell: ({ actorName }) => actorName ?? "—" },
        { head: "From where", from: "md", cell: (entry) => <FromWhere {...entry} /> },
        { head: "What happened", card: "own", cell: (entry) => <WhatHappened {...entry} /> },
      ]}
      foot={foot.previous === null && foot.next === null ? null : <TableFoot {...foot} />}
    />
  );
}

function When({ occurredAt }: AuditEntry) {
  return (
    <span className="small">
      <DateTime value={occurredAt} form="moment" />
    </span>
  );
}

function WhatHappened({ label, about, changes }: AuditEntry) {
  return (
    <>
      <b>{label}</b>
      <About about={about} />
      {changes.length === 0 ? null : (
        <details className="small">
          <summary className="link">{formatCount(changes.length, "change")}</summary>
          {changes.map((change) => (
            <Changed key={change.field} change={change} />
          ))}
        </details>
      )}
    </>
  );
}

function FromWhere({ device, network }: AuditEntry) {
  if (device === null && network === null) return "—";
  return (
    <>
      {device}
      <div className="muted small">{network}</div>
    </>
  );
}
