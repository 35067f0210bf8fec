import { data, type RouterContextProvider } from "react-router";
import { allows } from "../json-api/resource.ts";
import { load, notFound, recordId } from "../session/loading.server.ts";
import { apiOf } from "../session/session.server.ts";
import { type FoundComment, findComment } from "./comments.server.ts";
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

/** A comment of an opportunity. @throws 404, or 403 for those who did not write it */
export async function openCommentFor(
  action: "update" | "remove",
  context: Context,
  { opportunityId, commentId }: { readonly opportunityId: string; readonly commentId: string },
): Promise<{ found: FoundOpportunity; comment: FoundComment }> {
  const [found, comment] = await Promise.all([
    openOpportunityPage(context, opportunityId),
    load(findComment(apiOf(context), recordId(commentId))),
  ]);
  // The service itself would give it under any opportunity's address.
  if (comment.opportunityId !== found.id) throw notFound();
  if (!allows(comment, action)) throw data("Only whoever wrote a comment can change it.", { status: 403 });
  return { found, comment };
}

/** An opportunity by the names of its two. */
export function titleOf({ client, package: property }: FoundOpportunity): { client: string; street: string } {
  return { client: client?.name ?? "Unknown client", street: property?.street ?? "Unknown property" };
}
