import { startForm, submitForm } from "../forms/forms.server.ts";
import { confirmationForm, FormStart } from "../forms/forms.tsx";
import { detailsOf } from "../imports/import-details.ts";
import { allows } from "../json-api/resource.ts";
import { recordId } from "../session/session.server.ts";
import { encodingName } from "../spreadsheets/encodings.server.ts";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { formatCount } from "../ui/number-format.ts";
import { PostForm } from "../ui/post-form.tsx";
import type { Route } from "./+types/import-show";
import { newImportPath } from "./client-list.ts";
import { clientImportKind } from "./import-fields.ts";
import { ImportOutcome } from "./import-outcome.tsx";
import { ImportPage } from "./import-page.tsx";
import { ImportRows } from "./import-rows.tsx";
import { completeImport } from "./imports.server.ts";
import { columnsPath, importPath } from "./imports.ts";
import { loadImport, loadImportToChange } from "./load-client.server.ts";

/** Rows of each kind that the page shows: enough to see what is wrong with a file. */
const mostShown = 50;

export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await loadImport(context, params.importId);
  const { id, fileName, state, ready, imported, used, problems, first, ignoredColumns, keepsFile } = found;
  const [twice, there] = [true, false].map((isTwice) =>
    found.doubles.filter(({ sameAsRow }) => (sameAsRow !== null) === isTwice),
  );
  const shown = (first ?? []).map(({ details, ...client }) => ({
    ...client,
    details: detailsOf(clientImportKind, details ?? {}),
  }));
  return {
    found: { id, fileName, state, ready, imported, used, keepsFile },
    first: { shown, total: state === "checked" ? ready : imported },
    ignoredColumns: ignoredColumns ?? [],
    encoding: found.encoding === null ? null : encodingName(found.encoding),
    problems: firstOf(problems),
    remarks: firstOf(found.remarks ?? []),
    twice: firstOf(twice ?? []),
    there: firstOf(there ?? []),
    can: { update: allows(found, "update"), complete: allows(found, "complete"), undo: allows(found, "undo") },
    start: await startForm(context, { etag: found.etag }),
  };
}

function firstOf<Item>(items: readonly Item[]) {
  return { shown: items.slice(0, mostShown), total: items.length };
}

/** Imports the reviewed rows. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.importId);
  return submitForm({ request, context, ofRecord: true }, confirmationForm, async ({ api, key, etag }) => {
    const { state } = await loadImportToChange(context, id);
    if (state !== "checked") return { location: importPath(id), toast: "This file was imported already." };
    const done = await completeImport(api, id, { key, etag });
    const toast = done === null ? "Clients imported." : `${formatCount(done.imported, "client")} imported.`;
    return { location: importPath(id), toast };
  });
}

export default function Import({ loaderData, actionData }: Route.ComponentProps) {
  const { found, encoding, ignoredColumns, can, start, ...rows } = loaderData;
  const isOpen = found.state === "checked";
  return (
    <ImportPage
      crumbs={[{ label: "Import", href: newImportPath }, { label: found.fileName }]}
      title={found.fileName}
      {...(isOpen ? { subtitle: "Nothing has been saved yet." } : {})}
    >
      <ImportOutcome found={found} canUndo={can.undo} />
      {isOpen && ignoredColumns.length > 0 ? (
        <Notice tone="warn" title="These columns will be skipped:">
          {ignoredColumns.join(", ")}.
        </Notice>
      ) : null}
      {isOpen && can.complete && found.ready > 0 ? (
        <PostForm>
          <FormStart start={start} reply={actionData} />
          <div className="actions">
            <SubmitButton>Import these clients</SubmitButton>
            <LinkButton href={newImportPath}>Choose another file</LinkButton>
          </div>
        </PostForm>
      ) : (
        <div className="actions">
          <LinkButton href={newImportPath}>{isOpen ? "Choose another file" : "Import another file"}</LinkButton>
        </div>
      )}
      {isOpen && encoding !== null && can.update ? (
        <p className="muted small mt-2">
          Encoding: {encoding}.{" "}
          {found.keepsFile === true ? (
            <a className="link" href={columnsPath(found.id)}>
              Change columns or encoding
            </a>
          ) : (
            "The file itself was not kept, so its columns and encoding can’t be changed here. Large files are not kept: split it, and choose it again."
          )}
        </p>
      ) : null}
      <ImportRows {...rows} />
    </ImportPage>
  );
}
