import { href } from "react-router";

/** The groups of records on the dashboard that need attention. */

/** A record that needs attention. */
export interface AttentionItem {
  readonly id: string;
  readonly href: string;
  readonly title: string;
  /** The client, and what else to know. */
  readonly detail: string;
  /** How urgent it is, in a few words. */
  readonly when: string;
  /** Its deadline has passed. */
  readonly isLate: boolean;
}

/** The first items of a group. */
export interface AttentionList {
  readonly items: readonly AttentionItem[];
  readonly hasMore: boolean;
}

/** Items of each group that the dashboard shows. */
export const mostOfGroup = 4;

export interface Group {
  readonly title: string;
  /** Shown where the group is empty. */
  readonly none: string;
  /** The list of all of them; null where there is none. */
  readonly list: { readonly href: string; readonly label: string } | null;
}

/** In the order of the dashboard, the most urgent first. */
export const groups = {
  contacts: { title: "From the public page", none: "No requests are waiting.", list: null },
  due: {
    title: "Offers due soon",
    none: "No offers are due in the next 7 days.",
    list: { href: `${href("/packages")}/?due=1w&sort=due`, label: "All due within a week" },
  },
  tasks: {
    title: "Overdue tasks",
    none: "You have no overdue tasks.",
    list: { href: `${href("/tasks")}?group=overdue`, label: "All overdue tasks" },
  },
  expiring: { title: "Offers awaiting a response", none: "No offers expire in the next 3 days.", list: null },
  requests: { title: "Unanswered showing requests", none: "No request is older than a day.", list: null },
  clients: { title: "Sent by clients", none: "Nothing sent by clients is waiting.", list: null },
  answers: {
    title: "Answers and questions of clients",
    none: "Every answer is read, and every question is answered.",
    list: null,
  },
  quiet: {
    title: "No activity for 7 days",
    none: "Every open deal has recent activity.",
    list: { href: `${href("/opportunities")}?stage=active`, label: "All open deals" },
  },
  uploads: { title: "Failed uploads", none: "No failed uploads.", list: null },
} satisfies Readonly<Record<string, Group>>;

export type GroupKey = keyof typeof groups;
export const groupKeys: readonly GroupKey[] = [
  "contacts",
  "due",
  "tasks",
  "expiring",
  "requests",
  "clients",
  "answers",
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
