import type { ShownEntry } from "./calendar-day.ts";
import { DayHeading, EarlierDays, Entry, type GridDay, hasToday, MoreOfDay, NothingPlanned } from "./calendar-grid.tsx";

/** What stands at an hour. */
export interface HourSlot extends ShownEntry {
  /** A showing to which nobody has agreed yet. */
  readonly isAsked: boolean;
  /** Classes for where in its hour it begins, how long it is, and what is beside it. */
  readonly place: string;
}

/** A day of a week: what has no hour, and what begins in each hour that is shown. */
export interface WeekDay extends GridDay {
  readonly allDay: readonly ShownEntry[];
  readonly hours: readonly (readonly HourSlot[])[];
}

const nameOfHour = (hour: number) => (hour === 12 ? "Noon" : `${hour % 12 || 12} ${hour < 12 ? "AM" : "PM"}`);

/** Seven days side by side, by their hours; on phones a list of those that have something on them. */
export function CalendarWeek({ days, hours }: { days: readonly WeekDay[]; hours: readonly number[] }) {
  return (
    <div className={hasToday(days) ? "calendar week now" : "calendar week"}>
      <EarlierDays days={days} />
      <NothingPlanned days={days} />
      <div className="hours small muted" aria-hidden="true">
        {hours.map((hour) => (
          <span key={hour}>{nameOfHour(hour)}</span>
        ))}
      </div>
      <ol>
        {days.map((day) => (
          <li key={day.day} className={day.classes} aria-current={day.isToday ? "date" : undefined}>
            <DayHeading day={day} />
            <div className="all-day">
              <ul>
                {day.allDay.map((entry) => (
                  <li key={entry.href + entry.label}>
                    <Entry entry={entry} />
                  </li>
                ))}
              </ul>
              <MoreOfDay day={day} />
            </div>
            <div className="hrs">
              {day.hours.map((slots, place) =>
                slots.length === 0 ? (
                  <div key={hours[place]} />
                ) : (
                  <ul key={hours[place]}>
                    {slots.map((slot) => (
                      <li key={slot.href + slot.label}>
                        <Slot slot={slot} />
                      </li>
                    ))}
                  </ul>
                ),
              )}
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Slot({
  slot: { href, label, kind, time, there, title, detail, lead, where, isAsked, place },
}: {
  slot: HourSlot;
}) {
  const more = [`${time} ${where}`.trim(), there].filter((part) => part !== "");
  return (
    <a
      className={`appt ${kind} ${place}${isAsked ? " asked" : ""}`}
      href={href}
      title={[label, title, detail].filter((part) => part !== "").join(", ")}
    >
      <b>{lead}</b> <span>{more.join(" · ")}</span>
    </a>
  );
}
