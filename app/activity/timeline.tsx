import { clientPath } from "../clients/client-links.ts";
import { DateTime } from "../ui/date-time.tsx";
import { Row, Rows } from "../ui/page.tsx";
import type { ShownActivity, ShownChange } from "./activity.ts";

/** Events, newest first, each with who did it, what changed and when. `label` names the list for screen readers. */
export function Timeline({ label, events }: { label: string; events: readonly ShownActivity[] }) {
  return (
    <Rows label={label}>
      {events.map((event) => (
        <Row key={event.id}>
          <div>
            <b>{event.label}</b>
            {event.actorName === null ? null : <span className="muted"> by {event.actorName}</span>}
            {event.client === null ? null : (
              <div>
                <a className="link" href={clientPath(event.client.id)}>
                  {event.client.name}
                </a>
              </div>
            )}
            {event.changes.map((change) => (
              <Changed key={change.field} change={change} />
            ))}
          </div>
          <span className="muted small">
            <DateTime value={event.occurredAt} form="moment" />
          </span>
        </Row>
      ))}
    </Rows>
  );
}

/** "Budget: USD 650,000 → USD 700,000", the one side alone where the other held nothing. */
function Changed({ change: { field, before, after } }: { change: ShownChange }) {
  return (
    <div className="muted small">
      {before === null && after === null ? `${field} changed` : `${field}: `}
      {before === null ? null : <del>{before}</del>}
      {before === null || after === null ? null : " → "}
      {after}
    </div>
  );
}
