import { redirect } from "react-router";
import { readForm, startForm, writeForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { ApiError } from "../json-api/api-error.ts";
import { apiOf, recordId } from "../session/session.server.ts";
import { formatCount } from "../ui/number-format.ts";
import { Breadcrumb, Page, PageHead } from "../ui/page.tsx";
import type { Route } from "./+types/import-undoing";
import { listPath } from "./client-list.ts";
import { undoImport } from "./imports.server.ts";
import { importPath } from "./imports.ts";
import { loadImport, loadImportFor } from "./load-client.server.ts";

/** Once nothing can be undone, the page is the import's. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await loadImport(context, params.importId);
  if (found.state !== "completed" || found.used.length > 0) throw redirect(importPath(found.id));
  const { id, fileName, imported, etag } = await loadImportFor("undo", context, params.importId);
  return { found: { id, fileName, imported }, start: await startForm(context, { etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.importId);
  const form = await readForm(request, confirmationForm, context, { ofRecord: true });
  if (!form.isValid) return form.answer;
  return writeForm<typeof form.value, never>(context, form, async ({ key }) => {
    await loadImportFor("undo", context, id);
    try {
      await undoImport(apiOf(context), id, { key, etag: form.version });
      return { location: importPath(id), toast: "Import undone." };
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind !== "conflict") throw error;
      return { location: importPath(id), toast: "It could not be undone any more: somebody works with its clients." };
    }
  });
}

export default function UndoImport({ loaderData: { found, start }, actionData }: Route.ComponentProps) {
  const { id, fileName, imported } = found;
  return (
    <Page narrow>
      <Breadcrumb
        items={[{ label: "Clients", href: listPath }, { label: fileName, href: importPath(id) }, { label: "Undo" }]}
      />
      <PageHead
        title={`Take ${formatCount(imported, "client")} out again?`}
        subtitle="They go with everything that came in the file, and for good. The activity keeps that they were here."
      />
      <Confirmation start={start} reply={actionData} send="Undo import" look="bad" cancel={importPath(id)} />
    </Page>
  );
}
