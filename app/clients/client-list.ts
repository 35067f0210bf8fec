import { href } from "react-router";
import { flag, type ListState, oneOf, recordIdOrNull } from "../lists/list-state.ts";
import { searchIn } from "../ui/search-text.ts";

export const newClientPath = href("/clients/new");
export const newImportPath = href("/clients/imports/new");

/** Orders by their value in the URL, with the service's name for them. */
export const orders = {
  last_updated: "-last_activity_at",
  quiet: "last_activity_at",
  open: "inserted_at",
  name: "name",
  "-name": "-name",
} as const;

export const listPath = `${href("/clients")}/`;

export const listState = {
  archived: flag,
  /** Whose clients. */
  agent: recordIdOrNull,
  sort: oneOf(["last_updated", "quiet", "open", "name", "-name"]),
  q: searchIn,
};
export type ClientListState = ListState<typeof listState>;

/** What the list asks its service for, besides the page. */
export function listParameters({ q, sort, agent, archived }: ClientListState) {
  return {
    include: "buyer_profile",
    sort: sort === null ? "-inserted_at" : orders[sort],
    "filter[search]": q || undefined,
    "filter[assigned_account_id]": agent ?? undefined,
    "filter[archived]": archived ? "true" : undefined,
  };
}
