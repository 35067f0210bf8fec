import { href } from "react-router";
import type { Settled } from "../json-api/settle.ts";
import { DateTime } from "../ui/date-time.tsx";
import { NotLoaded } from "../ui/not-loaded.tsx";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import type { AccessEvent } from "./account.server.ts";

/** Labels by the service's words; an event of another kind is not shown. */
const labels: Readonly<Record<string, string>> = {
  signed_in: "Signed in",
  sign_in_failed: "Failed sign-in",
  signed_out: "Signed out",
  session_ended: "Other devices signed out",
  password_changed: "Password changed",
  signed_in_by_provider: "Signed in by a linked account",
  openid_linked: "Account linked",
  openid_unlinked: "Account unlinked",
  email_changed: "Email changed",
  email_change_stopped: "Email change stopped",
};

/** What lately happened about the ways into one's account. */
export function AccessEvents({ events }: { events: Settled<readonly AccessEvent[]> }) {
  return (
    <div className="mt-2">
      <Sheet title="Latest sign-ins">
        {events.ok ? (
          <Rows label="Latest sign-ins">
            {events.data
              .filter(({ kind }) => kind in labels)
              .map((event) => (
                <EventRow key={event.id} {...event} />
              ))}
          </Rows>
        ) : (
          <NotLoaded what="latest sign-ins" code={events.code} here={href("/settings/account/sessions")} />
        )}
      </Sheet>
    </div>
  );
}

function EventRow({ kind, device, network, tries, occurredAt }: AccessEvent) {
  const from = [device, network].filter((word) => word !== "").join(", ");
  return (
    <Row>
      <div>
        {labels[kind]}
        {tries > 1 ? `, ${tries} times` : ""}
        {from === "" ? null : <div className="muted small">{from}</div>}
      </div>
      <span className="muted small">
        <DateTime value={occurredAt} />
      </span>
    </Row>
  );
}
