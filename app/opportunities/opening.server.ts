import { data, type RouterContextProvider } from "react-router";
import { load, recordId } from "../session/loading.server.ts";
import { apiOf } from "../session/session.server.ts";
import { type FoundOpportunity, findOpportunity } from "./opportunities.server.ts";

type Context = Readonly<RouterContextProvider>;

/** The opportunity of a page's address. @throws 404 for what is none, or none of the asker's */
export async function openOpportunityPage(context: Context, id: string): Promise<FoundOpportunity> {
  return load(findOpportunity(apiOf(context), recordId(id)));
}

/** The same for a page that does something to it. @throws 403 for those who may only look */
export async function openOpportunityFor(action: "update" | "move" | "comment", context: Context, id: string) {
  const found = await openOpportunityPage(context, id);
  if (found.can !== null && !found.can.includes(action))
    throw data("You may look at this opportunity, but not change it.", { status: 403 });
  return found;
}

/** An opportunity by the names of its two. */
export function titleOf({ client, package: property }: FoundOpportunity): { client: string; street: string } {
  return { client: client?.name ?? "Unknown client", street: property?.street ?? "Unknown property" };
}
