/** Answers to invitations, which calendars send as a file (iTIP, RFC 5546, 3.2.3). */
import type { Attachment } from "postal-mime";

export interface CalendarAnswer {
  readonly answer: "accepted" | "declined" | "tentative";
  /** What it is an answer to; empty where it is not said. */
  readonly summary: string;
  /** As the calendar says it: "20261127T150000Z", or a day; null where it does not. */
  readonly start: string | null;
}

const answers = new Map<string, CalendarAnswer["answer"]>([
  ["ACCEPTED", "accepted"],
  ["DECLINED", "declined"],
  ["TENTATIVE", "tentative"],
]);

/** Null for whatever is no answer: an invitation is a file. */
export function readCalendarAnswer({ mimeType, content, method }: Attachment): CalendarAnswer | null {
  if (mimeType !== "text/calendar" && mimeType !== "application/ics") return null;
  const text = typeof content === "string" ? content : new TextDecoder().decode(content);
  // Long lines go on behind a blank (RFC 5545, 3.1).
  const lines = text.replace(/\r?\n[ \t]/g, "").split(/\r?\n/);
  const event = lines.slice(Math.max(0, lines.indexOf("BEGIN:VEVENT")));
  const propertyOf = (name: string) => event.find((line) => /^[A-Z-]+/.exec(line)?.[0] === name) ?? "";
  const status = /;PARTSTAT="?([A-Z-]+)/i.exec(propertyOf("ATTENDEE"))?.[1]?.toUpperCase() ?? "";
  const answer = answers.get(status);
  if (answer === undefined || (method !== "REPLY" && !lines.includes("METHOD:REPLY"))) return null;
  const summary = propertyOf("SUMMARY").slice(0, 500);
  const [start = null] = /\d{8}(?:T\d{6}Z?)?$/.exec(propertyOf("DTSTART").trimEnd()) ?? [];
  const words = summary.slice(summary.indexOf(":") + 1).replace(/\\[nN]/g, " ");
  return { answer, summary: words.replace(/\\(.)/g, "$1").trim(), start };
}
