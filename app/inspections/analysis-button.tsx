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

/** The button that has a document analyzed; errors are shown on the page that it posts to. */
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
