import { href } from "react-router";
import { DateTime } from "../ui/date-time.tsx";
import { FactList } from "../ui/fact-list.tsx";
import { Notice } from "../ui/notice.tsx";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import { labelOfStage } from "./deal-labels.ts";
import { stagePath } from "./opportunity-list.ts";

type StagePanelProps = {
  id: string;
  stage: string;
  stageSince: string;
  /** Stages that it may go to from here. */
  next: readonly string[];
  undo: { readonly to: string; readonly until: string } | null;
  /** Whether a buyer agreement of the client is in force today; null when nobody keeps that. */
  hasAgreement: boolean | null;
};

/** Since when it stands where it stands, where it can go, and the way back while there is one. */
export function StagePanel({ id, stage, stageSince, next, undo, hasAgreement }: StagePanelProps) {
  return (
    <div className="grid gap-2">
      {undo === null ? null : (
        <Notice title="Moved just now.">
          You can undo this for 10 minutes.{" "}
          <a className="link" href={href("/opportunities/:opportunityId/undoing", { opportunityId: id })}>
            Undo
          </a>
        </Notice>
      )}
      <Sheet title="Stage">
        <FactList
          facts={[
            { label: labelOfStage(stage), value: <DateTime value={stageSince} form="day" /> },
            ...(hasAgreement === null
              ? []
              : [{ label: "Buyer agreement", value: hasAgreement ? "Active" : "No active agreement" }]),
          ]}
        />
      </Sheet>
      {next.length === 0 ? null : (
        <Sheet title="Move to">
          <Rows label="Next stages">
            {next.map((to) => (
              <Row key={to}>
                <a className="link" href={stagePath(id, to)}>
                  {labelOfStage(to)}
                </a>
              </Row>
            ))}
          </Rows>
        </Sheet>
      )}
    </div>
  );
}
