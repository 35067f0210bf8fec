import { href } from "react-router";
import type { Settled } from "../json-api/settle.ts";
import { Notice } from "../ui/notice.tsx";
import { stagePath } from "./opportunity-list.ts";
import { isArranged } from "./showing.ts";
import type { ShownShowing } from "./showings-panel.tsx";

type NoShowingNoticeProps = {
  opportunityId: string;
  stage: string;
  /** Stages that the current user may move the deal to. */
  next: readonly string[];
  showings: Settled<readonly ShownShowing[]>;
};

/** Says what can be done about a deal whose showing was cancelled while its stage still waits for it. */
export function NoShowingNotice({ opportunityId, stage, next, showings }: NoShowingNoticeProps) {
  const isWaiting = stage === "showing_scheduled" && next.length > 0;
  if (!isWaiting || !showings.ok || showings.data.length === 0 || showings.data.some(isArranged)) return null;
  return (
    <Notice tone="warn" title="No showing is arranged anymore.">
      <a href={href("/opportunities/:opportunityId/showings/new", { opportunityId })}>Request another showing</a>
      {next.includes("open") ? (
        <>
          {" or "}
          <a href={stagePath(opportunityId, "open")}>move the deal back to “Opportunity”</a>
        </>
      ) : null}
      .
    </Notice>
  );
}
