import type { Api } from "../json-api/api.ts";
import {
  findPage,
  footOf,
  type ListFoot,
  type PageTurn,
  type PageWish,
  turnParameters,
} from "../json-api/page-turn.ts";
import { resource } from "../json-api/resource.ts";
import { listQuery } from "../lists/list-state.ts";
import { momentAt } from "../ui/clock.server.ts";
import { activityAttributes, type ShownActivity, showActivity } from "./activity.ts";
import { type ActivityListState, activityPath } from "./activity-list.ts";

/** The calls about what happened: the only file that names their JSON:API type. */

const activity = resource("activity", activityAttributes);

/** A page of events, newest first, as it is shown. */
export interface ActivityPage {
  readonly events: readonly ShownActivity[];
  readonly foot: ListFoot;
  /** The page that was asked for is not there any more: this is the newest one. */
  readonly isFirstInstead: boolean;
}

/** What is asked for, and how it is told. */
interface Telling {
  readonly query: Readonly<Record<string, string | number | boolean | null>>;
  readonly wish: PageWish;
  /** The workspace's: times that changed are told by its clock. */
  readonly timeZone: string;
  /** The path of the record whose history it is; "" for the log. */
  readonly here: string;
  readonly addressOf: (turn: PageTurn) => string;
}

async function list(api: Api, { query, wish, timeZone, here, addressOf }: Telling): Promise<ActivityPage> {
  const found = await findPage(wish, (cursor) =>
    api.list("/activities", activity, {
      query: { sort: "-occurred_at", ...query, ...cursor },
      failure: "Failed to fetch data",
    }),
  );
  const events = found.items.map((item) => showActivity(item, timeZone, here));
  return { events, foot: footOf(found, addressOf), isFirstInstead: found.isFirstInstead };
}

export interface HistoryWish {
  readonly wish?: PageWish;
  readonly timeZone: string;
  /** The record's own path. */
  readonly here: string;
  /** The page that shows them, for the addresses of the pages before and after. */
  readonly path: string;
}

/** What happened to a client. @throws ApiError "missing" where the service keeps no such history */
export function listOfClient(api: Api, clientId: string, { wish = null, path, ...told }: HistoryWish) {
  const addressOf = (turn: PageTurn) => `${path}?${new URLSearchParams(turnParameters(turn))}`;
  return list(api, { query: { "filter[client_id]": clientId }, wish, addressOf, ...told });
}

/** The newest of what happened to an opportunity, with the way to the rest. @param most how many */
export function listOfOpportunity(api: Api, id: string, most: number, told: Pick<HistoryWish, "timeZone" | "here">) {
  const query = { "filter[opportunity_id]": id, ...beginning(most) };
  return list(api, { query, wish: null, addressOf: () => `${activityPath}?opportunity=${id}`, ...told });
}

/** The newest of what happened in the workspace. @throws ApiError "forbidden" for whom the log is not */
export function listLatest(api: Api, most: number, timeZone: string): Promise<ActivityPage> {
  return list(api, { query: beginning(most), wish: null, here: "", timeZone, addressOf: () => activityPath });
}

const beginning = (most: number) => ({ "page[limit]": most, "page[count]": false });

/** A page of the log. Nobody counts it: it is read from its end. @throws ApiError "forbidden" for whom it is not */
export function listLog(api: Api, state: ActivityListState, timeZone: string): Promise<ActivityPage> {
  const query = {
    "filter[actor_account_id]": state.person,
    "filter[topic]": state.kind,
    "filter[opportunity_id]": state.opportunity,
    "filter[since]": state.from === null ? null : momentAt(`${state.from}T00:00`, timeZone),
    "filter[until]": state.until === null ? null : momentAt(`${dayAfter(state.until)}T00:00`, timeZone),
    "page[limit]": logPage,
    "page[count]": false,
  };
  const addressOf = (turn: PageTurn) => activityPath + listQuery(state, turn);
  return list(api, { query, wish: state.page, here: "", timeZone, addressOf });
}

/** Events on a page of the log. */
const logPage = 30;

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}
