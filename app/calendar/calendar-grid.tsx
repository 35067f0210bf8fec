import type { ShownDay, ShownEntry } from "./calendar-day.ts";

/** A day as a cell of the grid. */
export interface GridDay extends ShownDay {
  /** "Mon", which stands beside the number where no line above all days has it. */
  readonly name: string;
  readonly number: string;
  readonly isToday: boolean;
  /** Of the month before or after, over, or without anything on it. */
  readonly classes: string | undefined;
  /** The page of this day alone. */
  readonly href: string;
  /** Where something is added to it; null for whoever may not. */
  readonly add: string | null;
}

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** The days of a month in rows of seven, one line for each entry; on phones a list of those that have something on them. */
export function CalendarGrid({ days }: { days: readonly GridDay[] }) {
  return (
    <div className={hasToday(days) ? "calendar month now" : "calendar month"}>
      <EarlierDays days={days} />
      <NothingPlanned days={days} />
      <div className="weekdays small muted" aria-hidden="true">
        {weekdays.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <ol>
        {days.map((day) => (
          <li key={day.day} className={day.classes} aria-current={day.isToday ? "date" : undefined}>
            <DayHeading day={day} />
            <ul>
              {day.entries.map((entry) => (
                <li key={entry.href + entry.label}>
                  <Entry entry={entry} />
                </li>
              ))}
              {day.more === 0 ? null : (
                <li>
                  <MoreOfDay day={day} />
                </li>
              )}
            </ul>
          </li>
        ))}
      </ol>
    </div>
  );
}

export const hasToday = (days: readonly GridDay[]) => days.some(({ isToday }) => isToday);

/** On phones a present week or month begins at today; this shows what was before. */
export function EarlierDays({ days }: { days: readonly GridDay[] }) {
  const isThere = hasToday(days) && days.some(({ classes = "" }) => /past$/.test(classes));
  return isThere ? (
    <p className="earlier" id="earlier">
      <a href="#earlier">Show earlier days</a>
    </p>
  ) : null;
}

/** Stands above days of which none has anything on it. */
export function NothingPlanned({ days }: { days: readonly GridDay[] }) {
  return days.every(({ classes = "" }) => classes.includes("free")) ? (
    <p className="muted pad">Nothing is planned for these days.</p>
  ) : null;
}

/** The name and number of a day, which lead to its page, and the way to add something to it. */
export function DayHeading({ day: { href, name, number, add } }: { day: GridDay }) {
  return (
    <h3 className="small">
      <a href={href}>
        <span className="name">{name} </span>
        <span className="num">{number}</span>
      </a>
      {add === null ? null : (
        <a className="add" href={add} aria-label={`Add to ${name} ${number}`} title="Add">
          +
        </a>
      )}
    </h3>
  );
}

/** The way to what a day has besides; nothing where it has no more. */
export function MoreOfDay({ day: { more, href, name, number } }: { day: GridDay }) {
  if (more === 0) return null;
  return (
    <a className="ev-more small" href={href}>
      +{more} more
      <span className="vh">
        {" "}
        on {name} {number}
      </span>
    </a>
  );
}

/** An entry in one line: its shape, its hour, whom and what it is about. */
export function Entry({ entry: { href, label, kind, time, title, detail, lead, where } }: { entry: ShownEntry }) {
  return (
    <a
      className={`ev small ${kind}`}
      href={href}
      title={[label, title, detail].filter((part) => part !== "").join(", ")}
    >
      {time === "" ? null : <span className="num muted">{time.replace(":00 ", " ")}</span>}
      <span>
        {lead}
        {where === "" ? null : <span className="vh">, {where}</span>}
      </span>
    </a>
  );
}
