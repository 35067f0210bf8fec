import { Notice } from "../ui/notice.tsx";
import type { RefusedFile } from "./upload-limits.ts";

type UploadFailureProps = {
  failed: readonly RefusedFile[];
  /** Names of those that are there. */
  kept: readonly string[];
  /** How many are stored and wait for an answer. */
  waiting?: number;
};

/** What became of each file of a form of which not all was kept. */
export function UploadFailure({ failed, kept, waiting = 0 }: UploadFailureProps) {
  if (failed.length === 0) return null;
  // The same is said once, however many files of one name there were.
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
      {kept.length + waiting === 0 ? (
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
