import { Term } from "../../client-pages/term.tsx";
import { leafOf } from "../../client-pages/texts/format.ts";
import { useLanguage, useTexts } from "../../client-pages/texts/texts.ts";
import { type PortalDate, timeOf } from "../overview.ts";
import { usePortalPath } from "./portal-frame.tsx";

/** Showings and deadlines, the soonest first, each for the person's own calendar. */
export function DateList({ dates }: { dates: readonly PortalDate[] }) {
  const { home } = useTexts();
  if (dates.length === 0) return <p className="muted">{home.noDates}</p>;
  return (
    <ol className="lines">
      {dates.map((date) => (
        <DateLine key={date.id} date={date} />
      ))}
    </ol>
  );
}

function DateLine({ date }: { date: PortalDate }) {
  const { home, dates, terms } = useTexts();
  const language = useLanguage();
  const to = usePortalPath();
  const { id, kind, startsAt, onDay, durationMinutes, isConfirmed, otherTimes, property, timeZone } = date;
  const leaf = leafOf(language, startsAt ?? `${onDay}T00:00Z`, startsAt === null ? "UTC" : timeZone);
  const what = dates[kind](property);
  const details = [
    timeOf(language, date),
    durationMinutes === null ? null : dates.lasting(durationMinutes),
    isConfirmed ? null : otherTimes > 0 ? dates.oneOf(otherTimes + 1) : dates.unconfirmed,
  ].filter((text) => text !== null);
  return (
    <li className="dated">
      <div className="leaf" aria-hidden="true">
        <span>{leaf.month}</span>
        <b>{leaf.day}</b>
      </div>
      <div>
        <b>{what}</b>
        <div className="muted small">{details.join(", ")}</div>
        {otherTimes > 0 ? null : (
          <a
            className="small"
            href={to(`/dates/${encodeURIComponent(id)}/calendar.ics`)}
            aria-label={home.addToCalendarOf(what)}
          >
            {home.addToCalendar}
          </a>
        )}
        <Term of={terms.names[kind]}>{terms[kind]}</Term>
      </div>
    </li>
  );
}
