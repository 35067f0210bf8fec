import type { RouterContextProvider } from "react-router";
import { orTrashed } from "../lists/or-trashed.server.ts";
import { opportunitiesPath, opportunityPath } from "../record-paths.ts";
import { apiOf, load, notFound, permitted, recordId, viewOnly } from "../session/session.server.ts";
import { type FoundComment, findComment } from "./comments.server.ts";
import { clientOf, propertyOf } from "./deal-parties.ts";
import { findOpportunity } from "./opportunities.server.ts";
import type { OpportunityItem } from "./opportunity-page.tsx";
import type { FoundOpportunity } from "./opportunity-resources.server.ts";
import { type FoundShowing, findShowing } from "./showings.server.ts";

type Context = Readonly<RouterContextProvider>;

/** The opportunity of a page's address. @throws 404 for what is none, or none of the current user's */
export async function loadOpportunity(context: Context, id: string): Promise<FoundOpportunity> {
  return load(orTrashed(context, id, opportunitiesPath, findOpportunity(apiOf(context), recordId(id))));
}

/** The same for a page that does something to it. @throws 403 for those who may only look */
export async function loadOpportunityFor(action: "update" | "move" | "comment", context: Context, id: string) {
  const found = await loadOpportunity(context, id);
  return permitted(found, action, viewOnly("opportunity", opportunityPath(id)));
}

/** A comment of an opportunity. @throws 404, or 403 for those who did not write it */
export async function loadCommentFor(
  action: "update" | "remove",
  context: Context,
  { opportunityId, commentId }: { readonly opportunityId: string; readonly commentId: string },
): Promise<{ item: OpportunityItem; comment: FoundComment }> {
  const id = recordId(commentId);
  const [found, comment] = await Promise.all([
    loadOpportunity(context, opportunityId),
    load(findComment(apiOf(context), id)),
  ]);
  // The service itself would give it under any opportunity's address.
  if (comment.opportunityId !== found.id) throw notFound();
  return {
    item: shownItem(found),
    comment: permitted(comment, action, {
      refused: "You don't have permission to change this comment.",
      who: "Only the person who wrote it can.",
      back: { label: "Back to the opportunity", href: opportunityPath(found.id) },
    }),
  };
}

/** A showing of an opportunity. @throws 404 */
export async function loadShowing(
  context: Context,
  { opportunityId, showingId }: { readonly opportunityId: string; readonly showingId: string },
): Promise<{ found: FoundOpportunity; showing: FoundShowing }> {
  const id = recordId(showingId);
  const [found, showing] = await Promise.all([
    loadOpportunity(context, opportunityId),
    load(findShowing(apiOf(context), id)),
  ]);
  // As with comments: the service would give it under any address.
  if (showing.opportunityId !== found.id) throw notFound();
  return { found, showing };
}

/** The same for a page that does something to it. @throws 404, 403 also once it is over */
export async function loadShowingFor(
  action: ShowingAction,
  context: Context,
  params: { readonly opportunityId: string; readonly showingId: string },
): Promise<LoadedShowing> {
  return permittedShowing(await loadShowing(context, params), action);
}

/** A showing that was loaded already, when the current user may do this to it. @throws 403 also once it is over */
export function permittedShowing(loaded: LoadedShowing, action: ShowingAction): LoadedShowing {
  permitted(loaded.showing, action, {
    refused: "This showing is over, or you don't have permission to change it.",
    back: { label: "Back to the opportunity", href: opportunityPath(loaded.found.id) },
  });
  return loaded;
}

type ShowingAction = "update" | "confirm" | "cancel";

interface LoadedShowing {
  readonly found: FoundOpportunity;
  readonly showing: FoundShowing;
}

/** IANA name of the clock by which the property's times are told. */
export function zoneOf(found: FoundOpportunity): string {
  return propertyOf(found).timeZone ?? "UTC";
}

/** What a page about an opportunity says of it: the names of its two. */
export function shownItem(found: FoundOpportunity): OpportunityItem {
  return { id: found.id, client: clientOf(found).name, street: propertyOf(found).street };
}
