import type { Api } from "../json-api/api.ts";
import { findPage, footOf, type ListFoot, type PageWish, turnParameters } from "../json-api/page-turn.ts";
import { resource } from "../json-api/resource.ts";
import { activityAttributes, type ShownActivity, showActivity } from "./activity.ts";

/** The calls about what happened: the only file that names their JSON:API type. */

const activity = resource("activity", activityAttributes);

/** A page of events, newest first, as it is shown. */
export interface ActivityPage {
  readonly events: readonly ShownActivity[];
  readonly foot: ListFoot;
  /** The page that was asked for is not there any more: this is the newest one. */
  readonly isFirstInstead: boolean;
}

export interface ActivityWish {
  /** Whose history; null: that of the whole workspace, as far as the asker may see it. */
  readonly clientId: string | null;
  readonly wish?: PageWish;
  /** The page that shows them, for the addresses of the pages before and after. */
  readonly path: string;
  /** Events on a page. */
  readonly size?: number;
}

/** @throws ApiError "missing" where the service keeps no such history */
export async function listActivities(
  api: Api,
  { clientId, wish = null, path, size }: ActivityWish,
): Promise<ActivityPage> {
  const query = { sort: "-occurred_at", "filter[client_id]": clientId, "page[limit]": size };
  const found = await findPage(wish, (cursor) =>
    api.list("/activities", activity, { query: { ...query, ...cursor }, failure: "Failed to fetch data" }),
  );
  const foot = footOf(found, (turn) => `${path}?${new URLSearchParams(turnParameters(turn))}`);
  const shown = found.items.map(showActivity);
  const events = clientId === null ? shown : shown.map((event) => ({ ...event, client: null }));
  return { events, foot, isFirstInstead: found.isFirstInstead };
}
