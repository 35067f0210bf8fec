import { SubmitButton } from "../ui/button.tsx";
import { HiddenInputs } from "../ui/hidden-inputs.tsx";
import { PostForm } from "../ui/post-form.tsx";
import { ChosenFiles } from "../uploads/chosen-files.tsx";

type UploadHereProps = {
  /** What is uploaded to, as in "Client documents". */
  title: string;
  /** The page of uploads, which returns here and shows what was refused. */
  action: string;
  fields: Readonly<Record<string, string>>;
};

/** Files are uploaded without leaving the page. Folded until it is asked for. */
export function UploadHere({ title, action, fields }: UploadHereProps) {
  const to = title.toLowerCase();
  return (
    <details className="upload-here">
      <summary className="btn quiet w-fit" aria-label={`Upload to ${to}`}>
        Upload
      </summary>
      <PostForm files action={action}>
        <HiddenInputs fields={fields} />
        <input className="input drop-zone" type="file" name="file" multiple required aria-label={`Files for ${to}`} />
        <ChosenFiles />
        <div className="actions">
          <SubmitButton aria-label={`Upload files to ${to}`}>Upload files</SubmitButton>
          <a className="link small" href={action} aria-label={`Upload large files to ${to}`}>
            Large files
          </a>
        </div>
      </PostForm>
    </details>
  );
}
