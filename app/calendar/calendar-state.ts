import { href } from "react-router";
import { defineList, type StateOf } from "../lists/define-list.ts";
import { oneOf, recordIdOrNull } from "../lists/list-state.ts";
import { calendarPath } from "../record-paths.ts";
import { type Day, isDay } from "../ui/date-format.ts";

/** The state of the calendar in its URL. */

export const addPath = href("/calendar/new");

/** Where something is added to a day. */
export function addTo(day: Day): string {
  return `${addPath}?day=${day}`;
}

const views = ["month", "week", "list", "day"] as const;
export type CalendarView = (typeof views)[number];

const kinds = ["showing", "offers_due", "offer_expires", "inspection_deadline", "closing", "task"] as const;

const readView = oneOf(views);

/** What a saved view keeps of it: not the day, and not that it is a month, which it is without saying so. */
export function keptState<State extends { readonly view: CalendarView }>(state: State) {
  return { ...state, day: null, view: state.view === "month" ? null : state.view };
}

export const calendarList = defineList(
  {
    name: "calendar",
    path: calendarPath,
    title: "Calendar",
    all: "This month",
    filters: {
      view: { read: (text: string): CalendarView => readView(text) ?? "month" },
      /** A day of what is shown; null: today. Centuries of which no calendar tells are read as today. */
      day: { read: (text: string) => (isDay(text) && text >= "1970" && text < "2200" ? text : null) },
      /** "mine", "everyone", or the id of the agent whose dates are shown; null: the usual ones, see `usualWhose`. */
      whose: { read: recordIdOrNull },
      kind: { read: oneOf(kinds) },
    },
  },
  { kept: keptState },
);

export type CalendarState = StateOf<typeof calendarList>;

/** Whose dates the calendar opens with: one's own, or everyone's for those who have no deals of their own. */
export function usualWhose(hasOwnDeals: boolean): "mine" | "everyone" {
  return hasOwnDeals ? "mine" : "everyone";
}

/** The filter by a colleague, who is written as `whose`. */
export const colleagueFilter = { name: "colleague", kind: "colleagues" } as const;
