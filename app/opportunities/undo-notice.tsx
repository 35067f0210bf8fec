import type { ToastUndo } from "../session/store.ts";
import { SubmitButton } from "../ui/button.tsx";
import { HiddenInputs } from "../ui/hidden-inputs.tsx";
import { Notice } from "../ui/notice.tsx";
import { PostForm } from "../ui/post-form.tsx";

/** One button that takes back the move that was just made; nothing once that is too late. */
export function UndoNotice({ undo }: { undo: ToastUndo | null }) {
  if (undo === null) return null;
  return (
    <Notice title="Moved just now.">
      You can undo this for 10 minutes.
      <PostForm action={undo.action}>
        <HiddenInputs fields={undo.fields} />
        <SubmitButton look="plain">Undo</SubmitButton>
      </PostForm>
    </Notice>
  );
}
