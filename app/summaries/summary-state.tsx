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
  /** The form that asks for a summary, where that may be done. @param send what its button says */
  requestForm: (send: string) => ReactNode;
};

/** How far a summary is, and what can be done about it. Nothing while it is simply there. */
export function SummaryState({ documentId, summary, mayReplace, requestForm }: SummaryStateProps) {
  if (summary === null) {
    const form = requestForm("Summarize");
    return (
      <>
        <p className="mb-2">
          {form === null
            ? "Nobody has asked for a summary of this document yet."
            : "The most important points of the document, each with its page. Clients see them only when you approve them."}
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
        <Notice title="Being made.">You need not wait here: it goes on without you.</Notice>
        <div className="actions">
          <LinkButton href={summaryPath(documentId)} look="go">
            See whether it is ready
          </LinkButton>
        </div>
      </>
    );
  if (state === "failed") {
    const form = requestForm("Try again");
    return (
      <>
        <Notice tone="bad" title="No summary could be made.">
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
        <Notice tone="warn" title="Of an older version.">
          The document was replaced since. These points are of version {versionNumber}, and clients do not see them.
        </Notice>
        {requestForm("Summarize the new version")}
      </>
    );
  return null;
}
