import { downloadSheet, refuseSheet } from "../audit-log/download-sheet.server.ts";
import { idsIn } from "../lists/list-state.ts";
import { agentOf, apiOf } from "../session/session.server.ts";
import type { Route } from "./+types/export";
import { clientList } from "./client-list.ts";
import { columnsIn } from "./client-sheet.server.ts";
import { allClients } from "./clients.server.ts";

/** The list as its address searches and sorts it, all pages of it; or of it the records that the address names. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const agent = agentOf(context);
  if (!agent.can("clients.export"))
    return refuseSheet(403, "You don't have permission to export clients. Owners and admins can.");
  const state = clientList.stateOf(url.searchParams);
  const columns = columnsIn(agent.workspace.timeZone ?? "UTC");
  return downloadSheet(context, {
    name: "clients",
    contents: "clients",
    columns,
    apiOf,
    unknown: state.unknown,
    ids: idsIn(url.searchParams),
    pages: (connect, ids) => allClients(connect, state, ids),
  });
}
