import type { SubmissionResult } from "@conform-to/react";
import { labelOfReason, labelOfStage } from "../labels.ts";
import { formatDay, isDay, isLocalTime } from "../ui/date-format.ts";
import { FactList } from "../ui/fact-list.tsx";
import { resultTexts } from "../ui/form-parse.ts";
import { Notice } from "../ui/notice.tsx";
import { Sheet } from "../ui/page.tsx";
import { typedLabels } from "./move-fieldset.tsx";
import { outcomeChoices } from "./move-form.ts";

type MoveConflictProps = {
  now: { readonly stage: string; readonly movedBy: string | null };
  /** The reply that holds what was typed. */
  result: SubmissionResult;
};

/** The present stage, who moved the opportunity there, and what was typed for a move that came too late. */
export function MoveConflict({ now: { stage, movedBy }, result }: MoveConflictProps) {
  const { to = "", ...typed } = resultTexts(result);
  const facts = Object.entries(typedLabels).map(([name, label]) => ({
    label,
    value: describe(name, typed[name] ?? ""),
  }));
  return (
    <div className="field">
      <Notice tone="warn" title="Someone else moved it.">
        {movedBy === null ? "" : `Moved by ${movedBy}. `}Currently: {labelOfStage(stage)}.
      </Notice>
      <Sheet title="What you typed">
        <FactList facts={[{ label: "Stage", value: labelOfStage(to) }, ...facts.filter(({ value }) => value !== "")]} />
      </Sheet>
    </div>
  );
}

/** A typed value as people read it. */
function describe(name: string, text: string): string {
  if (name === "reason") return labelOfReason(text);
  if (name === "showingOutcome") return outcomeChoices.find(({ value }) => value === text)?.label ?? text;
  if (isLocalTime(text)) return `${formatDay(text.slice(0, 10))}, ${text.slice(11)}`;
  return isDay(text) ? formatDay(text) : text;
}
