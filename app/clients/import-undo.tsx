import { redirect } from "react-router";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { ApiError } from "../json-api/api-error.ts";
import { allows } from "../json-api/resource.ts";
import { recordId } from "../session/session.server.ts";
import { formatCount } from "../ui/number-format.ts";
import { Breadcrumb, Page, PageHead } from "../ui/page.tsx";
import type { Route } from "./+types/import-undo";
import { listPath } from "./client-list.ts";
import { undoImport } from "./imports.server.ts";
import { importPath } from "./imports.ts";
import { loadImportToChange } from "./load-client.server.ts";

/** Redirects to the import when there is nothing to undo. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await loadImportToChange(context, params.importId);
  const { id, fileName, imported, etag } = found;
  if (!allows(found, "undo") || found.state !== "completed" || found.used.length > 0) throw redirect(importPath(id));
  return { found: { id, fileName, imported }, start: await startForm(context, { etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.importId);
  return submitForm({ request, context, ofRecord: true }, confirmationForm, async ({ api, key, etag }) => {
    const { state } = await loadImportToChange(context, id);
    if (state !== "completed") return { location: importPath(id), toast: "There is nothing to undo." };
    try {
      await undoImport(api, id, { key, etag });
      return { location: importPath(id), toast: "Import undone." };
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind !== "conflict") throw error;
      return { location: importPath(id), toast: "This import can't be undone: someone works with its clients." };
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
        title={`Delete ${formatCount(imported, "imported client")}?`}
        subtitle="The clients and everything imported with them will be deleted permanently. The activity log keeps a record."
      />
      <Confirmation start={start} reply={actionData} send="Undo import" look="bad" cancel={importPath(id)} />
    </Page>
  );
}
