import type { FormReply, FormStart as Start } from "../session/form-reply.ts";
import { FormStart } from "../session/form-start.tsx";
import { BothVersions } from "../ui/both-versions.tsx";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { TextArea, TextField } from "../ui/fields.tsx";
import { PostForm, useSchemaForm } from "../ui/form.tsx";
import { type ShowingFields, showingForm } from "./showing.ts";

type ShowingFormProps = {
  start: Start;
  reply: FormReply<{ readonly typed: ShowingFields }> | undefined;
  initial: ShowingFields;
  /** IANA name of the property's clock. */
  timeZone: string;
  /** What the button says. */
  send: string;
  cancel: string;
};

const labels = { startsAt: "Date and time", durationMinutes: "Minutes", note: "Note" };

/** When a showing is, for how long, and what has to be known. */
export function ShowingForm({ start, reply, initial, timeZone, send, cancel }: ShowingFormProps) {
  const [form, fields] = useSchemaForm({
    id: "showing",
    schema: showingForm,
    result: reply?.result,
    initial,
    parked: start.parked,
  });
  return (
    <PostForm form={form}>
      <FormStart start={start} reply={reply} />
      {reply?.current ? <BothVersions theirs={reply.current.typed} result={reply.result} labels={labels} /> : null}
      <ErrorSummary form={form} />
      <TextField
        field={fields.startsAt}
        label={labels.startsAt}
        type="datetime-local"
        hint={`A time to come, by the clock of the property (${timeZone.replaceAll("_", " ")}).`}
      />
      <TextField
        field={fields.durationMinutes}
        label={labels.durationMinutes}
        inputMode="numeric"
        autoComplete="off"
        hint="How long it takes."
      />
      <TextArea field={fields.note} label={labels.note} rows={3} hint="Optional: a lockbox, a dog, whom to call." />
      <div className="actions">
        <SubmitButton>{send}</SubmitButton>
        <LinkButton href={cancel}>Cancel</LinkButton>
      </div>
    </PostForm>
  );
}
