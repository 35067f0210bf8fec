import { readList } from "../lists/list-state.ts";
import { agentOf, identityApiOf } from "../session/session.server.ts";
import type { Route } from "./+types/export";
import { listState } from "./audit-list.ts";
import { allAuditEvents } from "./audit-log.server.ts";
import { columnsIn } from "./audit-sheet.server.ts";
import { downloadSheet, refuseSheet } from "./download-sheet.server.ts";

/** The log as its address filters it, all pages of it. */
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
