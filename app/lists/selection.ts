import { href } from "react-router";
import { isRecordId } from "../json-api/record.ts";

/** Choosing several rows of a list. Lists load this file in browsers: it knows no schemas. */

/** The address of a list with the mark that rows are being chosen. */
export function selectPath(address: string): string {
  return `${address}${address.includes("?") ? "&" : "?"}select=true`;
}

/** The lists whose rows can be chosen. */
export type SelectableList = "clients" | "packages" | "opportunities" | "tasks" | "findings";

export const newBatchPath = href("/batches/new");
/** Where a property is chosen that several clients are to get. */
export const sharingPath = href("/batches/sharing");

/** The id of the list's search form while rows are being chosen: the rows' checkboxes belong to it. */
export const selectFormId = "several";

/**
 * The name of the buttons that lead to another page, order, search or filter of the list and keep what is chosen; their value is the
 * query of that state, as in "sort=name&after=…&start=16".
 */
export const turnName = "turn";
export const turning = { id: selectFormId, action: newBatchPath, name: turnName };

/** The name of the buttons that go on with what is chosen; their value is the query of the list as it is shown, and what is to be done. */
export const shownName = "shown";

/** In an address of a list: all of its rows are chosen. In what such a button says: what is to be done. */
export const wholeName = "whole";
export const doingName = "do";

/** How many chosen rows are kept from one state of the list to the next. */
const mostKept = 200;

/**
 * Before the id of a row that was chosen on another page comes when that page was seen: milliseconds since 1970 in base 36, as in
 * "~mi6x0e2a~5f…".
 */
const seenMark = /^~([\da-z]{1,9})~/;

/** The id of a chosen row as an address has it, without when it was seen. */
export function idOf(chosen: string): string {
  return chosen.replace(seenMark, "");
}

/** The ids of chosen rows in an address, each once. @param most how many are read */
export function namedIds(parameters: URLSearchParams, most: number): string[] {
  return [...new Set(parameters.getAll("id").map(idOf).filter(isRecordId))].slice(0, most);
}

/** When rows of other pages were seen, by their ids. */
export function seenEarlier(parameters: URLSearchParams): ReadonlyMap<string, Date> {
  return new Map(
    parameters.getAll("id").flatMap((chosen): [string, Date][] => {
      const [, mark] = seenMark.exec(chosen) ?? [];
      return mark === undefined ? [] : [[idOf(chosen), new Date(Number.parseInt(mark, 36))]];
    }),
  );
}

/**
 * Chosen rows as other states of the list keep them: each once, with when it was seen.
 * @param seenAt when the rows were seen that say nothing of it; null where that does not matter
 */
export function keptRows(parameters: URLSearchParams, seenAt: string | null): string[] {
  const earlier = seenEarlier(parameters);
  const now = seenAt === null ? undefined : new Date(seenAt);
  return namedIds(parameters, mostKept).map((id) => {
    const seen = earlier.get(id) ?? now;
    return seen === undefined ? id : `~${seen.getTime().toString(36)}~${id}`;
  });
}

export const isFullWith = (ids: readonly string[]): boolean => ids.length === mostKept;

/** What a list shows for choosing several of its rows. */
export interface ShownSelection {
  /** Where chosen rows stay so while the list shows others; null there, and where there is nothing to choose. */
  readonly begin: string | null;
  /** Whether they stay so: the rows of this state of the list have checkboxes on phones, too. */
  readonly isKept: boolean;
  /** What is shown of the rows that are chosen; null where rows have no checkboxes. */
  readonly bar: SelectBarShown | null;
  /** What was changed a few minutes ago; null where nothing was. */
  readonly recent: RecentBatch | null;
}

/** A change of several records that can still be undone, or is under way. */
export interface RecentBatch {
  /** "12 clients archived 2 minutes ago." */
  readonly text: string;
  /** Its own page. */
  readonly path: string;
  /** Where it is undone; null while it is under way. */
  readonly undo: string | null;
}

export interface SelectBarShown {
  /** "clients" */
  readonly plural: string;
  readonly of: SelectableList;
  /** The query of the list as it is shown, without its "?". */
  readonly query: string;
  /** What can be done at once: changes by their names, or "share". */
  readonly doings: readonly Doing[];
  /** The ids of chosen rows that are not shown. */
  readonly elsewhere: readonly string[];
  /** What becomes of the ticks when the list shows something else; null where it has one page. */
  readonly hint: string | null;
  /** All rows of this page, and all that the list has where those are more. */
  readonly wholes: readonly { readonly label: string; readonly href: string }[];
  /** The list where nothing is chosen. */
  readonly end: string;
}

/** What is done to chosen rows with the first click, as lists have it. */
export type Doing = "assign" | "add_tag" | "archive" | "restore" | "complete" | "decide" | "dismiss" | "share";
