import { Notice } from "../ui/notice.tsx";
import type { RefusedFile } from "./upload-limits.ts";

type UploadFailureProps = {
  failed: readonly RefusedFile[];
  kept?: readonly string[];
  /** How many are stored and wait for a decision about their names. */
  waiting?: number;
  /** What became of the others, where that is no matter of the names in `kept`. */
  otherwise?: string;
};

/** Says which files of a form were not uploaded, and why. */
export function UploadFailure({ failed, kept = [], waiting = 0, otherwise }: UploadFailureProps) {
  if (failed.length === 0) return null;
  // The same line is shown once, however many files of one name there were.
  const told = new Map(failed.map((file) => [`${file.name} ${file.reason}`, file]));
  return (
    <Notice tone="bad" title="File upload was not successful">
      <ul>
        {[...told].map(([line, { name, reason }]) => (
          <li key={line}>
            <b>{name}</b>: {reason}
          </li>
        ))}
      </ul>
      {failed.some(({ isDoubtful }) => isDoubtful) ? (
        <p>Check which files are there before you upload them again.</p>
      ) : otherwise !== undefined ? (
        <p>{otherwise}</p>
      ) : kept.length + waiting === 0 ? (
        <p>Nothing was saved. Choose the files and upload them again.</p>
      ) : (
        <p>
          {kept.length === 0 ? null : `Uploaded: ${kept.join(", ")}. `}
          Now choose only the missing {failed.length === 1 ? "file" : "files"}.
        </p>
      )}
    </Notice>
  );
}
