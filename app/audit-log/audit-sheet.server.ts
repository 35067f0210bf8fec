import type { Cell, SheetColumn } from "../spreadsheets/write-sheet.server.ts";
import { localTimeOf } from "../ui/clock.server.ts";
import { type AuditEntry, type AuditEvent, toAuditEntry } from "./audit-event.ts";

/**
 * Events as the lines of a spreadsheet.
 * @param timeZone IANA name, for the times
 */
export function columnsIn(timeZone: string): readonly SheetColumn<AuditEvent>[] {
  const shown = (cell: (entry: AuditEntry) => Cell) => (event: AuditEvent) => cell(toAuditEntry(event, timeZone));
  return [
    ["Time (UTC)", ({ occurredAt }) => occurredAt],
    [`Time (${timeZone})`, ({ occurredAt }) => localTimeOf(occurredAt, timeZone).replace("T", " ")],
    ["Person", ({ actorName }) => actorName],
    ["What happened", shown(({ label }) => label)],
    ["Member", ({ subjectName }) => subjectName],
    ["Client", ({ clientName }) => clientName],
    ["Property", ({ packageStreet }) => packageStreet],
    ["Changes", shown(({ changes }) => changes.map(inWords).join("; "))],
    ["Device", ({ device }) => device],
    ["Network", ({ network }) => network],
    ["Kind", ({ kind }) => kind],
  ];
}

function inWords({ field, before, after }: AuditEntry["changes"][number]): string {
  if (before === null && after === null) return `${field} changed`;
  return `${field}: ${before ?? "—"} → ${after ?? "—"}`;
}
