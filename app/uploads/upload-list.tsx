import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { formatSize } from "./file-size.ts";
import { PicturePreview } from "./picture-preview.tsx";
import { type FileUpload, progressOf } from "./upload-queue.ts";

type UploadListProps = {
  uploads: readonly FileUpload[];
  /** False where something else shows the picture. */
  withPreviews: boolean;
  onDrop: (key: number) => void;
};

/** The chosen files, each with its progress, and the progress of all. */
export function UploadList({ uploads, withPreviews, onDrop }: UploadListProps) {
  const { sent, size } = progressOf(uploads);
  const isUnderWay = uploads.some(({ status }) => status === "processing");
  return (
    <section className="mb-2" aria-label="Chosen files">
      <ul className="rows">
        {uploads.map((upload) => (
          <UploadLine key={upload.key} upload={upload} onDrop={onDrop}>
            {withPreviews ? <PicturePreview file={upload.file} /> : null}
          </UploadLine>
        ))}
      </ul>
      {uploads.length > 1 && isUnderWay ? (
        <p className="grid">
          <progress value={sent} max={size} aria-label="All files" />
          <span className="muted small num">
            {formatSize(sent)} of {formatSize(size)}
          </span>
        </p>
      ) : null}
      <p className="vh" role="status">
        {isUnderWay ? `Uploading, ${percentOf(sent, size)} of all files uploaded.` : ""}
      </p>
    </section>
  );
}

type UploadLineProps = Pick<UploadListProps, "onDrop"> & { upload: FileUpload; children: ReactNode };

function UploadLine({ upload, onDrop, children }: UploadLineProps) {
  const { key, file, status, sent } = upload;
  return (
    <li data-status={status}>
      {children}
      <span className="grid">
        <b>{file.name}</b>
        <span className={status === "failed" || status === "invalid" ? "err" : "muted small num"}>
          {stateOf(upload)}
        </span>
        {status === "processing" ? <progress value={sent} max={file.size} aria-label={file.name} /> : null}
      </span>
      {status === "completed" ? null : (
        <Button look="quiet" onClick={() => onDrop(key)}>
          Remove<span className="vh"> {file.name}</span>
        </Button>
      )}
    </li>
  );
}

function stateOf({ status, file, sent, isWaiting, reason }: FileUpload): string {
  const size = formatSize(file.size);
  if (status === "processing" && isWaiting) return "You're offline. The upload resumes when you reconnect.";
  if (status === "processing") return `${formatSize(sent)} of ${size}`;
  if (status === "completed") return `${size} · Uploaded`;
  return reason ?? size;
}

/** In tens, so that screen readers announce few changes. */
function percentOf(sent: number, size: number): string {
  return `${Math.floor((sent / Math.max(1, size)) * 10) * 10} percent`;
}
