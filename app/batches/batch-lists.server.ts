import type { RouterContextProvider } from "react-router";
import * as z from "zod/mini";
import { joinIds, joinIdsInQuery } from "../json-api/id-list.ts";
import { readRequestedPage } from "../json-api/pagination.ts";
import { isRecordId } from "../json-api/record.ts";
import type { ReadList } from "../lists/define-list.ts";
import { doingName, keptRows, namedIds, seenEarlier, selectPath, shownName, turnName } from "../lists/selection.ts";
import { type Nouns, type SelectableTerms, selectableKinds } from "../record-kind.ts";
import { agentOf } from "../session/session.server.ts";
import type { Chosen, FoundBatch } from "./batches.server.ts";

/** What is chosen on a list, out of an address. */

type Context = Readonly<RouterContextProvider>;

/** The list that a batch was chosen on, as its pages name it; clients where nobody knows it. */
export function listOfBatch(context: Context, { kind, packageId }: Pick<FoundBatch, "kind" | "packageId">) {
  const kinds = selectableKinds(context);
  const found = kinds.find(({ type }) => type === kind) ?? kinds[0];
  if (found === undefined) throw new Error("No list has rows to choose.");
  return { nouns: found.nouns, label: found.label, path: found.pathOf(packageId) };
}

/** What is chosen, and where it was chosen. */
export interface Selection extends Pick<SelectableTerms, "label"> {
  readonly nouns: Nouns;
  readonly chosen: Chosen;
  /** What the list's address asks for that the list does not know, where all that match are chosen. */
  readonly unknown: readonly string[];
  /** The records that are named by their ids; null for all that match. */
  readonly ids: readonly string[] | null;
  /** The list, and the list with its search and filters. */
  readonly path: string;
  readonly list: string;
  /** The same, to choose again. */
  readonly again: string;
  /** Another state of the list, where what is chosen is kept; null where it is not what was asked for. */
  readonly turned: string | null;
  readonly isArchived: boolean;
  /** What the button says that was pressed on the list: it is what is done unless something else is chosen. */
  readonly doing: string | null;
  /** When what is chosen was seen, where what others change meanwhile is to be left. */
  readonly seenAt: string | null;
  /** The same of those that were chosen on another page, by their ids. */
  readonly seenEarlier: Readonly<Record<string, string>>;
  /** The chosen records as a spreadsheet, and who may have it. */
  readonly sheet: SelectableTerms["sheet"];
}

/** The most records that an address may name. */
const mostNamed = 250;

/** Reads an address, which is about clients unless it says otherwise; null where it names no list. */
export function readSelection(context: Context, parameters: URLSearchParams): Selection | null {
  const named = parameters.get("of") ?? "clients";
  const found = selectableKinds(context).find(({ of }) => of === named);
  const packageId = parameters.get("package");
  if (found === undefined || (found.of === "findings" && !isRecordId(packageId ?? ""))) return null;
  const { of, type: kind, nouns, label, pathOf, sheet, read } = found;
  const me = agentOf(context).person.id;
  const path = pathOf(packageId);
  const shown = parameters.get(shownName);
  const state = read(shown === null ? parameters : new URLSearchParams(shown), me);
  const query = state.queryAt(null);
  const isAll = parameters.get("all") === "true";
  const ids = namedIds(parameters, mostNamed);
  const seenAt = of === "findings" ? readMoment(parameters.get("seen")) : null;
  const filters = new URLSearchParams(
    isAll ? filtersOf(state.parameters) : [["ids", joinIds(ids)], ...scopeOf(state.parameters)],
  );
  return {
    nouns,
    label,
    chosen: { kind, filters: String(filters) },
    unknown: isAll ? state.unknown : [],
    ids: isAll ? null : ids,
    sheet:
      sheet === null || (!isAll && ids.length === 0)
        ? null
        : { ...sheet, path: sheet.path + sheetQuery(query, ids, isAll) },
    path,
    list: path + query,
    again: selectPath(path + query),
    turned: turnedPath(parameters, path, seenAt, (query) => read(query, me)),
    doing: new URLSearchParams(shown ?? "").get(doingName),
    isArchived: state.parameters["filter[archived]"] === "true",
    seenAt,
    seenEarlier:
      seenAt === null
        ? {}
        : Object.fromEntries([...seenEarlier(parameters)].map(([id, seen]) => [id, seen.toISOString()])),
  };
}

function sheetQuery(query: string, ids: readonly string[], isAll: boolean): string {
  return isAll ? query : `${query === "" ? "?" : `${query}&`}ids=${joinIdsInQuery(ids)}`;
}

/** The state of the list that a button turns to, with what is chosen; null where none was pressed. */
function turnedPath(
  parameters: URLSearchParams,
  path: string,
  seenAt: string | null,
  read: (query: URLSearchParams) => Pick<ReadList, "queryAt">,
): string | null {
  const turn = parameters.get(turnName);
  if (turn === null) return null;
  const query = new URLSearchParams(turn);
  const page = read(query).queryAt(readRequestedPage(query));
  return [selectPath(path + page), ...keptRows(parameters, seenAt).map((row) => `id=${encodeURIComponent(row)}`)].join(
    "&",
  );
}

function filtersOf(parameters: ReadList["parameters"]): [string, string][] {
  return Object.entries(parameters).flatMap(([name, value]): [string, string][] => {
    const [, filter] = /^filter\[(\w+)\]$/.exec(name) ?? [];
    return filter === undefined || value == null ? [] : [[filter, value]];
  });
}

/** The filters that hold for named records, too. */
const scopeOf = (parameters: ReadList["parameters"]) =>
  filtersOf(parameters).filter(([name]) => name === "archived" || name === "package_id");

function readMoment(text: string | null): string | null {
  return z.iso.datetime().safeParse(text).data ?? null;
}
