import { downloadSheet, refuseSheet } from "../audit-log/download-sheet.server.ts";
import { idsIn, readList } from "../lists/list-state.ts";
import { agentOf, apiOf } from "../session/session.server.ts";
import type { Route } from "./+types/export";
import { listState } from "./package-list.ts";
import { allPackages } from "./packages.server.ts";
import { columns } from "./spreadsheet.server.ts";

/** Every page of the list, filtered and sorted as its URL says; or of it the records that the URL names. */
export async function loader({ url, context }: Route.LoaderArgs) {
  if (!agentOf(context).can("packages.export"))
    return refuseSheet(403, "You don't have permission to export properties. Owners and admins can.");
  const state = readList(listState, url.searchParams);
  return downloadSheet(context, {
    name: "properties",
    contents: "packages",
    columns,
    apiOf,
    unknown: state.unknown,
    ids: idsIn(url.searchParams),
    pages: (connect, ids) => allPackages(connect, state, ids),
  });
}
