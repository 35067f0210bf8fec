import { href } from "react-router";
import { flag, type ListState, oneOf } from "../lists/list-state.ts";
import { searchIn } from "../ui/search-text.ts";

export const newMessagePath = href("/messages/new");
export const repliesPath = href("/messages/replies");

export const listState = { show: oneOf(["unread", "needs_reply"]), mine: flag, q: searchIn };
export type ThreadListState = ListState<typeof listState>;

/** What the list asks its service for, besides the page. */
export function listParameters({ show, mine, q }: ThreadListState) {
  return {
    sort: "-last_number",
    "filter[unread]": show === "unread" ? "true" : undefined,
    "filter[needs_reply]": show === "needs_reply" ? "true" : undefined,
    "filter[mine]": mine ? "true" : undefined,
    "filter[search]": q || undefined,
  };
}
