import type { SubmissionResult } from "@conform-to/react";
import { isLocalTime } from "../packages/offer-time.ts";
import { formatDay, isDay } from "../ui/date-format.ts";
import { FactList } from "../ui/fact-list.tsx";
import { resultTexts } from "../ui/form-parse.ts";
import { Notice } from "../ui/notice.tsx";
import { Sheet } from "../ui/page.tsx";
import { labelOfReason, labelOfStage } from "./deal-words.ts";
import { typedLabels } from "./move-fieldset.tsx";

type MoveConflictProps = {
  now: { readonly stage: string; readonly movedBy: string | null };
  /** The reply that holds what was typed. */
  result: SubmissionResult;
};

/** After an opportunity was moved while somebody was filling in a move: where it stands, by whom, and what was typed. */
export function MoveConflict({ now: { stage, movedBy }, result }: MoveConflictProps) {
  const { to = "", ...typed } = resultTexts(result);
  const facts = Object.entries(typedLabels).map(([name, label]) => ({ label, value: say(name, typed[name] ?? "") }));
  return (
    <div className="field">
      <Notice tone="warn" title="Moved meanwhile.">
        It stands at “{labelOfStage(stage)}” now{movedBy === null ? "" : `, where ${movedBy} moved it`}.
      </Notice>
      <Sheet title="What you typed">
        <FactList facts={[{ label: "Stage", value: labelOfStage(to) }, ...facts.filter(({ value }) => value !== "")]} />
      </Sheet>
    </div>
  );
}

/** A typed value as people say it. */
function say(name: string, text: string): string {
  if (name === "reason") return labelOfReason(text);
  if (isLocalTime(text)) return `${formatDay(text.slice(0, 10))}, ${text.slice(11)}`;
  return isDay(text) ? formatDay(text) : text;
}
