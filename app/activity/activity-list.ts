import { type PageTurn, type PageWish, readPageWish, turnParameters } from "../json-api/page-turn.ts";
import { isRecordId } from "../json-api/record.ts";
import { isDay } from "../ui/date-format.ts";

/** The log as its URL says it: of whom, about what, from when until when, and the page. */

export const activityPath = "/activity";

/** What events are about, by the service's words. */
export const topicLabels = {
  clients: "Clients",
  packages: "Properties",
  opportunities: "Opportunities",
  showings: "Showings",
  comments: "Comments",
  tasks: "Tasks",
  documents: "Documents",
  inspections: "Inspections",
  costs: "Costs",
  sharing: "Sharing",
  workspace: "Workspace",
} as const;
export type Topic = keyof typeof topicLabels;

export interface ActivityListState {
  /** The account of whoever did it. */
  readonly memberId: string | null;
  readonly topic: Topic | null;
  /** Days of the workspace's calendar, both included. */
  readonly from: string | null;
  readonly until: string | null;
  /** The opportunity that it is about, where one came from its page. */
  readonly opportunityId: string | null;
  readonly page: PageWish;
}

/** Reads the log's state; whatever it does not know, or cannot be, counts as not said. */
export function readListState(parameters: URLSearchParams): ActivityListState {
  const idOf = (name: string) => {
    const id = parameters.get(name) ?? "";
    return isRecordId(id) ? id : null;
  };
  const dayOf = (name: string) => {
    const day = parameters.get(name) ?? "";
    return isDay(day) ? day : null;
  };
  const topic = parameters.get("kind") ?? "";
  return {
    memberId: idOf("person"),
    topic: isTopic(topic) ? topic : null,
    from: dayOf("from"),
    until: dayOf("until"),
    opportunityId: idOf("opportunity"),
    page: readPageWish(parameters),
  };
}

function isTopic(text: string): text is Topic {
  return Object.hasOwn(topicLabels, text);
}

/** The state as a query string with its "?", empty for the log as it opens. */
export function writeListState(state: ActivityListState, turn: PageTurn | null = null): string {
  const parameters = new URLSearchParams(turnParameters(turn));
  const said = {
    person: state.memberId,
    kind: state.topic,
    from: state.from,
    until: state.until,
    opportunity: state.opportunityId,
  };
  for (const [name, value] of Object.entries(said)) if (value !== null) parameters.set(name, value);
  return parameters.size === 0 ? "" : `?${parameters}`;
}
