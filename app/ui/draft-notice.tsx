import { Button } from "./button.tsx";
import { useLeftDraft } from "./form-drafts.ts";
import { Notice } from "./notice.tsx";

/** Offers what was typed into a form that was left before it was saved, where scripts run. */
export function DraftNotice({ formId }: { formId: string }) {
  const { isThere, fill, discard } = useLeftDraft(formId);
  if (!isThere) return null;
  return (
    <Notice title="Not saved yet.">
      You left this form with changes.
      <div className="actions">
        <Button onClick={fill}>Bring them back</Button>
        <Button look="quiet" onClick={discard}>
          Discard
        </Button>
      </div>
    </Notice>
  );
}
