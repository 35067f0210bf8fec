import { createContext, type ReactNode, useContext } from "react";
import { type Day, formatDay, formatMoment, formatRecent } from "./date-format.ts";

type Clock = { timeZone: string; today: Day | null };

const ClockContext = createContext<Clock>({ timeZone: "UTC", today: null });

type ClockProviderProps = { timeZone: string; today: Day; children: ReactNode };

/**
 * The workspace's time zone and its present day (`dayIn`), both out of a loader: so server and browser write the same, and a
 * page that says "Today" has another ETag tomorrow.
 */
export function ClockProvider({ timeZone, today, children }: ClockProviderProps) {
  return <ClockContext value={{ timeZone, today }}>{children}</ClockContext>;
}

type DateTimeProps = { value: string | null; form?: "recent" | "moment" | "day" };

/**
 * A moment, in the workspace's time zone. `recent` ("Today, 9:12 AM", "Nov 12") for tables, `moment`
 * ("Mon, Jan 1, 2024, 3:00 PM UTC") for facts, `day` ("Jan 1, 2024"). A dash for null.
 */
export function DateTime({ value, form = "recent" }: DateTimeProps) {
  const { timeZone, today } = useContext(ClockContext);
  if (value === null) return "—";
  const moment = formatMoment(value, timeZone);
  if (moment === "") return "—";
  // With an attribute for machines it would be the longest part of a row that no other row has.
  if (form === "day") return <span title={moment}>{formatDay(value, timeZone)}</span>;
  if (form === "recent" && today !== null) return <span title={moment}>{formatRecent(value, timeZone, today)}</span>;
  return <time dateTime={value}>{moment}</time>;
}
