import { EmptyState } from "../ui/notice.tsx";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import { State, type StateTone } from "../ui/tag.tsx";
import type { ShownDay } from "./calendar-day.ts";

/** A day with its whole name. */
export interface ListedDay extends ShownDay {
  /** "Monday, November 23", with "Today" before it. */
  readonly title: string;
  /** The page of this day alone. */
  readonly href: string;
}

/** Of what is no deadline. */
const tones: Readonly<Record<string, StateTone>> = { showing: "blue", closing: "on", task: "plain" };

/** Days one below the other, without those that have nothing on them. */
export function DayList({ days }: { days: readonly ListedDay[] }) {
  if (days.length === 0)
    return (
      <Sheet>
        <EmptyState>Nothing is planned for these days.</EmptyState>
      </Sheet>
    );
  return (
    <div className="grid gap-2">
      {days.map(({ day, title, entries, more, href }) => (
        <Sheet key={day} title={title}>
          <Rows label={title}>
            {entries.map(({ href, label, kind, time, there, title, detail }) => (
              <Row key={href + label}>
                <div>
                  <a className="link" href={href}>
                    <b>{title}</b>
                  </a>
                  <div className="muted small">{[time, there, detail].filter((part) => part !== "").join(" · ")}</div>
                </div>
                <State tone={tones[kind] ?? "violet"}>{label}</State>
              </Row>
            ))}
          </Rows>
          {more === 0 ? null : (
            <p className="pad">
              <a href={href}>
                +{more} more<span className="vh"> on {title}</span>
              </a>
            </p>
          )}
        </Sheet>
      ))}
    </div>
  );
}
