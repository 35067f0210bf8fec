import { redirect } from "react-router";
import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import type { Api } from "../json-api/api.ts";
import { ApiError } from "../json-api/api-error.ts";
import type { WriteTerms } from "../json-api/record.ts";
import { allows } from "../json-api/resource.ts";
import { formatCount } from "../ui/number-format.ts";
import type { Route } from "./+types/import-undo";
import { undoImport } from "./imports.server.ts";
import { type ClientImport, clientImportPlace, importPath } from "./imports.ts";
import { loadImportToChange } from "./load-client.server.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await loadImportToChange(context, params.importId);
  const { id, fileName, imported, etag } = found;
  if (!allows(found, "undo") || found.state !== "completed" || found.used.length > 0) throw redirect(importPath(id));
  return startConfirmation(context, {
    crumbs: [clientImportPlace.list, { label: fileName, href: importPath(id) }, { label: "Undo" }],
    title: `Delete ${formatCount(imported, "imported client")}?`,
    subtitle:
      "The clients and everything imported with them will be deleted permanently. The activity log keeps a record.",
    send: "Undo import",
    look: "bad",
    cancel: importPath(id),
    etag,
  });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return confirmed({ request, context, ofRecord: true }, async ({ api, key, etag }) => {
    const found = await loadImportToChange(context, params.importId);
    const toast = await undoUnusedImport(api, found, { key, etag });
    return { location: importPath(found.id), ...(toast !== undefined && { toast }) };
  });
}

/** Undoes an import where it is completed and nobody works with its clients. @returns a toast that says which; none where a job does it. @throws ApiError */
async function undoUnusedImport(api: Api, { id, state }: ClientImport, terms: WriteTerms): Promise<string | undefined> {
  if (state !== "completed") return "There is nothing to undo.";
  try {
    const undone = await undoImport(api, id, terms);
    return undone?.state === "undoing" ? undefined : "Import undone.";
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== "conflict") throw error;
    return "This import can't be undone: someone works with its clients.";
  }
}
