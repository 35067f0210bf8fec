import { href } from "react-router";
import type { FormInit } from "../forms/forms.tsx";
import type { StorageAllowance } from "../uploads/file.ts";
import { UploadForm, type UploadReply } from "../uploads/upload-form.tsx";
import type { UnfinishedUpload } from "../uploads/upload-limits.ts";
import { inspectionsPath } from "./inspection.ts";

type ReportUploadProps = {
  packageId: string;
  allowance: StorageAllowance;
  unfinished: readonly UnfinishedUpload[];
  start: FormInit;
  reply?: UploadReply | undefined;
  /** Nothing, or more than one file, was chosen. */
  isNone?: boolean;
};

/** Uploads a report and has it analyzed; its own page answers what goes wrong. */
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
