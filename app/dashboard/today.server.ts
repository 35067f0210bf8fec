import { type FoundCalendar, type FoundEntry, findCalendar } from "../calendar/calendar.server.ts";
import { shownEntry } from "../calendar/calendar-day.ts";
import { daysOf } from "../calendar/calendar-range.server.ts";
import type { Api } from "../json-api/api.ts";
import { type OnFault, type Settled, settle } from "../json-api/settle.ts";
import { calendarPath } from "../record-paths.ts";
import { listTasks } from "../tasks/tasks.server.ts";
import { type Day, dayIn } from "../ui/date-format.ts";
import { isAbsent } from "../ui/not-loaded.tsx";
import { type AttentionItem, type AttentionList, mostOfGroup } from "./attention.ts";
import { type Present, taskItem } from "./attention-items.ts";
import type { StripDay } from "./week-strip.tsx";

/** What today and the days to come bring, as the dashboard shows it. */

const daysAhead = 6;
/** The most appointments and deadlines of today. */
const mostOfToday = 8;
/** Enough that today's tasks leave no appointment out: tasks are counted, and listed by themselves. */
const perDay = 30;

/** The days to come, in words. */
interface Week {
  readonly today: AttentionList;
  /** What stands in it, by the ids of the calendar. */
  readonly ids: ReadonlySet<string>;
  readonly strip: readonly StripDay[];
}

/** The calendar of the days to come, from today. The promise never rejects. */
export function loadWeek(api: Api, present: Present, onFault: OnFault): Promise<Settled<Week>> {
  const from = dayIn(present.timeZone, present.now);
  const range = { from, to: dayAfter(from, daysAhead), kind: null, agentId: null, perDay };
  return settle(api, async (api) => weekOf(await findCalendar(api, range), range, present), onFault);
}

function dayAfter(day: Day, days: number): Day {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

function weekOf({ days }: FoundCalendar, range: { from: Day; to: Day }, present: Present): Week {
  const today = days.find(({ day }) => day === range.from);
  const ahead = (today?.entries ?? []).filter(
    (entry) => entry.kind !== "task" && !isRequest(entry) && isAhead(entry, present),
  );
  const totals = new Map(days.map(({ day, total }) => [day, total]));
  return {
    today: {
      items: ahead.slice(0, mostOfToday).map((entry) => entryItem(entry, present)),
      hasMore: ahead.length > mostOfToday || (today !== undefined && today.total > today.entries.length),
    },
    ids: new Set(ahead.map(({ id }) => id)),
    strip: daysOf(range).map((day) => ({
      name: weekday.format(new Date(day)),
      number: String(Number(day.slice(8))),
      total: totals.get(day) ?? 0,
      href: `${calendarPath}?view=day&day=${day}&whose=everyone`,
    })),
  };
}

const weekday = new Intl.DateTimeFormat("en-US", { weekday: "short", timeZone: "UTC" });

/** What a client asked for stands once, among the requests. */
function isRequest({ kind, isConfirmed }: FoundEntry): boolean {
  return kind === "showing" && !isConfirmed;
}

function isAhead({ kind, isConfirmed, startsAt, durationMinutes }: FoundEntry, { now }: Present): boolean {
  if (kind === "closing" && isConfirmed) return false;
  return startsAt === null || Date.parse(startsAt) + (durationMinutes ?? 0) * 60_000 > now.getTime();
}

function entryItem(entry: FoundEntry, { timeZone, now }: Present): AttentionItem {
  const { href, label, time, there, title, detail } = shownEntry(entry, timeZone, now);
  const when = [time, there].filter((part) => part !== "").join(", ");
  return {
    id: entry.id,
    href,
    title: label,
    detail: [title, detail].filter((part) => part !== "").join(" · "),
    when: when === "" ? "Today" : when,
    at: entry.startsAt ?? dayIn(timeZone, now),
    isLate: false,
    photo: null,
  };
}

/** What is still ahead today, then the current user's tasks of today. The promise never rejects. */
export async function loadToday(
  api: Api,
  present: Present,
  week: Promise<Settled<Week>>,
  onFault: OnFault,
): Promise<Settled<AttentionList>> {
  const state = { whose: null, group: "today", sort: null, q: "", page: null } as const;
  const listing = settle(
    api,
    async (api) => {
      const { items, page } = await listTasks(api, state, present.me, mostOfGroup);
      return { items: items.map((task) => taskItem(task, present)), hasMore: page.after !== null };
    },
    onFault,
  );
  const [calendar, tasks] = await Promise.all([week, listing]);
  const lists = [calendar.ok ? calendar.data.today : null, tasks.ok ? tasks.data : null].filter(
    (list) => list !== null,
  );
  // A service without one of them has nothing of it today.
  const late = [calendar, tasks].find((part) => !part.ok && (!isAbsent(part) || lists.length === 0));
  if (late?.ok === false && lists.every(({ items }) => items.length === 0)) return late;
  return {
    ok: true,
    data: {
      items: lists.flatMap(({ items }) => items),
      hasMore: lists.some(({ hasMore }) => hasMore),
      ...(late?.ok === false && { late: late.code }),
    },
  };
}

/**
 * Without what "Today" says already.
 * @param kind of the entries that the group is about, which are called by it and the group's ids
 */
export async function withoutToday(
  panel: Promise<Settled<AttentionList>>,
  kind: "offers_due" | "offer_expires" | "inspection_deadline",
  week: Promise<Settled<Week>>,
): Promise<Settled<AttentionList>> {
  const [group, calendar] = await Promise.all([panel, week]);
  if (!group.ok || !calendar.ok) return group;
  const items = group.data.items.filter(({ id }) => !calendar.data.ids.has(`${kind}-${id}`));
  return { ok: true, data: { ...group.data, items } };
}

/** The days to come and how much stands on each. The promise never rejects. */
export async function stripOf(week: Promise<Settled<Week>>): Promise<Settled<readonly StripDay[]>> {
  const found = await week;
  return found.ok ? { ok: true, data: found.data.strip } : found;
}
