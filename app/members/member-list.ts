import { href } from "react-router";
import { type ListState, oneOf } from "../lists/list-state.ts";
import { searchIn } from "../ui/search-text.ts";

/** Orders by their value in the URL, with the service's name for them. */
const orders = { oldest: "inserted_at", name: "name", role: "role,name", seen: "-last_seen_at,name" } as const;

export const listPath = href("/settings/members");

export function memberPath(memberId: string): string {
  return href("/settings/members/:memberId", { memberId });
}

export const listState = {
  sort: oneOf(["oldest", "name", "role", "seen"]),
  q: searchIn,
};
export type MemberListState = ListState<typeof listState>;

/** What the list asks its service for, besides the page. */
export function listParameters({ q, sort }: MemberListState) {
  return { sort: sort === null ? "-inserted_at" : orders[sort], "filter[search]": q || undefined };
}
