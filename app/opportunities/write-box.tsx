import type { ComponentProps } from "react";
import { CallForm } from "../calls/call-form.tsx";
import type { FormInit, FormReply } from "../forms/forms.tsx";
import { dealCallPath, opportunityPath } from "../record-paths.ts";
import { TaskBeside } from "../tasks/task-beside.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { CommentForm } from "./comment-form.tsx";

/** What is written about a deal on its page, by the word in the address. */
const labels = { comment: "Comment", call: "Log a call", task: "Task" } as const;
type WritingMode = keyof typeof labels;

/** What the current user may write, and which form the address asks for. */
export interface Writing {
  /** Of these, one at least. */
  readonly modes: readonly WritingMode[];
  readonly mode: WritingMode;
  readonly call: Pick<ComponentProps<typeof CallForm>, "name" | "now" | "timeZone" | "mayAddTask">;
  readonly assignee: ComponentProps<typeof TaskBeside>["assignee"];
  /** Who can be mentioned. */
  readonly colleagues: ComponentProps<typeof CommentForm>["colleagues"];
  readonly start: FormInit;
}

type WriteBoxProps = { opportunityId: string; writing: Writing; reply: FormReply | undefined };

/** The box above the timeline: a comment, or else a call or a task, each a form of its own. */
export function WriteBox({ opportunityId, writing, reply }: WriteBoxProps) {
  const { modes, mode, call, assignee, colleagues, start } = writing;
  const here = opportunityPath(opportunityId);
  const tabs = modes.map((one) => ({
    label: labels[one],
    href: one === modes[0] ? `${here}#write` : `${here}?write=${one}#write`,
    isCurrent: one === mode,
  }));
  return (
    <section
      className={mode === "comment" ? "writing [&_textarea]:-ml-1.5 [&_textarea]:border-transparent" : "writing"}
      id="write"
      aria-label="Write"
    >
      <Tabs label="What to write" tabs={tabs} />
      {mode === "comment" ? (
        <CommentForm colleagues={colleagues} start={start} reply={reply} send="Add comment" look="plain" />
      ) : null}
      {mode === "call" ? (
        <CallForm {...call} action={dealCallPath(opportunityId)} start={start} reply={undefined} look="plain" />
      ) : null}
      {mode === "task" ? (
        <TaskBeside about={{ type: "opportunity", id: opportunityId }} assignee={assignee} start={start} />
      ) : null}
    </section>
  );
}
