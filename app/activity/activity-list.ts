import { href } from "react-router";
import { defineList, type StateOf } from "../lists/define-list.ts";
import { dayOrNull, recordIdOrNull } from "../lists/list-state.ts";

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

export const activityList = defineList({
  name: "activity",
  path: activityPath,
  title: "Activity",
  all: "All activity",
  filters: {
    /** The account of the person who did it. */
    person: {
      read: recordIdOrNull,
      label: "Person",
      pick: { kind: "colleagues", all: { label: "Anyone" } },
    },
    kind: {
      read: (text: string) => (isTopic(text) ? text : null),
      label: "Kind",
      said: null,
      options: () => [
        { value: "", label: "All activity" },
        ...Object.entries(topicLabels).map(([value, label]) => ({ value, label })),
      ],
    },
    /** Days of the workspace's calendar, both included. */
    from: { read: dayOrNull, label: "From", isDay: true },
    until: { read: dayOrNull, label: "Until", isDay: true },
    opportunity: { read: recordIdOrNull },
  },
  page: { subtitle: "Everything that changed in this workspace", toolbar: "Filter activity" },
});

export type ActivityListState = StateOf<typeof activityList>;
