import { readList } from "../lists/list-state.ts";
import { agentOf } from "../session/session.server.ts";
import { downloadSheet, refuseSheet } from "../spreadsheets/download.server.ts";
import type { Route } from "./+types/export";
import { listState } from "./package-list.ts";
import { allPackages } from "./packages.server.ts";
import { columns } from "./spreadsheet.server.ts";

/** The list as its address filters and sorts it, all pages of it. */
export async function loader({ url, context }: Route.LoaderArgs) {
  if (!agentOf(context).can("packages.export"))
    return refuseSheet(403, "You don't have permission to export properties. Owners and admins can.");
  const state = readList(listState, url.searchParams);
  return downloadSheet(context, { name: "opportunities", columns, pages: (connect) => allPackages(connect, state) });
}
