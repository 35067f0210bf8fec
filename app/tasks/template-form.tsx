import { chosen, RecordForm, type RecordFormUse, ticked } from "../forms/forms.tsx";
import { stageChoices } from "../opportunities/deal-labels.ts";
import { CheckboxField, SelectField, TextField } from "../ui/fields.tsx";
import { templatesPath } from "./task-list.ts";
import { templateForm } from "./task-template.ts";

/** A template as its form holds it at first. */
export interface TemplateFields {
  readonly stage: string;
  readonly title: string;
  readonly dueInDays: string;
  readonly isVisibleToClient: string;
}

/** A task that a stage brings along. */
export function TemplateForm(use: RecordFormUse<typeof templateForm>) {
  return (
    <RecordForm id="task-template" schema={templateForm} compared={compared} cancel={templatesPath} {...use}>
      {(fields) => (
        <>
          <SelectField field={fields.stage} label="Stage" options={stageChoices} placeholder="Choose a stage" />
          <TextField field={fields.title} label="Title" />
          <TextField
            field={fields.dueInDays}
            label="Due after (days)"
            inputMode="numeric"
            hint="Days after the opportunity reaches the stage. 0 is the same day."
          />
          <CheckboxField field={fields.isVisibleToClient} label="Show to the client" />
        </>
      )}
    </RecordForm>
  );
}

const compared = {
  stage: chosen("Stage", stageChoices),
  title: "Title",
  dueInDays: "Due after (days)",
  isVisibleToClient: ticked("Show to the client"),
};
