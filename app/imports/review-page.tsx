import type { ComponentProps, ReactNode } from "react";
import { type FormReply, FormStart } from "../forms/forms.tsx";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { PostForm } from "../ui/post-form.tsx";
import { ImportPage } from "./import-page.tsx";
import type { ImportPlace } from "./import-place.ts";
import { IgnoredColumns, ImportReading } from "./import-reading.tsx";
import { ImportRows } from "./import-rows.tsx";

type RowsProps = ComponentProps<typeof ImportRows>;

type ReviewPageProps = {
  place: ImportPlace;
  loaded: {
    fileName: string;
    rows: Omit<RowsProps, "knownBy">;
    ignoredColumns: readonly string[];
    encoding: string | null;
    columnsHref: string | null;
    canComplete: boolean;
    start: ComponentProps<typeof FormStart>["start"];
  };
  reply: FormReply | undefined;
  /** How many records it would create, or has created. */
  outcome: ReactNode;
  /** What the button says. */
  send: string;
  knownBy: RowsProps["knownBy"];
};

/** The page on which a file is reviewed, and what it brought in is shown. */
export function ReviewPage({ place, loaded, reply, outcome, send, knownBy }: ReviewPageProps) {
  const { fileName, rows, ignoredColumns, encoding, columnsHref, canComplete, start } = loaded;
  return (
    <ImportPage
      place={place}
      crumbs={[{ label: "Import", href: place.newPath }, { label: fileName }]}
      title={fileName}
      {...(rows.isOpen ? { subtitle: "Nothing has been saved yet." } : {})}
    >
      {outcome}
      <IgnoredColumns columns={ignoredColumns} />
      {canComplete ? (
        <PostForm>
          <FormStart start={start} reply={reply} />
          <div className="actions">
            <SubmitButton>{send}</SubmitButton>
            <LinkButton href={place.newPath}>Choose another file</LinkButton>
          </div>
        </PostForm>
      ) : (
        <div className="actions">
          <LinkButton href={place.newPath}>{rows.isOpen ? "Choose another file" : "Import another file"}</LinkButton>
        </div>
      )}
      <ImportReading encoding={encoding} columnsHref={columnsHref} />
      <ImportRows {...rows} knownBy={knownBy} />
    </ImportPage>
  );
}
