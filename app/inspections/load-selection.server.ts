import type { RouterContextProvider } from "react-router";
import type { ListFoot, RequestedPage } from "../json-api/pagination.ts";
import { listQuery } from "../lists/list-state.ts";
import { chosenAt } from "../lists/load-selection.server.ts";
import { recentBatch } from "../lists/recent-batches.server.ts";
import { newBatchPath, type ShownSelection, selectPath } from "../lists/selection.ts";
import { inspectionsPath } from "../record-paths.ts";
import { agentOf, isRecordsElsewhere } from "../session/session.server.ts";
import type { Finding } from "./inspection.ts";

interface ShownFindings {
  readonly packageId: string;
  readonly mayUpdate: boolean;
  readonly page: RequestedPage;
  readonly proposals: readonly Finding[];
  readonly findings: readonly Finding[];
  readonly foot: ListFoot;
}

/** What is shown for choosing several findings of a property, and what the form of the checkboxes says besides. */
export function selectableFindings(
  context: Readonly<RouterContextProvider>,
  url: URL,
  { packageId, mayUpdate, page, proposals, findings, foot }: ShownFindings,
): { readonly selection: ShownSelection | null; readonly chosenFrom: Readonly<Record<string, string>> } {
  if (!mayUpdate || !agentOf(context).can("batches.create") || isRecordsElsewhere(context))
    return { selection: null, chosenFrom: {} };
  const path = inspectionsPath(packageId);
  const recent = recentBatch(context, path);
  const here = path + listQuery({ page }, page);
  const shown = [...proposals, ...findings];
  const isKept = url.searchParams.get("select") === "true";
  const begin = isKept ? null : selectPath(here);
  if (shown.length < 2) return { selection: { begin: null, isKept, bar: null, recent }, chosenFrom: {} };
  const { hint, ...chosen } = chosenAt(url, shown);
  const chosenFrom = { package: packageId, seen: newest(shown) };
  const hasPages = foot.previous !== null || foot.next !== null;
  const wholes = [
    { label: `All ${proposals.length} suggestions`, of: proposals },
    { label: `All ${findings.length} findings${hasPages ? " on this page" : ""}`, of: findings },
  ].filter((whole) => whole.of.length > 1);
  const bar = {
    plural: "findings",
    of: "findings" as const,
    doings: ["decide", "dismiss"] as const,
    query: String(new URLSearchParams(chosenFrom)),
    ...chosen,
    hint: hasPages ? hint : null,
    wholes: wholes.map(({ label, of }) => ({ label, href: addressOf({ of: "findings", ...chosenFrom }, of) })),
    end: here,
  };
  return { selection: { begin, isKept, bar, recent }, chosenFrom };
}

/** When the newest change of what is shown was made: later ones were not seen. */
function newest(shown: readonly Finding[]): string {
  return shown.reduce((latest, { updatedAt }) => (updatedAt !== null && updatedAt > latest ? updatedAt : latest), "");
}

function addressOf(fields: Readonly<Record<string, string>>, findings: readonly Finding[]): string {
  const ids = findings.map(({ id }): [string, string] => ["id", id]);
  return `${newBatchPath}?${new URLSearchParams([...Object.entries(fields), ...ids])}`;
}
