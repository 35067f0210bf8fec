import { useHydrated } from "remix-utils/use-hydrated";
import { ChosenFiles } from "./chosen-files.tsx";
import type { StorageAllowance } from "./file.ts";
import { formatSize } from "./file-size.ts";

type FileFieldProps = {
  label: string;
  allowance: StorageAllowance;
  multiple?: boolean;
  /** Media types that the file chooser offers; the server checks the file itself. */
  accept?: string;
  error?: string | undefined;
  required?: boolean;
  onChoose?: (files: FileList) => void;
};

/** The field that chooses files, also those that are dropped on it. */
export function FileField(props: FileFieldProps) {
  const { label, allowance, multiple = false, accept, error, required = true, onChoose } = props;
  const { file, free } = allowance;
  // From then on the form itself lists what was chosen.
  const hydrated = useHydrated();
  const room = free < 10 * file ? ` ${formatSize(free)} left in this workspace.` : "";
  return (
    <div className="field">
      <label htmlFor="upload-file">{label}</label>
      <input
        id="upload-file"
        className="input drop-zone"
        type="file"
        name="file"
        multiple={multiple}
        accept={accept}
        required={required}
        onChange={({ target }) => target.files !== null && onChoose?.(target.files)}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby="upload-hint"
      />
      {hydrated ? null : <ChosenFiles />}
      {multiple ? null : <OneFileNote />}
      {error === undefined ? null : <div className="err">{error}</div>}
      <div className="hint" id="upload-hint">
        {multiple ? `Multiple files allowed, up to ${formatSize(file)} each.` : `Up to ${formatSize(file)}.`}
        {room}
      </div>
    </div>
  );
}

/** Behind a field for one file: the enhancer says it here when several are dropped there. Read aloud when it appears. */
export function OneFileNote({ text = "Drop one file only: this field takes a single file." }: { text?: string }) {
  return <output className="err" data-single={text} suppressHydrationWarning />;
}
