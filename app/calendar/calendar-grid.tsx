import type { ShownDay, ShownEntry } from "./calendar-day.ts";
import { todayPlace } from "./calendar-state.ts";

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
}

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** The days of a month in rows of seven, one line for each entry; on phones a list of those that have something on them. */
export function CalendarGrid({ days }: { days: readonly GridDay[] }) {
  return (
    <div className="calendar month">
      <div className="weekdays small muted" aria-hidden="true">
        {weekdays.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <ol>
        {days.map((day) => (
          <li key={day.day} className={day.classes} aria-current={day.isToday ? "date" : undefined}>
            {day.isToday ? <span id={todayPlace} className="[position:absolute] md:hidden" /> : null}
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

/** The name and number of a day, which lead to its page. */
export function DayHeading({ day: { href, name, number } }: { day: GridDay }) {
  return (
    <h3 className="small">
      <a href={href}>
        <span className="name">{name} </span>
        <span className="num">{number}</span>
      </a>
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

/** An entry in one line: its shape, its hour, what it is. */
export function Entry({ entry: { href, label, kind, time, title, detail } }: { entry: ShownEntry }) {
  const isNamed = kind !== "showing" && kind !== "task" && kind !== "closing";
  return (
    <a
      className={`ev small ${kind}`}
      href={href}
      title={[label, title, detail].filter((part) => part !== "").join(", ")}
    >
      {time === "" ? null : <span className="num muted">{time}</span>}
      <span>
        {isNamed ? `${label} ` : <span className="vh">{label} </span>}
        {title}
      </span>
    </a>
  );
}
