import * as z from "zod/mini";
import { longDay, longTime } from "../client-pages/texts/format.ts";
import type { Language } from "../client-pages/texts/languages.ts";

/** What a client is asked to do, and the dates that come next. */

const task = z.object({
  id: z.string(),
  title: z.string(),
  dueOn: z.nullable(z.string()),
  isDone: z.boolean(),
  /** The street of the property that it is about. */
  property: z.nullable(z.string()),
});

const dateKinds = ["showing", "offers_due", "offer_expires", "inspection_deadline"] as const;

const date = z.object({
  /** Kind and id, as in "showing-…". */
  id: z.string(),
  kind: z.enum(dateKinds),
  /** The moment; null for a whole day, which `onDay` has then. */
  startsAt: z.nullable(z.string()),
  onDay: z.nullable(z.string()),
  durationMinutes: z.nullable(z.number()),
  isConfirmed: z.boolean(),
  /** Of a request: how many other times it names, of which one will be confirmed. */
  otherTimes: z.catch(z.number(), 0),
  /** Of a request: who of the house asked for it; null for the person who reads. */
  askedBy: z.catch(z.nullable(z.string()), null),
  sequence: z.number(),
  property: z.string(),
  place: z.string(),
  timeZone: z.string(),
  updatedAt: z.string(),
});

export const overviewAttributes = { tasks: z.array(task), dates: z.array(date) };

export type PortalTask = z.output<typeof task>;
export type PortalDate = z.output<typeof date>;

/** When a date is, on the clock of its property: "Tuesday, November 24 at 11:30 AM PST", or the whole day. */
export function timeOf(language: Language, { startsAt, onDay, timeZone }: PortalDate): string {
  if (startsAt !== null) return longTime(language, startsAt, timeZone);
  return onDay === null ? "" : longDay(language, onDay);
}
