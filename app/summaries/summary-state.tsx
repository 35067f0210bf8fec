import type { ReactNode } from "react";
import { href } from "react-router";
import { LinkButton } from "../ui/button.tsx";
import { LookAgain } from "../ui/look-again.tsx";
import { Notice } from "../ui/notice.tsx";
import { type Summary, summaryPath } from "./summary.ts";

type SummaryStateProps = {
  documentId: string;
  summary: Pick<Summary, "state" | "failure" | "versionNumber"> | null;
  mayReplace: boolean;
  /** The form that requests a summary; null where that is not allowed. @param send the button's text */
  requestForm: (send: string) => ReactNode;
};

/** The state of a summary and what can be done about it; nothing when it is ready. */
export function SummaryState({ documentId, summary, mayReplace, requestForm }: SummaryStateProps) {
  if (summary === null) {
    const form = requestForm("Summarize");
    return (
      <>
        <p className="mb-2">
          {form === null
            ? "This document has no summary yet."
            : "The document's most important points, each with its page. Clients don't see them until you approve."}
        </p>
        {form}
      </>
    );
  }
  const { state, failure, versionNumber } = summary;
  if (state === "queued")
    return (
      <>
        <LookAgain />
        <Notice title="Summary in progress.">You can leave this page; we'll keep working.</Notice>
        <div className="actions">
          <LinkButton href={summaryPath(documentId)} look="go">
            Check if it's ready
          </LinkButton>
        </div>
      </>
    );
  if (state === "failed") {
    const form = requestForm("Try again");
    return (
      <>
        <Notice tone="bad" title="The summary couldn't be created.">
          {failure}
        </Notice>
        {form}
        {form === null && mayReplace ? (
          <div className="actions">
            <LinkButton href={href("/documents/:documentId/replacement", { documentId })}>Replace the file</LinkButton>
          </div>
        ) : null}
      </>
    );
  }
  if (state === "stale")
    return (
      <>
        <Notice tone="warn" title="Outdated summary.">
          The document has been replaced since. These points are from version {versionNumber}, and clients can't see
          them.
        </Notice>
        {requestForm("Summarize new version")}
      </>
    );
  return null;
}
