import { href } from "react-router";
import type { Settled } from "../json-api/settle.ts";
import { LinkButton } from "../ui/button.tsx";
import { formatDay } from "../ui/date-format.ts";
import { DateTime } from "../ui/date-time.tsx";
import { NotLoadedLine } from "../ui/not-loaded.tsx";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import { partLabels, type RetainablePart } from "./person-deletion.ts";

interface RetainedRow {
  readonly id: string;
  readonly part: RetainablePart;
  readonly reason: string;
  readonly keepUntil: string;
  readonly keptByName: string;
  readonly insertedAt: string;
}

/** What has to be kept of people who were deleted; nothing where there is none. */
export function RetainedSheet({ retained }: { retained: Settled<readonly RetainedRow[]> }) {
  if (!retained.ok) return <NotLoadedLine what="what has to be kept of deleted people" part={retained} />;
  if (retained.data.length === 0) return null;
  return (
    <div className="mt-2">
      <Sheet title="Kept of deleted people">
        <Rows label="Kept of deleted people">
          {retained.data.map(({ id, part, reason, keepUntil, keptByName, insertedAt }) => (
            <Row key={id}>
              <div>
                <b>{partLabels[part]}</b>
                <div className="whitespace-pre-line">{reason}</div>
                <div className="muted small">
                  Until {formatDay(keepUntil)}. Marked by {keptByName}, <DateTime value={insertedAt} form="day" />
                </div>
              </div>
              <LinkButton
                href={href("/settings/export/kept/:retainedId/data.zip", { retainedId: id })}
                look="quiet"
                reload
              >
                Download
              </LinkButton>
            </Row>
          ))}
        </Rows>
      </Sheet>
    </div>
  );
}
