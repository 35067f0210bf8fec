import { stageChoices } from "../opportunities/deal-words.ts";
import type { FormReply, FormStart as Start } from "../session/form-reply.ts";
import { FormStart } from "../session/form-start.tsx";
import { BothVersions } from "../ui/both-versions.tsx";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { CheckboxField, SelectField, TextField } from "../ui/fields.tsx";
import { PostForm, useSchemaForm } from "../ui/form.tsx";
import { templatesPath } from "./task-list.ts";
import { templateForm } from "./task-template.ts";

/** A template as its form holds it at first. */
export interface TypedTemplateFirst {
  readonly stage: string;
  readonly title: string;
  readonly dueInDays: string;
  readonly isVisibleToClient: string;
}

type TemplateFormProps = {
  start: Start;
  reply: FormReply<{ readonly typed: TypedTemplateFirst }> | undefined;
  initial: TypedTemplateFirst;
  /** What the button says. */
  send: string;
};

/** A task that a stage brings along. */
export function TemplateForm({ start, reply, initial, send }: TemplateFormProps) {
  const [form, fields] = useSchemaForm({
    id: "task-template",
    schema: templateForm,
    result: reply?.result,
    initial: { ...initial },
    parked: start.parked,
  });
  return (
    <PostForm form={form}>
      <FormStart start={start} reply={reply} />
      {reply?.current ? (
        <BothVersions theirs={reply.current.typed} result={reply.result} labels={comparedLabels} />
      ) : null}
      <ErrorSummary form={form} />
      <SelectField field={fields.stage} label="Stage" options={stageChoices} placeholder="Choose a stage" />
      <TextField field={fields.title} label="Title" autoComplete="off" />
      <TextField
        field={fields.dueInDays}
        label="Due after (days)"
        inputMode="numeric"
        hint="From the day on which the opportunity comes to the stage; 0 is the same day."
      />
      <CheckboxField field={fields.isVisibleToClient} label="Show to the client" />
      <div className="actions">
        <SubmitButton>{send}</SubmitButton>
        <LinkButton href={templatesPath}>Cancel</LinkButton>
      </div>
    </PostForm>
  );
}

const comparedLabels = { stage: "Stage", title: "Title", dueInDays: "Due after (days)" };
