import { submissionFields } from "./submission-fields.ts";

type HiddenSubmissionProps = {
  /** The key under which this form is applied once, and the workspace that it was rendered in. */
  start: { readonly key: string; readonly workspaceId: string | null };
};

/** What a loader's `startForm` gave, sent along with the form. */
export function HiddenSubmission({ start }: HiddenSubmissionProps) {
  return (
    <>
      <input type="hidden" name={submissionFields.key} value={start.key} />
      {start.workspaceId === null ? null : (
        <input type="hidden" name={submissionFields.workspace} value={start.workspaceId} />
      )}
    </>
  );
}
