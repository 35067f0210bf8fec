import { href } from "react-router";
// By itself: the rest of that room brings Conform, which no list needs.
import { FormStart } from "../forms/form-start.tsx";
import type { FormInit } from "../forms/forms.tsx";
import { TickButton } from "../ui/button.tsx";
import { atPlace, nextOf, placeOf } from "../ui/place.ts";
import { PostForm } from "../ui/post-form.tsx";

type CompletionProps = {
  /** Its key is that of the form: what it says is applied once. */
  task: { readonly id: string; readonly title: string; readonly key: string; readonly doneAt: string | null };
  start: FormInit;
  /** The page to come back to. */
  back: string;
  /** Of all tasks of the list that can be completed. */
  ids: readonly string[];
};

/** Where a task is completed, or reopened once it is done. */
export function completionPath(id: string, isDone: boolean): string {
  return isDone
    ? href("/tasks/:taskId/completion/removal", { taskId: id })
    : href("/tasks/:taskId/completion", { taskId: id });
}

/** The button that says a task is done, or is not after all. */
export function Completion({ task: { id, title, key, doneAt }, start, back, ids }: CompletionProps) {
  const isDone = doneAt !== null;
  return (
    <PostForm action={completionPath(id, isDone)}>
      <FormStart start={{ ...start, key }} />
      <input type="hidden" name="back" value={atPlace(back, nextOf(ids, id))} />
      <TickButton id={placeOf(id)} verb={isDone ? "Not done" : "Done"} what={title} isOn={isDone} />
    </PostForm>
  );
}
