import * as z from "zod/mini";
import { RecordForm, type RecordFormUse } from "../forms/forms.tsx";
import { TextArea } from "../ui/fields.tsx";
import { requiredText } from "../ui/form-values.ts";

/** What is typed as a comment. */
export const commentForm = z.object({ body: requiredText("Comment must be at least 1 character.", 5000) });

/** A note among staff. */
export function CommentForm(use: RecordFormUse<typeof commentForm>) {
  return (
    <RecordForm id="comment" schema={commentForm} compared={{ body: "Comment" }} {...use}>
      {(fields) => (
        <TextArea
          field={fields.body}
          label="Comment"
          rows={2}
          placeholder="A note for your team"
          hint="Only your team sees it."
        />
      )}
    </RecordForm>
  );
}
