import { href } from "react-router";
import * as z from "zod/mini";
import * as clientList from "../clients/client-list-state.ts";
import { joinIds, joinIdsInQuery } from "../json-api/id-list.ts";
import { type RequestedPage, readRequestedPage } from "../json-api/pagination.ts";
import { isRecordId } from "../json-api/record.ts";
import { listQuery, readList } from "../lists/list-state.ts";
import * as opportunityList from "../opportunities/opportunity-list.ts";
import * as packageList from "../packages/package-list.ts";
import { clientsPath, inspectionsPath, opportunitiesPath, packagesPath, tasksPath } from "../record-paths.ts";
import * as taskList from "../tasks/task-list.ts";
import type { Chosen, FoundBatch } from "./batches.server.ts";
import {
  doingName,
  keptRows,
  namedIds,
  type SelectableList,
  seenEarlier,
  selectableLists,
  selectPath,
  shownName,
  turnName,
} from "./selection.ts";

/** What is chosen on a list, out of an address. */

export interface Nouns {
  readonly one: string;
  readonly many: string;
}

interface BatchList {
  readonly kind: string;
  readonly nouns: Nouns;
  /** In breadcrumbs. */
  readonly label: string;
  /** Its address; of a list that each property has, that property's. */
  readonly pathOf: (packageId: string | null) => string;
  /** Its spreadsheet, and who may have it; null where there is none. */
  readonly sheet: { readonly path: string; readonly permission: string } | null;
  /** The list's state in its own spelling, and what it asks its service for. @param me the current user's own id */
  readonly read: (
    parameters: URLSearchParams,
    me: string,
  ) => {
    /** The query of a page of the list, with its "?". */
    readonly queryAt: (page: RequestedPage) => string;
    readonly parameters: Readonly<Record<string, string | null | undefined>>;
    /** What the parameters ask for that the list does not know. */
    readonly unknown: readonly string[];
  };
}

const lists: Readonly<Record<SelectableList, BatchList>> = {
  clients: {
    kind: "client",
    nouns: { one: "client", many: "clients" },
    label: "Clients",
    pathOf: () => clientsPath,
    sheet: { path: href("/clients/export.csv"), permission: "clients.export" },
    read(parameters) {
      const state = readList(clientList.listState, parameters);
      return {
        queryAt: (page) => listQuery(state, page),
        parameters: clientList.listParameters(state),
        unknown: state.unknown ?? [],
      };
    },
  },
  packages: {
    kind: "package",
    nouns: { one: "property", many: "properties" },
    label: "Properties",
    pathOf: () => packagesPath,
    sheet: { path: href("/packages/export.csv"), permission: "packages.export" },
    read(parameters) {
      const state = readList(packageList.listState, parameters);
      return {
        queryAt: (page) => listQuery(state, page),
        parameters: packageList.listParameters(state),
        unknown: state.unknown ?? [],
      };
    },
  },
  opportunities: {
    kind: "opportunity",
    nouns: { one: "opportunity", many: "opportunities" },
    label: "Pipeline",
    pathOf: () => opportunitiesPath,
    sheet: { path: href("/opportunities/export.csv"), permission: "opportunities.export" },
    read(parameters) {
      const state = readList(opportunityList.listState, parameters);
      return {
        queryAt: (page) => listQuery(state, page),
        parameters: opportunityList.listParameters(state),
        unknown: state.unknown ?? [],
      };
    },
  },
  tasks: {
    kind: "task",
    nouns: { one: "task", many: "tasks" },
    label: "Tasks",
    pathOf: () => tasksPath,
    sheet: null,
    read(parameters, me) {
      const state = readList(taskList.listState, parameters);
      return {
        queryAt: (page) => listQuery(state, page),
        parameters: taskList.listParameters(state, me),
        unknown: state.unknown ?? [],
      };
    },
  },
  findings: {
    kind: "finding",
    nouns: { one: "finding", many: "findings" },
    label: "Inspection reports",
    pathOf: (packageId) => (packageId === null ? packagesPath : inspectionsPath(packageId)),
    sheet: null,
    read: (parameters) => ({
      queryAt: (page) => listQuery({ page }, page),
      parameters: { "filter[package_id]": parameters.get("package") },
      unknown: [],
    }),
  },
};

/** What the records of a list are, as batches and people call them. */
export function recordsOf(of: SelectableList): Pick<BatchList, "kind" | "nouns"> {
  return lists[of];
}

/** The list that a batch was chosen on, as its pages name it. */
export function listOfBatch({ kind, packageId }: Pick<FoundBatch, "kind" | "packageId">) {
  const { nouns, label, pathOf } = Object.values(lists).find((list) => list.kind === kind) ?? lists.clients;
  return { nouns, label, path: pathOf(packageId) };
}

/** What is chosen, and where it was chosen. */
export interface Selection extends Pick<BatchList, "nouns" | "label"> {
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
  readonly sheet: BatchList["sheet"];
}

/** The most records that an address may name. */
const mostNamed = 250;

/** Reads an address, which is about clients unless it says otherwise; null where it names no list. @param me the current user's own id */
export function readSelection(parameters: URLSearchParams, me: string): Selection | null {
  const of = selectableLists.find((name) => name === (parameters.get("of") ?? "clients"));
  const packageId = parameters.get("package");
  if (of === undefined || (of === "findings" && !isRecordId(packageId ?? ""))) return null;
  const { kind, nouns, label, pathOf, sheet, read } = lists[of];
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
  read: (query: URLSearchParams) => Pick<ReturnType<BatchList["read"]>, "queryAt">,
): string | null {
  const turn = parameters.get(turnName);
  if (turn === null) return null;
  const query = new URLSearchParams(turn);
  const page = read(query).queryAt(readRequestedPage(query));
  return [selectPath(path + page), ...keptRows(parameters, seenAt).map((row) => `id=${encodeURIComponent(row)}`)].join(
    "&",
  );
}

function filtersOf(parameters: Readonly<Record<string, string | null | undefined>>): [string, string][] {
  return Object.entries(parameters).flatMap(([name, value]): [string, string][] => {
    const [, filter] = /^filter\[(\w+)\]$/.exec(name) ?? [];
    return filter === undefined || value == null ? [] : [[filter, value]];
  });
}

/** The filters that hold for named records, too. */
const scopeOf = (parameters: Parameters<typeof filtersOf>[0]) =>
  filtersOf(parameters).filter(([name]) => name === "archived" || name === "package_id");

function readMoment(text: string | null): string | null {
  return z.iso.datetime().safeParse(text).data ?? null;
}
