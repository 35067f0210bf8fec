import { hiddenFieldNames } from "./hidden-field-names.ts";

type HiddenSubmissionProps = {
  /** The key under which this form is applied once, and the workspace that it was rendered in. */
  start: { readonly key: string; readonly workspaceId: string | null };
};

/** What a loader's `startForm` gave, sent along with the form. */
export function HiddenSubmission({ start }: HiddenSubmissionProps) {
  return (
    <>
      <input type="hidden" name={hiddenFieldNames.key} value={start.key} />
      {start.workspaceId === null ? null : (
        <input type="hidden" name={hiddenFieldNames.workspace} value={start.workspaceId} />
      )}
    </>
  );
}
