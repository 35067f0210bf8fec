import { readList } from "../lists/list-state.ts";
import { agentOf, identityApiOf } from "../session/session.server.ts";
import type { Cell, SheetColumn } from "../spreadsheets/write-sheet.server.ts";
import { localTimeOf } from "../ui/clock.server.ts";
import type { Route } from "./+types/export";
import { type AuditEntry, type AuditEvent, listState, toAuditEntry } from "./audit-event.ts";
import { allAuditEvents } from "./audit-log.server.ts";
import { downloadSheet, refuseSheet } from "./download-sheet.server.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  const { can, workspace } = agentOf(context);
  if (!can("activity.export"))
    return refuseSheet(403, "You don't have permission to export the audit log. Owners and admins can.");
  const state = readList(listState, url.searchParams);
  const timeZone = workspace.timeZone ?? "UTC";
  return downloadSheet(context, {
    name: "audit-log",
    contents: "activity",
    columns: columnsIn(timeZone),
    apiOf: identityApiOf,
    pages: (connect) => allAuditEvents(connect, state, timeZone),
  });
}

/**
 * Events as the lines of a spreadsheet.
 * @param timeZone IANA name, for the times
 */
function columnsIn(timeZone: string): readonly SheetColumn<AuditEvent>[] {
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
