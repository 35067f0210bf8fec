import type { ShownDay, ShownEntry } from "./calendar-day.ts";

/** A day as a cell of the grid. */
export interface GridDay extends ShownDay {
  /** "Mon, Nov", which phones show before the number, where the days are a list. */
  readonly name: string;
  readonly number: string;
  readonly isToday: boolean;
  /** It belongs to the month before or after. */
  readonly isOut: boolean;
  /** The page of this day alone. */
  readonly href: string;
}

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/**
 * Days in rows of seven. A week, `isLong`, has room for the clients, and is a list on phones; the days of a month are numbers with
 * dots there, and lead to the pages of the days.
 */
export function CalendarGrid({ days, isLong }: { days: readonly GridDay[]; isLong: boolean }) {
  return (
    <div className={isLong ? "sheet calendar long" : "sheet calendar month"}>
      <div className="week small muted" aria-hidden="true">
        {weekdays.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <ol className="week">
        {days.map((day) => (
          <li key={day.day} className={classesOf(day)} aria-current={day.isToday ? "date" : undefined}>
            <h3 className="small">
              <a href={day.href}>
                <span className="name">{day.name} </span>
                <span className="num">{day.number}</span>
              </a>
            </h3>
            <ul>
              {day.entries.map((entry) => (
                <li key={entry.href + entry.label} className={entry.kind}>
                  <Entry entry={entry} isLong={isLong} />
                </li>
              ))}
            </ul>
            {day.more === 0 ? null : (
              <a className="link small" href={day.href}>
                +{day.more} more<span className="vh"> on {day.name + day.number}</span>
              </a>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

function classesOf({ entries, isOut }: GridDay): string | undefined {
  const classes = [isOut ? "out" : "", entries.length === 0 ? "free" : ""].filter((name) => name !== "");
  return classes.length === 0 ? undefined : classes.join(" ");
}

function Entry({
  entry: { href, label, short, time, there, title, detail },
  isLong,
}: {
  entry: ShownEntry;
  isLong: boolean;
}) {
  return (
    <a href={href}>
      <span className="muted">
        {time === "" ? "" : `${time} `}
        {isLong ? label : short}
      </span>
      <b>{title}</b>
      {isLong && detail !== "" ? <span>{detail}</span> : null}
      {isLong && there !== "" ? <span className="muted">{there}</span> : null}
    </a>
  );
}
