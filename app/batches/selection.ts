import { href } from "react-router";

/** Choosing several rows of a list. Lists load this file in browsers: it knows no schemas. */

/** The lists whose rows can be chosen. */
export const selectableLists = ["clients", "packages", "opportunities", "tasks"] as const;
export type SelectableList = (typeof selectableLists)[number];

export const newBatchPath = href("/batches/new");

/** The id of the form that the rows' checkboxes belong to. */
export const selectFormId = "several";

/** What a list shows for choosing several of its rows. */
export interface ShownSelection {
  /** Where choosing begins; null while rows are being chosen. */
  readonly begin: string | null;
  /** While rows are being chosen. */
  readonly bar: SelectBarShown | null;
}

export interface SelectBarShown {
  /** "clients" */
  readonly plural: string;
  /** What the form sends besides the chosen rows. */
  readonly fields: Readonly<Record<string, string>>;
  /** All rows of this page, and all that the list has where those are more. */
  readonly wholes: readonly { readonly label: string; readonly href: string }[];
  /** The list without checkboxes. */
  readonly end: string;
}
