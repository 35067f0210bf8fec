import { isRecordId } from "../json-api/record.ts";
import { searchIn } from "../ui/search-text.ts";
import type { Candidate } from "./pick.ts";

/**
 * A list's filter by a record, as its address says it. With the name "client": `client` is the record's id, `clientName` what
 * is typed, and `clientFor` the text that the id belongs to. An id alone is a filter, too.
 */

export const typedParameter = (name: string) => `${name}Name`;
export const forParameter = (name: string) => `${name}For`;

/** What a filter is to be: a record by its id, or whatever a text means; neither for all. */
export interface WishedFilter {
  readonly id: string | null;
  readonly text: string;
}

/** Reads it; an id that was picked for another text than is typed now counts as not said. */
export function readFilter(parameters: URLSearchParams, name: string): WishedFilter {
  const id = parameters.get(name) ?? "";
  const text = searchIn(parameters.get(typedParameter(name)) ?? "");
  const isForText = text === searchIn(parameters.get(forParameter(name)) ?? "");
  if (isRecordId(id) && isForText) return { id, text: "" };
  return { id: null, text };
}

/** A filter as its list shows it. */
export interface ShownFilter {
  /** The record that the list is narrowed to. */
  readonly chosen: Candidate | null;
  /** What was typed, where that does not say which record is meant. */
  readonly text: string;
  /** What is said or asked of that text, and the records that it may mean. */
  readonly question: { readonly text: string; readonly options: readonly Candidate[] } | null;
}

export const noFilter: ShownFilter = { chosen: null, text: "", question: null };
