import { chosen, onDay, RecordForm, type RecordFormUse, ticked } from "../forms/forms.tsx";
import { ColleaguePicker } from "../picking/colleague-picker.tsx";
import type { PickOption } from "../picking/pick.ts";
import { RecordPicker } from "../picking/record-picker.tsx";
import type { PickQuestion } from "../picking/resolve-pick.server.ts";
import { CheckboxField, SelectField, TextField } from "../ui/fields.tsx";
import type { Choice } from "../ui/options.tsx";
import { type About, concernsClient, labelOfAbout, repeatChoices, taskForm, writeAbout } from "./task.ts";

/** A task as its form holds it at first. */
export interface TaskFields {
  readonly title: string;
  readonly dueOn: string;
  readonly repeat: string;
  readonly assigneeText: string;
  readonly assignee: string;
  readonly assigneeFor: string;
  readonly about: string;
  readonly isVisibleToClient: string;
}

type TaskFormProps = RecordFormUse<typeof taskForm, PickQuestion> & {
  /** What it can be about: a page that was come from, or what it is about already. */
  about: About | null;
  /** Where that is nothing: what may be typed. */
  suggestions: readonly PickOption[];
  colleagues: readonly PickOption[];
};

/** Everything that is decided about a task. */
export function TaskForm({ about, suggestions, colleagues, ...use }: TaskFormProps) {
  const question = use.reply?.question;
  const aboutChoices = about === null ? [] : [{ value: writeAbout(about), label: labelOfAbout(about) }];
  return (
    <RecordForm id="task" schema={taskForm} compared={comparedWith(aboutChoices)} {...use}>
      {(fields) => (
        <>
          <TextField field={fields.title} label="Title" wide />

          <TextField field={fields.dueOn} label="Due" type="date" optional />
          <SelectField field={fields.repeat} label="Repeat" options={repeatChoices} />

          <ColleaguePicker
            label="Assignee"
            hint="Leave it empty if it is nobody's yet."
            fields={{ text: fields.assigneeText, chosen: fields.assignee, chosenFor: fields.assigneeFor }}
            suggestions={colleagues}
            reply={use.reply}
          />
          {about === null ? (
            <RecordPicker
              kind="subjects"
              label="About (optional)"
              hint="A client (name or email), a property (address) or a document."
              fields={{ text: fields.aboutText, chosen: fields.aboutChosen, chosenFor: fields.aboutFor }}
              suggestions={suggestions}
              asked={question?.field === "aboutText" ? question.which : null}
            />
          ) : (
            <SelectField field={fields.about} label="About" options={aboutChoices} placeholder="Nothing" />
          )}
          {about === null || concernsClient(about) ? (
            <CheckboxField
              field={fields.isVisibleToClient}
              label="Show to the client"
              hint="The client sees the title and due date, but not the assignee."
            />
          ) : null}
        </>
      )}
    </RecordForm>
  );
}

function comparedWith(about: readonly Choice[]) {
  return {
    title: "Title",
    dueOn: onDay("Due"),
    repeat: chosen("Repeat", repeatChoices),
    assigneeText: { label: "Assignee", say: (text: string) => text || "Unassigned" },
    about: chosen("About", [...about, { value: "", label: "Nothing" }]),
    isVisibleToClient: ticked("Show to the client"),
  };
}
