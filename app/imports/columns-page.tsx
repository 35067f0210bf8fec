import type { FormInit, FormReply } from "../forms/forms.tsx";
import { ColumnsForm, type ColumnsFormProps } from "./import-columns.tsx";
import { ImportPage } from "./import-page.tsx";
import type { ImportPlace } from "./import-place.ts";

type ColumnsPageProps = {
  place: ImportPlace;
  loaded: Pick<ColumnsFormProps, "typed" | "shown"> & { id: string; fileName: string; start: FormInit };
  reply: FormReply | undefined;
};

/** The page on which columns are chosen. */
export function ColumnsPage({ place, loaded: { id, fileName, ...form }, reply }: ColumnsPageProps) {
  const path = place.importPath(id);
  return (
    <ImportPage
      place={place}
      crumbs={[{ label: "Import", href: place.newPath }, { label: fileName, href: path }, { label: "Columns" }]}
      title="Columns"
      subtitle="Choose what each column is. Nothing has been saved yet."
    >
      <ColumnsForm {...form} reply={reply} cancel={path} />
    </ImportPage>
  );
}
