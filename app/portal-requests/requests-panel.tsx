import type { Settled } from "../json-api/settle.ts";
import { LinkButton } from "../ui/button.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { isAbsent, NotLoaded } from "../ui/not-loaded.tsx";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import { type PortalRequest, requestPath, reviewPath, type SuggestedWish, titleOf } from "./portal-request.ts";

export interface RequestRow {
  readonly request: Omit<PortalRequest, "suggestion">;
  /** Of a suggested buyer profile: both versions, field by field. */
  readonly wishes: readonly SuggestedWish[];
  readonly canSettle: boolean;
}

type RequestsPanelProps = { requests: Settled<readonly RequestRow[]> };

/** What the client has sent in the portal, until the agent has dealt with it. */
export function RequestsPanel({ requests }: RequestsPanelProps) {
  if (isAbsent(requests)) return null;
  if (requests.ok && requests.data.length === 0) return null;
  return (
    <Sheet title="From the client">
      {requests.ok ? (
        <Rows label="From the client">
          {requests.data.map(({ request, wishes, canSettle }) => (
            <Row key={request.id}>
              <div>
                <RequestTitle request={request} />
                <SuggestedWishes wishes={wishes} />
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

function SuggestedWishes({ wishes }: { wishes: readonly SuggestedWish[] }) {
  if (wishes.length === 0) return null;
  return (
    <ul className="small">
      {wishes.map(({ field, label, now, suggested }) => (
        <li key={field} className="whitespace-pre-line">
          {label}: {field === "notes" ? null : <span className="muted">{now ?? "N/A"} → </span>}
          {suggested ?? "N/A"}
        </li>
      ))}
    </ul>
  );
}

function RequestTitle({ request }: { request: RequestRow["request"] }) {
  if (request.kind !== "document") return <b>{titleOf(request)}</b>;
  return (
    <a className="link" href={requestPath(request)}>
      {request.documentLabel}
    </a>
  );
}
