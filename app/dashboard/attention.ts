import { href } from "react-router";
import type { SettledCode } from "../json-api/settle.ts";

/** The groups of records on the dashboard that need attention. */

/** A record that needs attention. */
export interface AttentionItem {
  readonly id: string;
  readonly href: string;
  /** What is to be done, or what comes. */
  readonly title: string;
  /** The property, the client, and what else to know. */
  readonly detail: string;
  /** How urgent it is, in a few words; and the day or moment by which the list is ordered. */
  readonly when: string;
  readonly at: string;
  /** Its deadline has passed. */
  readonly isLate: boolean;
  /** It stands before all others until it is settled. */
  readonly isFirst?: boolean;
  /** The face before it, by the name and the picture; or the photo of the property, null for the drawing of a house. */
  readonly face?: { readonly name: string; readonly picture: string | null };
  readonly photo?: string | null;
  /** The way to deal with it, as in "Confirm". */
  readonly step?: { readonly label: string; readonly href: string };
  /** The key of the form that completes it, of a task that the current user may complete. */
  readonly completion?: string;
}

/** The first items of a group. */
export interface AttentionList {
  readonly items: readonly AttentionItem[];
  readonly hasMore: boolean;
  /** Of the whole group, where it was counted. */
  readonly total?: number | null;
  /** Why a part of them could not be loaded. */
  readonly late?: SettledCode;
}

/** The parts of the list, by time. */
export const sectionTitles = {
  late: "Late and waiting",
  today: "Today",
  week: "Next 7 days",
  quiet: "Quiet",
} as const;

export type SectionKey = keyof typeof sectionTitles;
export const sectionKeys: readonly SectionKey[] = ["late", "today", "week", "quiet"];

/** All that needs attention, in the order of time. */
export interface AttentionBoard {
  /** Those that have something in them. */
  readonly sections: readonly { readonly key: SectionKey; readonly items: readonly AttentionItem[] }[];
  /** How many items there are but for those of other lists, and whether all that are shown here at most stand there. */
  readonly total: number;
  readonly isWhole: boolean;
  /** Where those are that were not loaded; and how many are in no list. */
  readonly lists: readonly { readonly label: string; readonly href: string }[];
  readonly unlisted: number;
  /** Groups that could not be loaded, or not all of them, by reason: "Overdue tasks, Offers due soon". */
  readonly failed: readonly {
    readonly ok: false;
    readonly code: SettledCode;
    readonly titles: string;
    readonly isPart: boolean;
  }[];
}

/** Items of each group that the dashboard loads, and those on the page that shows all. */
export const mostOfGroup = 4;
export const mostOfAll = 100;

export interface Group {
  readonly title: string;
  /** The list of all of them; null where there is none. */
  readonly list: { readonly href: string; readonly label: string; readonly isByAgent: boolean } | null;
}

/** In the order of the dashboard, the most urgent first. A group without items is not shown. */
export const groups = {
  today: { title: "Today", list: { href: `${href("/calendar")}?view=day`, label: "All of today", isByAgent: false } },
  tasks: {
    title: "Overdue tasks",
    list: { href: `${href("/tasks")}?group=overdue`, label: "All overdue tasks", isByAgent: false },
  },
  contacts: { title: "From the public page", list: null },
  held: {
    title: "From the public page, to look through",
    list: { href: href("/clients/requests"), label: "All requests to look through", isByAgent: false },
  },
  deletions: { title: "Asks to be deleted", list: null },
  clients: { title: "Sent by clients", list: null },
  answers: { title: "Answers and questions of clients", list: null },
  due: {
    title: "Offers due soon",
    list: { href: `${href("/packages")}/?due=1w&sort=due`, label: "All due within a week", isByAgent: true },
  },
  expiring: {
    title: "Offers awaiting a response",
    list: {
      href: `${href("/opportunities")}?stage=offer_sent`,
      label: "All deals with an offer sent",
      isByAgent: true,
    },
  },
  deadlines: {
    title: "Inspections and closings",
    list: { href: `${href("/opportunities")}?stage=active`, label: "All open deals", isByAgent: true },
  },
  quiet: {
    title: "No activity for 7 days",
    list: { href: `${href("/opportunities")}?stage=active`, label: "All open deals", isByAgent: true },
  },
  uploads: { title: "Failed uploads", list: null },
} satisfies Readonly<Record<string, Group>>;

export type GroupKey = keyof typeof groups;
export const groupKeys: readonly GroupKey[] = [
  "deletions",
  "today",
  "tasks",
  "contacts",
  "held",
  "clients",
  "answers",
  "due",
  "expiring",
  "deadlines",
  "quiet",
  "uploads",
];

/** "Maya" of "Maya Okafor". */
export function firstNameOf(name: string): string {
  return name.trim().split(/\s+/)[0] ?? name;
}

/** "Maya Okafor", "Maya Okafor and 2 more"; "" for none. */
export function formatClientNames(names: readonly string[]): string {
  const [first = "", ...others] = names;
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}
