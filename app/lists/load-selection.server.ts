import type { RouterContextProvider } from "react-router";
import type { FoundPage, ListFoot } from "../json-api/pagination.ts";
import { selectableKinds } from "../record-kind.ts";
import { agentOf, isRecordsElsewhere } from "../session/session.server.ts";
import { formatNumber } from "../ui/number-format.ts";
import { listQuery } from "./list-state.ts";
import { recentBatch } from "./recent-batches.server.ts";
import {
  type Doing,
  idOf,
  isFullWith,
  keptRows,
  newBatchPath,
  type SelectableList,
  type ShownSelection,
  selectPath,
  wholeName,
} from "./selection.ts";

interface SelectableAddress {
  readonly list: { readonly name: SelectableList; readonly path: string };
  /** Of the request. */
  readonly url: URL;
}

interface ShownList {
  readonly state: Parameters<typeof listQuery>[0];
  readonly foot: ListFoot;
}

/**
 * A list's page with what is shown for choosing several of its rows. Nothing for those who may change nothing, and where another
 * service keeps the records.
 */
export function selectable<Shown extends ShownList>(
  context: Readonly<RouterContextProvider>,
  { list: { name: of, path }, url }: SelectableAddress,
  found: FoundPage<{ readonly id: string }>,
  shown: Shown,
): Shown & { readonly selection: ShownSelection | null } {
  const { state, foot } = shown;
  if (!agentOf(context).can("batches.create") || isRecordsElsewhere(context)) return { ...shown, selection: null };
  const here = path + listQuery(state, state.page);
  const recent = recentBatch(context, path);
  const isKept = url.searchParams.get("select") === "true";
  const begin = isKept || found.items.length === 0 ? null : selectPath(here);
  // A task has a box of its own: that it is done.
  if (!isKept && (begin === null || of === "tasks"))
    return { ...shown, selection: { begin, isKept, bar: null, recent } };
  const query = listQuery(state);
  const chosen = chosenAt(url, found.items);
  const [page, ...all] = wholesOf(of, query, { found, foot, elsewhere: chosen.elsewhere });
  const wholes = isKept && page !== undefined && !url.searchParams.has(wholeName) ? [page, ...all] : all;
  const isArchived = state.archived === true;
  const doings = doingsOf(of, isArchived, !isArchived && agentOf(context).can("opportunities.create"));
  const plural = selectableKinds(context).find((kind) => kind.of === of)?.nouns.many ?? of;
  const bar = { plural, of, doings, query: query.slice(1), ...chosen, wholes, end: here };
  return { ...shown, selection: { begin, isKept, bar, recent } };
}

function doingsOf(of: SelectableList, isArchived: boolean, mayShare: boolean): readonly Doing[] {
  if (of === "tasks") return ["complete"];
  if (of === "opportunities") return ["assign"];
  return ["assign", "add_tag", ...(mayShare ? (["share"] as const) : []), isArchived ? "restore" : "archive"];
}

/** The ids of chosen rows that an address has besides the shown ones, with when they were seen, and what becomes of all of them. */
export function chosenAt(url: URL, shown: readonly { readonly id: string }[]) {
  const chosen = keptRows(url.searchParams, null);
  const elsewhere = chosen.filter((row) => !shown.some(({ id }) => id === idOf(row)));
  return { elsewhere, hint: hintFor(chosen) };
}

/** What becomes of the ticks when the list shows something else. Here, so that no browser loads the sentences. */
function hintFor(chosen: readonly string[]): string {
  return isFullWith(chosen)
    ? `${chosen.length} rows are chosen. On other pages no more are kept.`
    : "They stay chosen on other pages, and while you search, filter and sort.";
}

interface WholeLists {
  readonly found: FoundPage<{ readonly id: string }>;
  readonly foot: ListFoot;
  /** The ids of chosen rows that are not shown. */
  readonly elsewhere: readonly string[];
}

function wholesOf(of: SelectableList, query: string, { found, foot, elsewhere }: WholeLists) {
  const {
    items,
    page: { isSimilar },
  } = found;
  const { total, estimate } = foot;
  const address = (chosen: [string, string][]) =>
    `${newBatchPath}?${new URLSearchParams([["of", of], ...chosen, ...new URLSearchParams(query)])}`;
  if (items.length === 0) return [];
  const more = elsewhere.length === 0 ? "" : `, and ${formatNumber(elsewhere.length)} more`;
  const ids = [...elsewhere, ...items.map(({ id }) => id)];
  const page = { label: `All ${items.length} on this page${more}`, href: address(ids.map((id) => ["id", id])) };
  if (total === null || total <= items.length || isSimilar === true) return [page];
  const all = `All ${estimate ? "about " : ""}${formatNumber(total)}`;
  return [page, { label: query === "" ? all : `${all} that match`, href: address([["all", "true"]]) }];
}
