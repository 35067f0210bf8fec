import { href, type RouterContextProvider } from "react-router";
import { Temporal } from "temporal-polyfill";
import { findCalendar } from "../calendar/calendar.server.ts";
import { usualWhose } from "../calendar/calendar-state.ts";
import { listDocumentsKeptOnDevices } from "../documents/documents.server.ts";
import { offers } from "../json-api/service.ts";
import {
  calendarPath,
  clientPath,
  messagesPath,
  newClientPath,
  newTaskPath,
  opportunityPath,
  packagePath,
  tasksPath,
} from "../record-paths.ts";
import { upstreamContext } from "../session/context.ts";
import { agentOf, apiOf, load, todayOf } from "../session/session.server.ts";

type Context = Readonly<RouterContextProvider>;

const mostPages = 50;
const mostBytes = 25 * 1024 * 1024;
const hoursAhead = 48;

/**
 * The addresses of the pages that somebody needs today and tomorrow, the most needed first: their lists, and the deals, clients and
 * properties with something within 48 hours, soonest first. One call of the service.
 */
export async function todaysPages(context: Context, now = new Date()): Promise<readonly string[]> {
  const { service } = context.get(upstreamContext).records;
  const has = (word: string, ...paths: readonly string[]) => (offers(service, word) ? paths : []);
  const { person, can } = agentOf(context);
  const today = todayOf(context);
  const [tomorrow, last] = [1, 2].map((days) => String(Temporal.PlainDate.from(today).add({ days })));
  const dayPaths = [today, tomorrow].map((day) => `${calendarPath}?view=day&day=${day}`);
  const lists = [
    href("/dashboard"),
    // As the device's own menu opens it.
    ...has("calendar", `${calendarPath}?view=day`, ...dayPaths, calendarPath),
    ...has("tasks", tasksPath, ...(can("tasks.create") ? [newTaskPath()] : [])),
    ...(can("clients.create") ? [newClientPath] : []),
    ...has("message_threads", messagesPath),
    href("/waiting"),
  ];
  if (!offers(service, "calendar")) return lists;
  const isMine = usualWhose(can("opportunities.create")) === "mine";
  const wanted = { from: today, to: last ?? today, perDay: 200, kind: null, agentId: isMine ? person.id : null };
  const { days } = await load(findCalendar(apiOf(context), wanted));
  const end = new Date(now.getTime() + hoursAhead * 3_600_000).toISOString();
  const soon = days.flatMap(({ entries }) => entries).filter(({ startsAt }) => startsAt === null || startsAt <= end);
  const dated = soon.filter(({ onDay }) => onDay === null || onDay !== last);
  return [...new Set([...lists, ...dated.flatMap(pagesOf)])].slice(0, mostPages);
}

type Entry = Awaited<ReturnType<typeof findCalendar>>["days"][number]["entries"][number];

function pagesOf({ subjectType, subjectId, clientId, packageId }: Entry): readonly string[] {
  return [
    ...(subjectType === "opportunity" ? [opportunityPath(subjectId)] : []),
    ...(clientId == null ? [] : [clientPath(clientId)]),
    ...(subjectType === "package" ? [packagePath(subjectId)] : []),
    ...(packageId == null ? [] : [packagePath(packageId)]),
  ];
}

/** A document whose file devices keep. */
export interface KeptDocument {
  readonly href: string;
  readonly bytes: number;
}

/**
 * The documents that somebody marked for devices and the current user may see, newest first, up to 25 MB: what does not fit is left out.
 * One call of the service, and none where it knows no such mark.
 */
export async function keptDocuments(context: Context): Promise<readonly KeptDocument[]> {
  const kept = await load(listDocumentsKeptOnDevices(apiOf(context)));
  let left = mostBytes;
  return kept.flatMap(({ id, size: bytes }) => {
    if (bytes > left) return [];
    left -= bytes;
    return [{ href: href("/documents/:documentId/content", { documentId: id }), bytes }];
  });
}
