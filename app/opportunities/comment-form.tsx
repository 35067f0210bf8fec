import type { ComponentProps } from "react";
import * as z from "zod/mini";
import { RecordForm, type RecordFormUse } from "../forms/forms.tsx";
import { MentionArea } from "../mentions/mention-area.tsx";
import { requiredText } from "../ui/form-values.ts";

/** What is typed as a comment. */
export const commentForm = z.object({ body: requiredText("Comment must be at least 1 character.", 5000) });

type CommentFormProps = RecordFormUse<typeof commentForm> & Pick<ComponentProps<typeof MentionArea>, "colleagues">;

/** A note among staff. */
export function CommentForm({ colleagues, ...use }: CommentFormProps) {
  return (
    <RecordForm id="comment" schema={commentForm} compared={{ body: "Comment" }} {...use}>
      {(fields) => (
        <MentionArea
          field={fields.body}
          colleagues={colleagues}
          label="Comment"
          rows={2}
          placeholder="A note for your team"
          hint="Only your team sees it."
        />
      )}
    </RecordForm>
  );
}
