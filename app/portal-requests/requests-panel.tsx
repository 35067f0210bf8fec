import type { Settled } from "../json-api/settle.ts";
import { LinkButton } from "../ui/button.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { NotLoaded } from "../ui/not-loaded.tsx";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import { type PortalRequest, requestPath, reviewPath, titleOf } from "./portal-request.ts";

export interface RequestRow {
  readonly request: PortalRequest;
  readonly canSettle: boolean;
}

type RequestsPanelProps = { requests: Settled<readonly RequestRow[]> };

/** What the client has sent in the portal, until the agent has dealt with it. */
export function RequestsPanel({ requests }: RequestsPanelProps) {
  if (!requests.ok && requests.code === "missing") return null;
  if (requests.ok && requests.data.length === 0) return null;
  return (
    <Sheet title="From the client">
      {requests.ok ? (
        <Rows label="From the client">
          {requests.data.map(({ request, canSettle }) => (
            <Row key={request.id}>
              <div>
                <RequestTitle request={request} />
                <div className="muted small">
                  {request.name} (client), <DateTime value={request.insertedAt} />
                </div>
              </div>
              {canSettle ? (
                <LinkButton href={reviewPath(request)} look="quiet">
                  Review
                </LinkButton>
              ) : null}
            </Row>
          ))}
        </Rows>
      ) : (
        <NotLoaded what="requests" code={requests.code} />
      )}
    </Sheet>
  );
}

function RequestTitle({ request }: { request: PortalRequest }) {
  if (request.kind !== "document") return <b>{titleOf(request)}</b>;
  return (
    <a className="link" href={requestPath(request)}>
      {request.documentLabel}
    </a>
  );
}
