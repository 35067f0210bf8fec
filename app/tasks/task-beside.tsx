import { type FormInit, RecordForm } from "../forms/forms.tsx";
import { newTaskPath } from "../record-paths.ts";
import { TextField } from "../ui/fields.tsx";
import { HiddenInputs } from "../ui/hidden-inputs.tsx";
import { type About, taskForm, writeAbout } from "./task.ts";

type TaskBesideProps = {
  about: Pick<About, "type" | "id">;
  /** Whose it is to be. */
  assignee: Readonly<Record<"assigneeText" | "assignee" | "assigneeFor", string>>;
  start: FormInit;
};

/** A task about a record on the record's page: what, and by when. The page of new tasks takes it, and has all other fields. */
export function TaskBeside({ about, assignee, start }: TaskBesideProps) {
  const given = { ...assignee, repeat: "none", about: writeAbout(about) };
  return (
    <RecordForm
      id="task"
      schema={taskForm}
      action={newTaskPath(about)}
      start={start}
      reply={undefined}
      initial={given}
      send="Add task"
      look="plain"
    >
      {(fields) => (
        <>
          <HiddenInputs fields={given} />
          <TextField field={fields.title} label="Title" placeholder="Call the lender" />
          <TextField field={fields.dueOn} label="Due" type="date" optional />
        </>
      )}
    </RecordForm>
  );
}
