import { Fragment } from "react";
import { DateTime } from "../ui/date-time.tsx";
import { Row, Rows } from "../ui/page.tsx";
import type { ActivityChange, ActivityEntry } from "./activity.ts";

type TimelineProps = {
  /** Names the list for screen readers. */
  label: string;
  events: readonly ActivityEntry[];
  /** Without the changes. */
  isBrief?: boolean;
};

/** Events, newest first, each with who did it, what changed and when. */
export function Timeline({ label, events, isBrief = false }: TimelineProps) {
  return (
    <Rows label={label}>
      {events.map((event) => (
        <EventRow key={event.id} event={event} isBrief={isBrief} />
      ))}
    </Rows>
  );
}

function EventRow({ event, isBrief }: { event: ActivityEntry; isBrief: boolean }) {
  return (
    <Row>
      <div>
        <b>{event.label}</b>
        {event.actorName === null ? null : <ByActor name={event.actorName} />}
        <About about={event.about} />
        {isBrief ? null : event.changes.map((change) => <Changed key={change.field} change={change} />)}
      </div>
      <span className="muted small">
        <DateTime value={event.occurredAt} form="moment" />
      </span>
    </Row>
  );
}

/** A name goes to the next line as a whole where it fits there. */
function ByActor({ name }: { name: string }) {
  return (
    <>
      {" "}
      <span className="muted inline-block max-w-full">by {name}</span>
    </>
  );
}

/** The records of an event, side by side: links to those that have a page for the reader. */
export function About({ about }: Pick<ActivityEntry, "about">) {
  if (about.length === 0) return null;
  return (
    <div>
      {about.map(({ href, label }, place) => (
        <Fragment key={href ?? label}>
          <span className="inline-block max-w-full">
            {href === null ? (
              label
            ) : (
              <a className="link" href={href}>
                {label}
              </a>
            )}
            {place === about.length - 1 ? null : <span className="muted"> ·</span>}
          </span>{" "}
        </Fragment>
      ))}
    </div>
  );
}

/** "Budget: $650,000 → $700,000", one side alone where the other was empty. */
export function Changed({ change: { field, before, after } }: { change: ActivityChange }) {
  return (
    <div className="muted small">
      {before === null && after === null ? `${field} changed` : `${field}: `}
      {before === null ? null : <del>{before}</del>}
      {before === null || after === null ? null : " → "}
      {after}
    </div>
  );
}
