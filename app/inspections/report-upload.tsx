import { href } from "react-router";
import type { FormInit } from "../forms/forms.tsx";
import { inspectionsPath } from "../record-paths.ts";
import type { StorageAllowance } from "../uploads/file.ts";
import { UploadForm, type UploadReply } from "../uploads/upload-form.tsx";
import type { UnfinishedUpload } from "../uploads/upload-limits.ts";

type ReportUploadProps = {
  packageId: string;
  allowance: StorageAllowance;
  unfinished: readonly UnfinishedUpload[];
  start: FormInit;
  reply?: UploadReply | undefined;
  isNone?: boolean;
};

/** The form that uploads a report to analyze; errors are shown on the page that it posts to. */
export function ReportUpload({ packageId, isNone = false, ...form }: ReportUploadProps) {
  return (
    <UploadForm
      {...form}
      action={href("/packages/:packageId/inspections/uploads/new", { packageId })}
      label="Report"
      error={isNone ? "Choose one file." : undefined}
      send="Upload and analyze"
      cancel={inspectionsPath(packageId)}
    />
  );
}
