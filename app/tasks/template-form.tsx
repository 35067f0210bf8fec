import { chosen, RecordForm, type RecordFormUse, ticked } from "../forms/forms.tsx";
import { CheckboxField, ChoiceGroup, SelectField, TextField } from "../ui/fields.tsx";
import { templatesPath } from "./task-list.ts";
import { directionChoices, startChoices, startChoicesOf, templateForm } from "./task-template.ts";

/** A template as its form holds it at first. */
export interface TemplateFields {
  readonly start: string;
  readonly title: string;
  readonly dueInDays: string;
  readonly direction: string;
  readonly isVisibleToClient: string;
}

type TemplateFormProps = RecordFormUse<typeof templateForm> & {
  /** Whether the service knows templates by date. */
  hasDates: boolean;
};

/** A task that a stage or a date brings along. */
export function TemplateForm({ hasDates, ...use }: TemplateFormProps) {
  return (
    <RecordForm id="task-template" schema={templateForm} compared={compared} cancel={templatesPath} {...use}>
      {(fields) => (
        <>
          <SelectField
            field={fields.start}
            label="Starts with"
            options={startChoicesOf(hasDates)}
            placeholder={hasDates ? "Choose a stage or a date" : "Choose a stage"}
            hint={hasDates ? byDate : withoutDates}
          />
          <TextField field={fields.title} label="Title" />
          <TextField field={fields.dueInDays} label="Due in days" inputMode="numeric" hint="0 is the same day." />
          {hasDates ? (
            <ChoiceGroup field={fields.direction} label="Counted as" options={directionChoices} single />
          ) : (
            <input type="hidden" name={fields.direction.name} value="after" />
          )}
          <CheckboxField field={fields.isVisibleToClient} label="Show to the client" />
        </>
      )}
    </RecordForm>
  );
}

const withoutDates = "Tasks by date aren't offered here.";
const byDate = "A task by date moves when its date moves, and goes when the date is removed.";

const compared = {
  start: chosen("Starts with", startChoices),
  title: "Title",
  dueInDays: "Due in days",
  direction: chosen("Counted as", directionChoices),
  isVisibleToClient: ticked("Show to the client"),
};
