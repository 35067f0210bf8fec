import type { FormReply, FormStart as Start } from "../session/form-reply.ts";
import { FormStart } from "../session/form-start.tsx";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { PostForm } from "../ui/post-form.tsx";
import type { StorageAllowance } from "../uploads/file.ts";
import { FileField } from "../uploads/file-field.tsx";
import { inspectionsPath } from "./inspection-paths.ts";

type ReportUploadProps = {
  packageId: string;
  allowance: StorageAllowance;
  start: Start;
  reply?: FormReply<unknown> | undefined;
  /** Nothing, or more than one file, was chosen. */
  isEmpty?: boolean;
  cancel: string;
};

/** Uploads a report and has it analyzed; its own page answers what goes wrong. */
export function ReportUpload({ packageId, allowance, start, reply, isEmpty = false, cancel }: ReportUploadProps) {
  return (
    // A new form has nothing chosen.
    <PostForm files key={reply?.start.key} action={inspectionsPath(packageId, "uploads/new")}>
      <FormStart start={start} reply={reply} />
      <FileField label="Report" allowance={allowance} error={isEmpty ? "Choose one file." : undefined} />
      <div className="actions">
        <SubmitButton>Upload and analyze</SubmitButton>
        <LinkButton href={cancel}>Cancel</LinkButton>
      </div>
    </PostForm>
  );
}
