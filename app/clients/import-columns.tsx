import type { RouterContextProvider } from "react-router";
import { FormRefusal, startForm, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { ImportColumns, importColumnsForm, typedColumns } from "../imports/import-columns.tsx";
import { readImport } from "../imports/read-import.server.ts";
import { allows } from "../json-api/resource.ts";
import { apiOf, load, notFound, recordId } from "../session/session.server.ts";
import { encodings } from "../spreadsheets/encodings.server.ts";
import type { Route } from "./+types/import-columns";
import { newImportPath } from "./client-list.ts";
import { clientImportKind } from "./import-fields.ts";
import { ImportPage } from "./import-page.tsx";
import { checkAgain, checkedOf, type FoundImport, findFile } from "./imports.server.ts";
import { importPath } from "./imports.ts";
import { loadImportToChange } from "./load-client.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { found, bytes } = await loadFile(context, params.importId);
  const { id, fileName, etag, leavesOut } = found;
  const read = await readAgain(found, bytes);
  const { encoding, headings, columns, samples, lacks } = read;
  const options = Object.entries(clientImportKind.fields).map(([value, { label }]) => ({ value, label }));
  const known = Object.entries(encodings).map(([value, label]) => ({ value, label }));
  const others = known.some(({ value }) => value === encoding) ? [] : [{ value: encoding, label: encoding }];
  return {
    id,
    fileName,
    headings,
    samples,
    lacks,
    options,
    encodings: [...known, ...others],
    typed: typedColumns({ encoding, columns, leavesOut: leavesOut === true }),
    start: await startForm(context, { etag }),
  };
}

/** An import with its file, asked for at once. @throws 403, 404 */
async function loadFile(context: Readonly<RouterContextProvider>, importId: string) {
  const [found, bytes] = await Promise.all([
    loadImportToChange(context, importId),
    load(findFile(apiOf(context), recordId(importId))),
  ]);
  return { found, bytes };
}

/** The file of an import as it is read now. @throws 404 once it is imported, and where the service keeps no files */
async function readAgain(found: FoundImport, bytes: Uint8Array | null) {
  const { state, encoding, columns } = found;
  const isOpen = state === "checked" && allows(found, "update");
  if (!isOpen || bytes === null || encoding === null || columns === null) throw notFound();
  const read = await readImport(bytes, clientImportKind, { encoding, columns });
  if ("reason" in read) throw notFound();
  return { ...read, bytes };
}

/** Looks the file over again, with other columns or in another encoding. */
export async function action({ request, params, context }: Route.ActionArgs) {
  return submitForm({ request, context, ofRecord: true }, importColumnsForm, async ({ api, value, key, etag }) => {
    const { found, bytes: kept } = await loadFile(context, params.importId);
    if (found.state !== "checked") return { location: importPath(found.id), toast: "This file was imported already." };
    const { bytes, encoding, columns } = await readAgain(found, kept);
    const chosen = value.column.map((field) => (field === "-" ? "" : field));
    // In another encoding headings may be known that were not before.
    const isGuessed = value.encoding !== encoding && chosen.join() === columns.join();
    const reading = { encoding: value.encoding, ...(isGuessed ? {} : { columns: chosen }) };
    const read = await readImport(bytes, clientImportKind, reading);
    if ("reason" in read) throw new FormRefusal({ fieldErrors: { encoding: [read.reason] }, status: 400 });
    if (read.lacks !== null) throw new FormRefusal({ fieldErrors: { column: [read.lacks] }, status: 400 });
    await checkAgain(api, found.id, checkedOf(read, value.leavesOut), { key, etag });
    return { location: importPath(found.id) };
  });
}

export default function ChooseColumns({ loaderData, actionData }: Route.ComponentProps) {
  const { id, fileName, typed, start, ...shown } = loaderData;
  const path = importPath(id);
  return (
    <ImportPage
      crumbs={[{ label: "Import", href: newImportPath }, { label: fileName, href: path }, { label: "Columns" }]}
      title="Columns"
      subtitle="Choose what each column is. Nothing has been saved yet."
    >
      <RecordForm
        id="columns"
        schema={importColumnsForm}
        start={start}
        reply={actionData}
        initial={typed}
        send="Review import"
        cancel={path}
      >
        {(fields) => <ImportColumns fields={fields} {...shown} />}
      </RecordForm>
    </ImportPage>
  );
}
