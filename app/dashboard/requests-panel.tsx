import type { Settled } from "../json-api/settle.ts";
import { Deferred } from "../ui/deferred.tsx";
import { isAbsent } from "../ui/not-loaded.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { State } from "../ui/tag.tsx";
import type { AttentionList } from "./attention.ts";
import { NotAvailable } from "./attention-panel.tsx";
import { StepLink } from "./attention-row.tsx";

type RequestsPanelProps = {
  asked: Promise<Settled<AttentionList>> | Settled<AttentionList>;
  here: string;
  /** The address of the page with all of them. */
  all: string;
};

/** The showings that clients have requested: the address, and the client's first name. */
export function RequestsPanel({ asked, here, all }: RequestsPanelProps) {
  return (
    <Deferred
      value={asked}
      pending={
        <Sheet title="Property requests">
          <Skeleton lines={4} />
        </Sheet>
      }
    >
      {(settled) =>
        isAbsent(settled) ? null : (
          <Sheet title="Property requests">
            {settled.ok ? <Requests {...settled.data} all={all} /> : <NotAvailable code={settled.code} here={here} />}
          </Sheet>
        )
      }
    </Deferred>
  );
}

function Requests({ items, hasMore, total, all }: AttentionList & { all: string }) {
  if (items.length === 0) return <EmptyState>No clients are waiting to see a property.</EmptyState>;
  return (
    <>
      <Rows label="Property requests">
        {items.map(({ id, href, title, detail, when, isLate, step }) => (
          <Row key={id}>
            <div>
              <a className="row-link" href={href}>
                {title}
              </a>
              <span className="muted"> · {detail}</span>
              <div className="small muted">{isLate ? <State tone="due">{when}</State> : when}</div>
            </div>
            {step === undefined ? null : <StepLink step={step} about={title} />}
          </Row>
        ))}
      </Rows>
      {hasMore ? (
        <p className="small">
          <a href={all}>{total == null ? "Show all requests" : `Show all ${total} requests`}</a>
        </p>
      ) : null}
    </>
  );
}
