import { href } from "react-router";
import { bySearch, defineList, type StateOf } from "../lists/define-list.ts";
import { oneOf } from "../lists/list-state.ts";

export const documentsPath = href("/documents");

/** The documents of the workspace itself. */
export const documentList = defineList({
  name: "documents",
  path: documentsPath,
  title: "Document center",
  all: "All documents",
  filters: {
    /** Null: tiles. */
    view: { read: oneOf(["list"]) },
    q: bySearch,
  },
  orders: {
    "": { by: "label", label: "Name" },
    "-changed": { by: "-updated_at", label: "Last changed first" },
    "-size": { by: "-size", label: "Largest first" },
    type: { by: "kind,label", label: "Type" },
    "-name": { by: "-label" },
    changed: { by: "updated_at" },
    size: { by: "size" },
    "-type": { by: "-kind,-label" },
  },
  columns: {
    Name: ["", "-name"],
    Type: ["type", "-type"],
    Size: ["size", "-size", "descending"],
    Changed: ["changed", "-changed", "descending"],
  },
  page: {
    subtitle: "Create and upload folders and files",
    toolbar: "Search documents",
    search: "Search documents",
    besides: ["view"],
  },
});

export type DocumentListState = StateOf<typeof documentList>;

/** The service's name for the order of a list. */
export function orderOf({ sort }: DocumentListState): string {
  return documentList.sorting.orders[sort ?? ""]?.by ?? "label";
}
