import { redirect } from "react-router";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { ImportPage } from "../imports/import-page.tsx";
import { allows } from "../json-api/resource.ts";
import { formatCount } from "../ui/number-format.ts";
import type { Route } from "./+types/import-undo";
import { clientImportPlace, importPath } from "./imports.ts";
import { loadImportToChange } from "./load-client.server.ts";
import { undoUnusedImport } from "./undo-import.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await loadImportToChange(context, params.importId);
  const { id, fileName, imported, etag } = found;
  if (!allows(found, "undo") || found.state !== "completed" || found.used.length > 0) throw redirect(importPath(id));
  return { found: { id, fileName, imported }, start: await startForm(context, { etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return submitForm({ request, context, ofRecord: true }, confirmationForm, async ({ api, key, etag }) => {
    const found = await loadImportToChange(context, params.importId);
    return { location: importPath(found.id), toast: await undoUnusedImport(api, found, { key, etag }) };
  });
}

export default function UndoImport({ loaderData: { found, start }, actionData }: Route.ComponentProps) {
  const path = importPath(found.id);
  const crumbs = [{ label: found.fileName, href: path }, { label: "Undo" }];
  const subtitle =
    "The clients and everything imported with them will be deleted permanently. The activity log keeps a record.";
  return (
    <ImportPage
      place={clientImportPlace}
      crumbs={crumbs}
      title={`Delete ${formatCount(found.imported, "imported client")}?`}
      subtitle={subtitle}
    >
      <Confirmation start={start} reply={actionData} send="Undo import" look="bad" cancel={path} />
    </ImportPage>
  );
}
