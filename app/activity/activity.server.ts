import type { Api } from "../json-api/api.ts";
import {
  findPage,
  footOf,
  type ListFoot,
  type PageCursor,
  pageAddress,
  type RequestedPage,
} from "../json-api/pagination.ts";
import { resource } from "../json-api/resource.ts";
import { listQuery } from "../lists/list-state.ts";
import { momentAt } from "../ui/clock.server.ts";
import { type ActivityEntry, activityAttributes, toActivityEntry } from "./activity.ts";
import { type ActivityListState, activityPath } from "./activity-list.ts";

/** The calls for events: the only file that names their JSON:API type. */

const activity = resource("activity", activityAttributes);

/** A page of events, newest first. */
export interface ActivityPage {
  readonly events: readonly ActivityEntry[];
  readonly foot: ListFoot;
  /** The page that the URL names is gone, and this is the first one. */
  readonly isFirstInstead: boolean;
}

/** Which events, and how they are shown. */
interface ListOptions {
  readonly query: Readonly<Record<string, string | number | boolean | null>>;
  readonly requestedPage: RequestedPage;
  /** Of the workspace, for times that changed. */
  readonly timeZone: string;
  /** The path of the record whose history it is, which is not linked; "" for the log. */
  readonly here: string;
  /** Whether the page names the events' client and property once, for all of them. */
  readonly namesParties?: boolean;
  readonly addressOf: (cursor: PageCursor) => string;
}

async function list(api: Api, options: ListOptions): Promise<ActivityPage> {
  const { query, requestedPage, timeZone, here, namesParties = false, addressOf } = options;
  const found = await findPage(requestedPage, (cursor) =>
    api.list("/activities", activity, { query: { sort: "-occurred_at", ...query, ...cursor } }),
  );
  const named = namesParties ? { clientName: null, packageStreet: null } : {};
  const events = found.items.map((item) => toActivityEntry({ ...item, ...named }, timeZone, here));
  return { events, foot: footOf(found, addressOf), isFirstInstead: found.isFirstInstead };
}

export interface HistoryOptions {
  readonly requestedPage?: RequestedPage;
  readonly timeZone: string;
  /** The record's own path. */
  readonly here: string;
  /** The path of the page that shows them, for links to other pages. */
  readonly path: string;
}

/** The history of a client. @throws ApiError "missing" where the service has no histories */
export function listClientActivity(api: Api, clientId: string, options: HistoryOptions) {
  return listHistory(api, { "filter[client_id]": clientId }, options);
}

/** The history of a property. @throws ApiError "missing" where the service has no histories */
export function listPackageActivity(api: Api, packageId: string, options: HistoryOptions) {
  return listHistory(api, { "filter[package_id]": packageId }, options);
}

function listHistory(
  api: Api,
  query: ListOptions["query"],
  { requestedPage = null, path, ...options }: HistoryOptions,
) {
  const addressOf = (cursor: PageCursor) => pageAddress(path, cursor);
  return list(api, { query, requestedPage, addressOf, ...options });
}

/** The newest events of an opportunity, for its page, with a link to the others. @param most how many */
export function listOpportunityActivity(
  api: Api,
  id: string,
  most: number,
  options: Pick<HistoryOptions, "timeZone" | "here">,
) {
  const query = { "filter[opportunity_id]": id, ...beginning(most) };
  const addressOf = () => `${activityPath}?opportunity=${encodeURIComponent(id)}`;
  return list(api, { query, requestedPage: null, namesParties: true, addressOf, ...options });
}

/** The newest events of the workspace. @throws ApiError "forbidden" without permission for the log */
export function listLatestActivity(api: Api, most: number, timeZone: string): Promise<ActivityPage> {
  return list(api, { query: beginning(most), requestedPage: null, here: "", timeZone, addressOf: () => activityPath });
}

const beginning = (most: number) => ({ "page[limit]": most, "page[count]": false });

/** A page of the log, without a total. @throws ApiError "forbidden" without permission for the log */
export function listActivityLog(api: Api, state: ActivityListState, timeZone: string): Promise<ActivityPage> {
  const query = {
    "filter[actor_account_id]": state.person,
    "filter[topic]": state.kind,
    "filter[opportunity_id]": state.opportunity,
    ...dayFilters(state, timeZone),
    "page[limit]": logPage,
    "page[count]": false,
  };
  const addressOf = (cursor: PageCursor) => activityPath + listQuery(state, cursor);
  return list(api, { query, requestedPage: state.page, here: "", timeZone, addressOf });
}

/** Events on a page of the log. */
const logPage = 30;

/** The filters by days of the workspace's calendar, both included. @param timeZone of the workspace */
export function dayFilters({ from, until }: Pick<ActivityListState, "from" | "until">, timeZone: string) {
  return {
    "filter[since]": from === null ? null : momentAt(`${from}T00:00`, timeZone),
    "filter[until]": until === null ? null : momentAt(`${dayAfter(until)}T00:00`, timeZone),
  };
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}
