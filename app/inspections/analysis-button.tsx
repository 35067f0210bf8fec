import { href } from "react-router";
import { type FormInit, FormStart } from "../forms/forms.tsx";
import { SubmitButton } from "../ui/button.tsx";
import { PostForm } from "../ui/post-form.tsx";

type AnalysisButtonProps = {
  documentId: string;
  label: string;
  start: FormInit;
  send: string;
};

/** Has a document analyzed; its own page answers what goes wrong. */
export function AnalysisButton({ documentId, label, start, send }: AnalysisButtonProps) {
  return (
    <PostForm action={href("/documents/:documentId/analysis", { documentId })}>
      <FormStart start={start} />
      <SubmitButton look="plain" aria-label={`${send}: ${label}`}>
        {send}
      </SubmitButton>
    </PostForm>
  );
}
