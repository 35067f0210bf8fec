/** What on a dashboard waits for somebody: groups of records, each a link to the thing itself. */

/** One thing that waits. */
export interface Waiting {
  readonly id: string;
  readonly href: string;
  readonly title: string;
  /** Whom or what it is about besides. */
  readonly detail: string;
  /** How urgent it is, in a few words. */
  readonly when: string;
  /** Its time is over already. */
  readonly isLate: boolean;
}

/** The beginning of a group. */
export interface WaitingList {
  readonly items: readonly Waiting[];
  readonly hasMore: boolean;
}

/** How many of each group stand on the dashboard. */
export const mostOfGroup = 4;

export interface Group {
  readonly title: string;
  /** Said where nothing waits. */
  readonly none: string;
  /** Where all of them are; null where there is no such list. */
  readonly list: { readonly href: string; readonly label: string } | null;
}

/** In the order of the dashboard: what cannot be made good tomorrow comes first. */
export const groups = {
  due: {
    title: "Offers due soon",
    none: "No offers are due in the next 7 days.",
    list: { href: "/packages/?due=1w&sort=due", label: "All that are due within a week" },
  },
  tasks: {
    title: "Tasks overdue",
    none: "None of your tasks is overdue.",
    list: { href: "/tasks?group=overdue", label: "All that are overdue" },
  },
  expiring: { title: "Offers without an answer", none: "No offer runs out in the next 3 days.", list: null },
  requests: { title: "Requests unanswered", none: "No request has waited for more than a day.", list: null },
  silent: {
    title: "Silent for 7 days",
    none: "No open deal has been silent for 7 days.",
    list: { href: "/opportunities?stage=active", label: "All open deals" },
  },
  uploads: { title: "Uploads that failed", none: "No upload of yours has failed.", list: null },
} satisfies Readonly<Record<string, Group>>;

export type GroupKey = keyof typeof groups;
export const groupKeys: readonly GroupKey[] = ["due", "tasks", "expiring", "requests", "silent", "uploads"];

/** "Maya" of "Maya Okafor". */
export function firstNameOf(name: string): string {
  return name.trim().split(/\s+/)[0] ?? name;
}

/** "Maya Okafor", "Maya Okafor and 2 more"; "" for nobody. */
export function sayClients(names: readonly string[]): string {
  const [first = "", ...others] = names;
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}
