import type { ToastUndo } from "../session/store.ts";
import { DateTime } from "../ui/date-time.tsx";
import { FactList } from "../ui/fact-list.tsx";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import { labelOfStage } from "./deal-labels.ts";
import { stagePath } from "./opportunity-list.ts";
import { UndoNotice } from "./undo-notice.tsx";

type StagePanelProps = {
  id: string;
  stage: string;
  stageSince: string;
  /** Stages that it may go to from here. */
  next: readonly string[];
  undo: ToastUndo | null;
  /** Whether a buyer agreement of the client is in force today; null when nobody keeps that. */
  hasAgreement: boolean | null;
};

/** Since when it stands where it stands, where it can go, and the way back while there is one. */
export function StagePanel({ id, stage, stageSince, next, undo, hasAgreement }: StagePanelProps) {
  return (
    <div className="grid gap-2">
      <UndoNotice undo={undo} />
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
