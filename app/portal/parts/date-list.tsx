import { Icon } from "../../client-pages/icon.tsx";
import { Term } from "../../client-pages/term.tsx";
import { leafOf } from "../../client-pages/texts/format.ts";
import { useLanguage, useTexts } from "../../client-pages/texts/texts.ts";
import { type PortalDate, timeOf } from "../overview.ts";
import { usePortalPath } from "./portal-frame.tsx";

/** Showings and deadlines, the soonest first, each for the person's own calendar. */
export function DateList({ dates }: { dates: readonly PortalDate[] }) {
  const { home, terms } = useTexts();
  if (dates.length === 0) return <p className="muted">{home.noDates}</p>;
  return (
    <>
      <ol className="rows">
        {dates.map((date) => (
          <DateLine key={date.id} date={date} />
        ))}
      </ol>
      {[...new Set(dates.map(({ kind }) => kind))].map((kind) => (
        <Term key={kind} of={terms.names[kind]} isNamed>
          {terms[kind]}
        </Term>
      ))}
    </>
  );
}

function DateLine({ date }: { date: PortalDate }) {
  const { home, dates } = useTexts();
  const language = useLanguage();
  const to = usePortalPath();
  const { id, kind, startsAt, onDay, durationMinutes, isConfirmed, otherTimes, askedBy, property, timeZone } = date;
  const leaf = leafOf(language, startsAt ?? `${onDay}T00:00Z`, startsAt === null ? "UTC" : timeZone);
  const what = dates[kind](property);
  const details = [
    timeOf(language, date),
    durationMinutes === null ? null : dates.lasting(durationMinutes),
    isConfirmed ? null : otherTimes > 0 ? dates.oneOf(otherTimes + 1, askedBy) : dates.unconfirmed(askedBy),
  ].filter((text) => text !== null);
  return (
    <li>
      <div className="date" aria-hidden="true">
        <span>{leaf.month}</span>
        <b>{leaf.day}</b>
      </div>
      <div className="g">
        <b>{what}</b>
        <div className="muted small">{details.join(", ")}</div>
      </div>
      {otherTimes > 0 ? null : (
        <a
          className="btn q"
          href={to(`/dates/${encodeURIComponent(id)}/calendar.ics`)}
          aria-label={home.addToCalendarOf(what)}
        >
          <Icon name="cal" />
          <span className="max-md:hidden">{home.addToCalendar}</span>
        </a>
      )}
    </li>
  );
}
