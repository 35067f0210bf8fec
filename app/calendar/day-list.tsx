import { LinkButton } from "../ui/button.tsx";
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
  /** Where something is added to it; null for whoever may not. */
  readonly add: string | null;
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
      {days.map(({ day, title, entries, more, href, add }) => (
        <Sheet key={day} title={title} action={add === null ? null : <AddLink add={add} title={title} />}>
          <Rows label={title}>
            {entries.map(({ href, label, kind, time, there, lead, where }) => (
              <Row key={href + label}>
                <div>
                  <a className="link" href={href}>
                    <b>{lead}</b>
                  </a>
                  <div className="muted small">{[time, there, where].filter((part) => part !== "").join(" · ")}</div>
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

function AddLink({ add, title }: { add: string; title: string }) {
  return (
    <LinkButton href={add} look="quiet" aria-label={`Add to ${title}`}>
      Add
    </LinkButton>
  );
}
