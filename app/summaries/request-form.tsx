import { type FormInit, type FormReply, FormStart } from "../forms/forms.tsx";
import { SubmitButton } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { PostForm } from "../ui/post-form.tsx";

type RequestFormProps = {
  start: FormInit;
  reply: FormReply<unknown> | undefined;
  /** The button's text. */
  send: string;
};

/** Requests a summary. A refusal, as at the plan's monthly limit, is shown above the button. */
export function RequestForm({ start, reply, send }: RequestFormProps) {
  const [refusal] = Object.values(reply?.result.error ?? {}).flatMap((sentences) => sentences ?? []);
  return (
    <PostForm>
      <FormStart start={start} reply={reply} />
      {refusal === undefined ? null : (
        <Notice tone="bad" title="The summary wasn't requested.">
          {refusal}
        </Notice>
      )}
      <div className="actions">
        <SubmitButton>{send}</SubmitButton>
      </div>
    </PostForm>
  );
}
