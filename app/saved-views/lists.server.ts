import * as activity from "../activity/activity-list.ts";
import * as calendar from "../calendar/calendar-state.ts";
import * as clients from "../clients/client-list.ts";
import { listState as clientState } from "../clients/client-list-state.ts";
import * as documents from "../documents/document-list.ts";
import { listQuery, readList } from "../lists/list-state.ts";
import * as opportunities from "../opportunities/opportunity-list.ts";
import * as packages from "../packages/package-list.ts";
import * as tasks from "../tasks/task-list.ts";

/** The lists that have saved views. */

/** Query parameters of a list's address, by their names. */
export type Parameters = Readonly<Record<string, string>>;

interface SavedList {
  /** The list's address without its state. */
  readonly path: string;
  /** As its page is called. */
  readonly title: string;
  /** The link to the list without any search, filter or sort. */
  readonly all: string;
  /** The query string of what can be read of the parameters, with its "?": the same state always gives the same text. */
  readonly queryOf: (parameters: URLSearchParams) => string;
}

/** The lists, by the service's names. */
export const savedLists = {
  clients: {
    path: clients.listPath,
    title: "Clients",
    all: "All clients",
    queryOf: (parameters) => listQuery(readList(clientState, parameters)),
  },
  packages: {
    path: packages.listPath,
    title: "Properties",
    all: "All properties",
    queryOf: (parameters) => listQuery(readList(packages.listState, parameters)),
  },
  opportunities: {
    path: opportunities.listPath,
    title: "Pipeline",
    all: "All opportunities",
    queryOf: (parameters) => listQuery(readList(opportunities.listState, parameters)),
  },
  tasks: {
    path: tasks.tasksPath,
    title: "Tasks",
    all: "My tasks",
    queryOf: (parameters) => listQuery(readList(tasks.listState, parameters)),
  },
  documents: {
    path: documents.documentsPath,
    title: "Document center",
    all: "All documents",
    queryOf: (parameters) => listQuery(readList(documents.listState, parameters)),
  },
  activity: {
    path: activity.activityPath,
    title: "Activity",
    all: "All activity",
    queryOf: (parameters) => listQuery(readList(activity.listState, parameters)),
  },
  calendar: {
    path: calendar.calendarPath,
    title: "Calendar",
    all: "This month",
    queryOf: (parameters) => listQuery(calendar.keptState(readList(calendar.calendarState, parameters))),
  },
} as const satisfies Readonly<Record<string, SavedList>>;
export type ListName = keyof typeof savedLists;

/** Whether there are saved views of what a text names. */
export function isListName(text: string): text is ListName {
  return Object.hasOwn(savedLists, text);
}
