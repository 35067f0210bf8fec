import { href } from "react-router";
import { defineList } from "../lists/define-list.ts";
import { dayOrNull, type ListState, recordIdOrNull } from "../lists/list-state.ts";

/** What events are about, by the service's names. */
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

const isTopic = (text: string): text is Topic => Object.hasOwn(topicLabels, text);

export const activityPath = href("/activity");

export const listState = {
  /** The account of the person who did it. */
  person: recordIdOrNull,
  kind: (text: string) => (isTopic(text) ? text : null),
  /** Days of the workspace's calendar, both included. */
  from: dayOrNull,
  until: dayOrNull,
  opportunity: recordIdOrNull,
};
export type ActivityListState = ListState<typeof listState>;

export const activityList = defineList({
  name: "activity",
  path: activityPath,
  title: "Activity",
  all: "All activity",
  readings: listState,
});

/** The filter by the person who did it. */
export const personFilter = { name: "person", gone: "Former colleague", noun: "colleague" } as const;
