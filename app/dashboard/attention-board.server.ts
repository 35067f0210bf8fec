import type { Settled, SettledCode } from "../json-api/settle.ts";
import { dayIn } from "../ui/date-format.ts";
import { isAbsent } from "../ui/not-loaded.tsx";
import {
  type AttentionBoard,
  type AttentionItem,
  type AttentionList,
  type GroupKey,
  groupKeys,
  groups,
  type SectionKey,
  sectionKeys,
} from "./attention.ts";
import type { Present } from "./attention-items.ts";

/** How many items of each part stand there at first: together they fit two screens. */
const mostAtFirst: Readonly<Record<SectionKey, number>> = { late: 6, today: 6, week: 5, quiet: 2 };

interface BoardOptions {
  /** Decides what is of today. */
  readonly present: Present;
  /** Whose records these are; null for everybody's. */
  readonly agent: string | null;
  /** Whether all that was loaded is shown. */
  readonly isAll: boolean;
}

/** What comes first of all, then by time; what is due at one moment keeps its place from one look to the next. */
const byTime = (one: AttentionItem, other: AttentionItem) =>
  Number(other.isFirst ?? false) - Number(one.isFirst ?? false) ||
  one.at.localeCompare(other.at) ||
  one.detail.localeCompare(other.detail);

/** Puts all that needs attention in the order of time. The promise never rejects: groups that could not be loaded are named. */
export async function boardOf(
  panels: Readonly<Record<GroupKey, Promise<Settled<AttentionList>>>>,
  { present, agent, isAll }: BoardOptions,
): Promise<AttentionBoard> {
  const settled = await Promise.all(groupKeys.map(async (key) => ({ key, group: await panels[key] })));
  const found = settled.flatMap(({ key, group }) => (group.ok ? [{ key, ...group.data }] : []));
  const items = found.flatMap(({ key, items }) => items.map((item) => partOf(key, item, present)));
  const sections = sectionKeys.map((key) => {
    const own = items.filter(({ section }) => section === key).map(({ item }) => item);
    return { key, all: own.toSorted(byTime) };
  });
  const shown = sections.map(({ key, all }) => ({ key, items: isAll ? all : all.slice(0, mostAtFirst[key]) }));
  const more = found.filter(({ hasMore }) => hasMore);
  const unlisted = more
    .filter(({ key }) => groups[key].list === null)
    .reduce((sum, { items, total }) => sum + Math.max(1, (total ?? 0) - items.length), 0);
  return {
    sections: shown.filter(({ items }) => items.length > 0),
    total: items.length + unlisted,
    isWhole:
      isAll || (unlisted === 0 && shown.every(({ items }, place) => items.length === sections[place]?.all.length)),
    lists: listsOf(more, agent),
    unlisted,
    failed: [
      ...failedOf(
        settled.flatMap(({ key, group }) => (group.ok || isAbsent(group) ? [] : [{ key, code: group.code }])),
        false,
      ),
      ...failedOf(
        found.flatMap(({ key, late }) => (late === undefined ? [] : [{ key, code: late }])),
        true,
      ),
    ],
  };
}

/** What somebody waits for is as urgent as what is late. */
const waiting: ReadonlySet<GroupKey> = new Set(["deletions", "contacts", "held", "clients", "answers", "uploads"]);

function partOf(
  key: GroupKey,
  item: AttentionItem,
  { timeZone, now }: Present,
): { readonly section: SectionKey; readonly item: AttentionItem } {
  if (item.isLate || waiting.has(key)) return { section: "late", item: { ...item, isLate: true } };
  if (key === "today" || key === "quiet") return { section: key, item };
  const day = item.at.includes("T") ? dayIn(timeZone, new Date(item.at)) : item.at;
  return { section: day === dayIn(timeZone, now) ? "today" : "week", item };
}

/** The lists of what does not stand there, each once. */
function listsOf(
  more: readonly (AttentionList & { readonly key: GroupKey })[],
  agent: string | null,
): AttentionBoard["lists"] {
  const found = more.flatMap(({ key, total }) => {
    const { list } = groups[key];
    if (list === null) return [];
    const { href, isByAgent } = list;
    const label = total == null ? list.label : `${list.label} (${total})`;
    return [{ label, href: agent !== null && isByAgent ? `${href}&agent=${encodeURIComponent(agent)}` : href }];
  });
  return [...new Map(found.map((list) => [list.href, list])).values()];
}

/** As one where the service has none of them, or is slow. */
function failedOf(
  groupsLeft: readonly { key: GroupKey; code: SettledCode }[],
  isPart: boolean,
): AttentionBoard["failed"] {
  const titles = new Map<SettledCode, string[]>();
  for (const { key, code } of groupsLeft) titles.set(code, [...(titles.get(code) ?? []), groups[key].title]);
  return Array.from(titles, ([code, names]) => ({ ok: false as const, code, titles: names.join(", "), isPart }));
}
