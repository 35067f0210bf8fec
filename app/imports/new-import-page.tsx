import type { ComponentProps, ReactNode } from "react";
import { UploadFailure } from "../uploads/upload-failure.tsx";
import { UploadForm } from "../uploads/upload-form.tsx";
import { ImportPage, type ImportPlace } from "./import-page.tsx";

type UploadFormProps = ComponentProps<typeof UploadForm>;

type NewImportPageProps = {
  place: ImportPlace;
  loaded: Pick<UploadFormProps, "start" | "unfinished" | "allowance">;
  reply: (NonNullable<UploadFormProps["reply"]> & Partial<{ failed: FailedFiles; isNone: boolean }>) | undefined;
  title: string;
  /** Kinds of files, for the browser's dialog. */
  accept?: string;
  children: ReactNode;
};
type FailedFiles = ComponentProps<typeof UploadFailure>["failed"];

/** The page on which a file is chosen. */
export function NewImportPage({
  place,
  loaded,
  reply,
  title,
  accept = ".csv,.txt,.tsv,text/csv,text/tab-separated-values",
  children,
}: NewImportPageProps) {
  const { failed = [], isNone = false } = reply ?? {};
  return (
    <ImportPage
      place={place}
      crumbs={[{ label: "Import" }]}
      title={title}
      subtitle="Import a spreadsheet saved as CSV. You can review everything before it is saved."
    >
      <UploadFailure failed={failed} kept={[]} />
      <UploadForm
        {...loaded}
        reply={reply}
        label="CSV file"
        accept={accept}
        error={isNone ? "Choose a file." : undefined}
        send="Review import"
        cancel={place.list.href}
      />
      {children}
    </ImportPage>
  );
}
