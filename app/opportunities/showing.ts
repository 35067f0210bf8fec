import * as z from "zod/mini";
import type { Versioned } from "../json-api/record.ts";
import { isLocalTime } from "../ui/date-format.ts";
import { optionalNumber, optionalText, requiredText } from "../ui/form-values.ts";

/** An appointment to see the property of an opportunity. */

/** What a service says about a showing beside its id. */
export const showingAttributes = {
  state: z.string(),
  startsAt: z.string(),
  /** Whether only its day is known. */
  isTimeGuessed: z.catch(z.boolean(), false),
  durationMinutes: z.number(),
  note: z.nullable(z.string()),
  /** Of a client who asked for it; null where staff did. */
  requestedByName: z.nullable(z.string()),
  /** The same for the times of one request; null for what staff arranged. */
  requestId: z.nullable(z.string()),
  /** Of the event in people's calendars (RFC 5545 3.8.4.7): stays the same whatever changes about it. */
  uid: z.string(),
  /** Of the same (RFC 5545 3.8.7.4): grows with every change. */
  sequence: z.number(),
  insertedAt: z.string(),
  updatedAt: z.string(),
  opportunityId: z.string(),
};
export interface Showing extends Versioned, z.output<z.ZodMiniObject<typeof showingAttributes>> {}

const labels: Readonly<Record<string, string>> = {
  requested: "Requested",
  confirmed: "Confirmed",
  cancelled: "Cancelled",
  held: "Completed",
};

/** What people call a showing's state; a service's newer word stands for itself. */
export function labelOfShowing(state: string): string {
  return labels[state] ?? state.replaceAll("_", " ");
}

/** Whether a showing is requested or agreed on, and not over. */
export function isArranged({ state }: Pick<Showing, "state">): boolean {
  return state === "requested" || state === "confirmed";
}

/** Which time of a request is confirmed; nothing where there is one time alone. */
export const decisionForm = z.object({ chosen: z.optional(optionalText(60)) });

const usualMinutes = 30;

/** What is typed about a showing; the time is by the clock of the property. */
export const showingForm = z.object({
  startsAt: requiredText("Enter the showing date and time.", 16).check(
    z.refine((typed) => typed === "" || isLocalTime(typed), "Showing must be a date and a time."),
  ),
  durationMinutes: optionalNumber({
    min: 5,
    max: 1440,
    whole: true,
    message: "Length must be a whole number of minutes, from 5 to 1,440.",
  }),
  note: optionalText(1000),
  /** By which clock the form was filled in. */
  timeZone: z.optional(z.string()),
});
export type TypedShowing = z.output<typeof showingForm>;

/** The same as text, as a form shows a showing at first. */
export type ShowingFields = { readonly [field in Exclude<keyof TypedShowing, "timeZone">]: string };

/** How a form for a new showing begins. */
export const freshShowing: ShowingFields = { startsAt: "", durationMinutes: String(usualMinutes), note: "" };

/** How long a showing takes when nobody has said, in minutes. */
export function minutesOf({ durationMinutes }: TypedShowing): number {
  return durationMinutes ?? usualMinutes;
}
