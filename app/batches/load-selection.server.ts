import type { RouterContextProvider } from "react-router";
import type { FoundPage, ListFoot } from "../json-api/pagination.ts";
import { listQuery } from "../lists/list-state.ts";
import { agentOf, isRecordsElsewhere } from "../session/session.server.ts";
import { formatNumber } from "../ui/number-format.ts";
import { newBatchPath, type SelectableList, type ShownSelection } from "./selection.ts";

/** A list by its name, the request's address, and the list's address without its state. */
interface ListAddress {
  readonly of: SelectableList;
  readonly url: URL;
  readonly path: string;
}

interface ShownList {
  readonly state: Parameters<typeof listQuery>[0];
  readonly foot: ListFoot;
}

const plurals: Readonly<Record<SelectableList, string>> = {
  clients: "clients",
  packages: "properties",
  opportunities: "opportunities",
  tasks: "tasks",
};

/**
 * A list's page with what is shown for choosing several of its rows; its foot keeps choosing. Nothing for those who may change
 * nothing, and where another service keeps the records.
 */
export function selectable<Shown extends ShownList>(
  context: Readonly<RouterContextProvider>,
  { of, url, path }: ListAddress,
  found: FoundPage<{ readonly id: string }>,
  shown: Shown,
): Shown & { readonly selection: ShownSelection | null } {
  const { state, foot } = shown;
  if (!agentOf(context).can("batches.create") || isRecordsElsewhere(context)) return { ...shown, selection: null };
  const here = path + listQuery(state, state.page);
  if (url.searchParams.get("select") !== "true") {
    const begin = found.items.length === 0 ? null : marked(here);
    return { ...shown, selection: { begin, bar: null } };
  }
  const query = listQuery(state);
  const bar = {
    plural: plurals[of],
    fields: { of, ...Object.fromEntries(new URLSearchParams(query)) },
    wholes: wholesOf(of, query, found, foot),
    end: here,
  };
  const steps = { previous: marked(foot.previous), next: marked(foot.next) };
  return { ...shown, foot: { ...foot, ...steps }, selection: { begin: null, bar } };
}

/** The address of a list with the mark that rows are being chosen. */
function marked(address: string): string;
function marked(address: string | null): string | null;
function marked(address: string | null): string | null {
  return address === null ? null : `${address}${address.includes("?") ? "&" : "?"}select=true`;
}

function wholesOf(
  of: SelectableList,
  query: string,
  { items, page: { isSimilar } }: FoundPage<{ readonly id: string }>,
  { total, estimate }: ListFoot,
) {
  const address = (chosen: [string, string][]) =>
    `${newBatchPath}?${new URLSearchParams([["of", of], ...chosen, ...new URLSearchParams(query)])}`;
  if (items.length === 0) return [];
  const page = { label: `All ${items.length} on this page`, href: address(items.map(({ id }) => ["id", id])) };
  if (total === null || total <= items.length || isSimilar === true) return [page];
  const all = `All ${estimate ? "about " : ""}${formatNumber(total)}`;
  return [page, { label: query === "" ? all : `${all} that match`, href: address([["all", "true"]]) }];
}
