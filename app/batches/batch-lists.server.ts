import { href } from "react-router";
import * as clientList from "../clients/client-list.ts";
import { isRecordId } from "../json-api/record.ts";
import { listQuery, readList } from "../lists/list-state.ts";
import * as opportunityList from "../opportunities/opportunity-list.ts";
import * as packageList from "../packages/package-list.ts";
import * as taskList from "../tasks/task-list.ts";
import type { Chosen } from "./batches.server.ts";
import { type SelectableList, selectableLists } from "./selection.ts";

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
  readonly path: string;
  /** Its spreadsheet, and who may have it; null where there is none. */
  readonly sheet: { readonly path: string; readonly permission: string } | null;
  /** The list's state in its own spelling, and what it asks its service for. @param me the current user's own id */
  readonly read: (
    parameters: URLSearchParams,
    me: string,
  ) => { readonly query: string; readonly parameters: Readonly<Record<string, string | null | undefined>> };
}

const lists: Readonly<Record<SelectableList, BatchList>> = {
  clients: {
    ...{ kind: "client", nouns: { one: "client", many: "clients" }, label: "Clients", path: clientList.listPath },
    sheet: { path: href("/clients/export.csv"), permission: "clients.export" },
    read(parameters) {
      const state = readList(clientList.listState, parameters);
      return { query: listQuery(state), parameters: clientList.listParameters(state) };
    },
  },
  packages: {
    ...{ kind: "package", nouns: { one: "property", many: "properties" }, label: "Properties" },
    path: packageList.listPath,
    sheet: { path: href("/packages/export.csv"), permission: "packages.export" },
    read(parameters) {
      const state = readList(packageList.listState, parameters);
      return { query: listQuery(state), parameters: packageList.listParameters(state) };
    },
  },
  opportunities: {
    ...{ kind: "opportunity", nouns: { one: "opportunity", many: "opportunities" }, label: "Pipeline" },
    path: opportunityList.listPath,
    sheet: { path: href("/opportunities/export.csv"), permission: "opportunities.export" },
    read(parameters) {
      const state = readList(opportunityList.listState, parameters);
      return { query: listQuery(state), parameters: opportunityList.listParameters(state) };
    },
  },
  tasks: {
    ...{ kind: "task", nouns: { one: "task", many: "tasks" }, label: "Tasks", path: taskList.tasksPath },
    sheet: null,
    read(parameters, me) {
      const state = readList(taskList.listState, parameters);
      return { query: listQuery(state), parameters: taskList.listParameters(state, me) };
    },
  },
};

/** The list that a kind of records belongs to, as its pages name it. */
export function listOfKind(kind: string): Pick<BatchList, "nouns" | "label" | "path"> {
  return Object.values(lists).find((list) => list.kind === kind) ?? lists.clients;
}

/** What is chosen, and where it was chosen. */
export interface Selection extends Pick<BatchList, "nouns" | "label"> {
  readonly chosen: Chosen;
  /** How many records are named by their ids; null for all that match. */
  readonly named: number | null;
  /** The list with its search and filters. */
  readonly list: string;
  /** The same, to choose again. */
  readonly again: string;
  readonly isArchived: boolean;
  /** The chosen records as a spreadsheet, and who may have it. */
  readonly sheet: BatchList["sheet"];
}

/** The most records that an address may name. */
const mostNamed = 250;

/** Reads an address, which is about clients unless it says otherwise; null where it names no list. @param me the current user's own id */
export function readSelection(parameters: URLSearchParams, me: string): Selection | null {
  const of = selectableLists.find((name) => name === (parameters.get("of") ?? "clients"));
  if (of === undefined) return null;
  const { kind, nouns, label, path, sheet, read } = lists[of];
  const state = read(parameters, me);
  const isAll = parameters.get("all") === "true";
  const ids = [...new Set(parameters.getAll("id").filter(isRecordId))].slice(0, mostNamed);
  const filters = new URLSearchParams(
    isAll ? filtersOf(state.parameters) : [["ids", ids.join(",")], ...onlyArchived(state.parameters)],
  );
  return {
    ...{ nouns, label, named: isAll ? null : ids.length, chosen: { kind, filters: String(filters) } },
    sheet: sheet && { ...sheet, path: sheet.path + sheetQuery(state.query, isAll ? [] : ids) },
    list: path + state.query,
    again: `${path}${state.query === "" ? "?" : `${state.query}&`}select=true`,
    isArchived: state.parameters["filter[archived]"] === "true",
  };
}

function sheetQuery(query: string, ids: readonly string[]): string {
  if (ids.length === 0) return query;
  return `${query === "" ? "?" : `${query}&`}ids=${ids.join(",")}`;
}

function filtersOf(parameters: Readonly<Record<string, string | null | undefined>>): [string, string][] {
  return Object.entries(parameters).flatMap(([name, value]): [string, string][] => {
    const [, filter] = /^filter\[(\w+)\]$/.exec(name) ?? [];
    return filter === undefined || value == null ? [] : [[filter, value]];
  });
}

const onlyArchived = (parameters: Parameters<typeof filtersOf>[0]) =>
  filtersOf(parameters).filter(([name]) => name === "archived");
