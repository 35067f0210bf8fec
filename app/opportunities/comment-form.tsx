import * as z from "zod/mini";
import type { FormReply, FormStart as Start } from "../session/form-reply.ts";
import { FormStart } from "../session/form-start.tsx";
import { BothVersions } from "../ui/both-versions.tsx";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { TextArea } from "../ui/fields.tsx";
import { PostForm, useSchemaForm } from "../ui/form.tsx";
import { requiredText } from "../ui/form-values.ts";

/** What is typed as a comment. */
export const commentForm = z.object({ body: requiredText("Comment must be at least 1 character.", 5000) });

type CommentFormProps = {
  start: Start;
  reply: FormReply<{ readonly typed: { readonly body: string } }> | undefined;
  initial?: { readonly body: string };
  /** What the button says. */
  send: string;
  /** Where giving up leads; nowhere where the form is part of a page. */
  cancel?: string;
};

/** A note among staff. */
export function CommentForm({ start, reply, initial, send, cancel }: CommentFormProps) {
  const [form, fields] = useSchemaForm({
    id: "comment",
    schema: commentForm,
    result: reply?.result,
    ...(initial === undefined ? {} : { initial }),
    parked: start.parked,
  });
  return (
    <PostForm form={form}>
      <FormStart start={start} reply={reply} />
      {reply?.current ? (
        <BothVersions theirs={reply.current.typed} result={reply.result} labels={{ body: "Comment" }} />
      ) : null}
      <ErrorSummary form={form} />
      <TextArea field={fields.body} label="Comment" rows={4} hint="Your colleagues read it; clients never do." />
      <div className="actions">
        <SubmitButton>{send}</SubmitButton>
        {cancel === undefined ? null : <LinkButton href={cancel}>Cancel</LinkButton>}
      </div>
    </PostForm>
  );
}
