import { downloadSheet, refuseSheet } from "../audit-log/download-sheet.server.ts";
import { idsIn, readList } from "../lists/list-state.ts";
import { agentOf, apiOf } from "../session/session.server.ts";
import type { Route } from "./+types/export";
import { allOpportunities } from "./opportunities.server.ts";
import { listState } from "./opportunity-list.ts";
import { columnsIn } from "./opportunity-sheet.server.ts";

/** Every page of the table, filtered and sorted as its address says; or of it the records that the address names. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const agent = agentOf(context);
  if (!agent.can("opportunities.export"))
    return refuseSheet(403, "You don't have permission to export opportunities. Owners and admins can.");
  const state = readList(listState, url.searchParams);
  return downloadSheet(context, {
    name: "opportunities",
    contents: "opportunities",
    columns: columnsIn(agent.workspace.timeZone ?? "UTC"),
    apiOf,
    unknown: state.unknown,
    ids: idsIn(url.searchParams),
    pages: (connect, ids) => allOpportunities(connect, state, ids),
  });
}
