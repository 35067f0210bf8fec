import type { ToastUndo } from "../session/store.ts";
import { SubmitButton } from "../ui/button.tsx";
import { HiddenInputs } from "../ui/hidden-inputs.tsx";
import { Notice } from "../ui/notice.tsx";
import { PostForm } from "../ui/post-form.tsx";

/** Something on an opportunity's page that one button takes back. */
export interface OfferedUndo extends ToastUndo {
  readonly of: keyof typeof words;
  /** What was done, in sentences; empty where the title says it. */
  readonly done: string;
}

const words = {
  move: { title: "Moved just now.", button: "Undo" },
  tidying: { title: "Finished up after closing.", button: "Undo all of this" },
};

/** One button for each thing that can be taken back; nothing once that is too late. */
export function UndoNotices({ undos }: { undos: readonly OfferedUndo[] }) {
  return undos.map(({ of, done, action, fields }) => (
    <Notice key={of} title={words[of].title}>
      {done === "" ? null : `${done} `}You can undo this for 10 minutes.
      <PostForm action={action}>
        <HiddenInputs fields={fields} />
        <SubmitButton look="plain">{words[of].button}</SubmitButton>
      </PostForm>
    </Notice>
  ));
}
