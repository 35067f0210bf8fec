import { href } from "react-router";
import { defineList } from "../lists/define-list.ts";
import { type ListState, oneOf } from "../lists/list-state.ts";
import { searchIn } from "../ui/search-text.ts";

export const documentsPath = href("/documents");

export const listState = {
  /** Null: tiles. */
  view: oneOf(["list"]),
  /** Null: by name. */
  sort: oneOf(["-name", "changed", "-changed", "size", "-size", "type", "-type"]),
  q: searchIn,
};
export type DocumentListState = ListState<typeof listState>;

export const documentList = defineList({
  name: "documents",
  path: documentsPath,
  title: "Document center",
  all: "All documents",
  readings: listState,
});

/** Orders by their value in the URL, with the service's name for them; "name" is what the list has without one. */
export const orders = {
  name: "label",
  "-name": "-label",
  changed: "updated_at",
  "-changed": "-updated_at",
  size: "size",
  "-size": "-size",
  type: "kind,label",
  "-type": "-kind,-label",
} as const;
export type DocumentOrder = keyof typeof orders;
