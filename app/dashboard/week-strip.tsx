import type { Settled } from "../json-api/settle.ts";
import { LinkButton } from "../ui/button.tsx";
import { isAbsent, NotLoadedLine } from "../ui/not-loaded.tsx";
import { Sheet } from "../ui/page.tsx";

export interface StripDay {
  /** As in "Mon". */
  readonly name: string;
  readonly number: string;
  readonly total: number;
  readonly href: string;
}

type WeekStripProps = { days: Settled<readonly StripDay[]>; calendar: string };

/** The days to come, from today, with how many showings, deadlines and tasks of everyone are on each. Nothing where the service has no calendar. */
export function WeekStrip({ days, calendar }: WeekStripProps) {
  if (isAbsent(days)) return null;
  return (
    <Sheet
      title="Next 7 days"
      action={
        <LinkButton href={calendar} look="quiet">
          Calendar
        </LinkButton>
      }
    >
      <NotLoadedLine what="calendar" part={days} />
      <ol className="grid grid-cols-7 text-center">
        {(days.ok ? days.data : []).map(({ name, number, total, href }, index) => (
          <li key={href}>
            <a
              className={`grid rounded py-1 ${index === 0 ? "bg-wash" : ""}`}
              href={href}
              aria-current={index === 0 ? "date" : undefined}
            >
              <span className="muted small">{name}</span>
              <b className="num">{number}</b>
              <span className="small">
                {total === 0 ? "–" : total}
                <span className="vh">
                  {total === 1 ? " showing, deadline or task" : " showings, deadlines and tasks"}
                </span>
              </span>
            </a>
          </li>
        ))}
      </ol>
    </Sheet>
  );
}
