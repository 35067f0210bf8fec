import { type FormInit, type FormReply, FormStart } from "../forms/forms.tsx";
import { SubmitButton } from "../ui/button.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { TextField } from "../ui/fields.tsx";
import { PostForm, useSchemaForm } from "../ui/form.tsx";
import { quickTaskForm } from "./task.ts";

type QuickTaskProps = { start: FormInit; reply: FormReply | undefined };

/** A task of one's own in one line: what, and by when. */
export function QuickTask({ start, reply }: QuickTaskProps) {
  const [form, fields] = useSchemaForm({
    id: "quick-task",
    schema: quickTaskForm,
    result: reply?.result,
    parked: start.parked,
  });
  return (
    <PostForm form={form}>
      <FormStart start={start} reply={reply} />
      <ErrorSummary form={form} />
      <div className="grid grid-cols-[1fr_auto_auto] items-start gap-x-1.5 max-sm:grid-cols-[1fr_auto] print:hidden max-sm:[&>:first-child]:col-span-full [&>.btn]:mt-[23px]">
        <TextField field={fields.title} label="New task" placeholder="Call the lender" />
        <TextField field={fields.dueOn} label="Due" type="date" optional />
        <SubmitButton>Add task</SubmitButton>
      </div>
    </PostForm>
  );
}
