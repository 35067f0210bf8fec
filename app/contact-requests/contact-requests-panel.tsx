import { phoneText } from "../../spelling/phone-text.ts";
import { allows } from "../json-api/resource.ts";
import type { Settled } from "../json-api/settle.ts";
import { LinkButton } from "../ui/button.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { isAbsent, NotLoaded } from "../ui/not-loaded.tsx";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import { type ContactRequest, originOf, requestPath } from "./contact-request.ts";

/** What came for a client from the public page, apart from what the client wrote. Nothing where there is none. */
export function ContactRequestsPanel({ requests }: { requests: Settled<readonly ContactRequest[]> }) {
  if (!requests.ok) {
    return isAbsent(requests) ? null : (
      <Sheet title="From the public page">
        <NotLoaded what="requests" code={requests.code} />
      </Sheet>
    );
  }
  if (requests.data.length === 0) return null;
  return (
    <Sheet title="From the public page">
      <Rows label="From the public page">
        {requests.data.map((request) => (
          <RequestRow key={request.id} request={request} />
        ))}
      </Rows>
    </Sheet>
  );
}

function RequestRow({ request }: { request: ContactRequest }) {
  const { name, email, phoneNumber, message, insertedAt, state } = request;
  return (
    <Row>
      <div>
        <b>{name}</b>
        <div className="muted small">
          {[email, phoneNumber && phoneText(phoneNumber)].filter((part) => part !== null).join(", ")}
        </div>
        {message === null ? null : <p className="lines">{message}</p>}
        <div className="muted small">
          {originOf(request)}, <DateTime value={insertedAt} />
        </div>
        {state === "waiting" ? (
          <div className="actions">
            {allows(request, "accept") ? (
              <LinkButton href={requestPath(request, "acceptance")} aria-label={`Accept the request of ${name}`}>
                Accept
              </LinkButton>
            ) : null}
            {allows(request, "dismiss") ? (
              <LinkButton
                href={requestPath(request, "dismissal")}
                look="quiet"
                aria-label={`Dismiss the request of ${name}`}
              >
                Dismiss
              </LinkButton>
            ) : null}
          </div>
        ) : null}
      </div>
    </Row>
  );
}
